// How the server is started, from the settings: nothing here needs the editor, so that it can be tested alone.

export interface Settings {
  command: string;
  vault: string;
  arguments: readonly string[];
}

export interface Launch {
  command: string;
  args: string[];
}

/** The program and its arguments. `${workspaceFolder}` stands for the folder that is open. */
export function launch(settings: Settings, folder: string | undefined): Launch {
  const filled = (text: string): string => text.split("${workspaceFolder}").join(folder ?? ".");
  const vault = settings.vault ? ["--vault", filled(settings.vault)] : [];
  return { command: filled(settings.command), args: ["lsp", ...vault, ...settings.arguments.map(filled)] };
}
