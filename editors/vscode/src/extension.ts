// Starts the language server for the open folder, and shows the references that a lens counts.

import { ExtensionContext, Location, Position, Range, Uri, commands, window, workspace } from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

import { launch } from "./launch";

const DOCUMENTS = [
  { scheme: "file", language: "markdown" },
  { scheme: "file", language: "yaml" },
  { scheme: "file", language: "toml" },
  { scheme: "file", language: "html" },
  { scheme: "file", pattern: "**/*.canvas" },
];

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  context.subscriptions.push(
    commands.registerCommand("vaulttool.restart", restart),
    commands.registerCommand("vaulttool.showReferences", showReferences),
    workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("vaulttool")) {
        await restart();
      }
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
  client = undefined;
}

async function restart(): Promise<void> {
  await deactivate();
  await start();
}

async function start(): Promise<void> {
  const folder = workspace.workspaceFolders?.[0];
  const settings = workspace.getConfiguration("vaulttool", folder);
  const run = launch(
    {
      command: settings.get("command", "vaulttool"),
      vault: settings.get("vault", ""),
      arguments: settings.get("arguments", []),
    },
    folder?.uri.fsPath,
  );
  const server: ServerOptions = { run: { ...run, options: { cwd: folder?.uri.fsPath } }, debug: run };
  const options: LanguageClientOptions = { documentSelector: DOCUMENTS, outputChannelName: "vaulttool" };
  client = new LanguageClient("vaulttool", "vaulttool", server, options);
  try {
    await client.start();
  } catch (error) {
    const remedy = `Install it with: pip install "obsidian-vaulttool[lsp]", or set vaulttool.command.`;
    void window.showErrorMessage(`"${run.command}" could not be started: ${String(error)}. ${remedy}`);
  }
}

interface PlainPosition {
  line: number;
  character: number;
}

interface PlainLocation {
  uri: string;
  range: { start: PlainPosition; end: PlainPosition };
}

/** What the lens "3 backlinks" does: the server names places as the protocol has them. */
async function showReferences(uri: string, at: PlainPosition, places: PlainLocation[]): Promise<void> {
  const position = (plain: PlainPosition): Position => new Position(plain.line, plain.character);
  const locations = places.map(
    (place) => new Location(Uri.parse(place.uri), new Range(position(place.range.start), position(place.range.end))),
  );
  await commands.executeCommand("editor.action.showReferences", Uri.parse(uri), position(at), locations);
}
