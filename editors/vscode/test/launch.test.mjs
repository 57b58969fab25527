// How the server is started from the settings, and the bundle against a stand-in for the editor.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";

const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), "vaulttool-vscode-"));
const outfile = join(folder, "launch.cjs");
buildSync({ entryPoints: ["src/launch.ts"], bundle: true, platform: "node", format: "cjs", outfile });
const { launch } = require(outfile);

const table = [
  ["the defaults", { command: "vaulttool", vault: "", arguments: [] }, "/v", ["vaulttool", "lsp"]],
  ["a vault", { command: "vaulttool", vault: "notes", arguments: [] }, "/v", ["vaulttool", "lsp", "--vault", "notes"]],
  ["the open folder in the program", { command: "${workspaceFolder}/.venv/bin/vaulttool", vault: "", arguments: [] }, "/v w", ["/v w/.venv/bin/vaulttool", "lsp"]],
  ["more arguments", { command: "v", vault: "", arguments: ["--config", "${workspaceFolder}/x.toml"] }, "/v", ["v", "lsp", "--config", "/v/x.toml"]],
  ["no folder open", { command: "v", vault: "${workspaceFolder}", arguments: [] }, undefined, ["v", "lsp", "--vault", "."]],
];

for (const [name, settings, open, wanted] of table) {
  test(`launch: ${name}`, () => {
    const made = launch(settings, open);
    assert.deepEqual([made.command, ...made.args], wanted);
  });
}

test("the manifest names what the bundle registers", () => {
  const manifest = require("../package.json");
  const registered = [];
  const fake = {
    commands: { registerCommand: (name) => (registered.push(name), { dispose() {} }), executeCommand: async () => {} },
    workspace: { onDidChangeConfiguration: () => ({ dispose() {} }) },
  };
  const anything = new Proxy(function () {}, { get: (_, key) => (key in fake ? fake[key] : anything), apply: () => anything, construct: () => anything });
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? anything : load(name, ...rest));
  try {
    const extension = require("../dist/extension.js");
    assert.equal(typeof extension.activate, "function");
    assert.equal(typeof extension.deactivate, "function");
    void extension.activate({ subscriptions: [] }).catch(() => {});
  } finally {
    Module._load = load;
  }
  for (const { command } of manifest.contributes.commands) {
    assert.ok(registered.includes(command), command);
  }
});

const program = process.env.VAULTTOOL ?? "vaulttool";
const there = spawnSync(program, ["lsp", "--help"]).status === 0;

test("the server says what is broken in a note", { skip: there ? false : `${program} is not installed` }, async () => {
  const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = require("vscode-languageserver-protocol/node");
  const vault = mkdtempSync(join(tmpdir(), "vaulttool-vault-"));
  writeFileSync(join(vault, "Home.md"), "See [[Nowhere]].\n");
  const { command, args } = launch({ command: program, vault: "", arguments: [] }, vault);
  const server = spawn(command, args, { cwd: vault, stdio: ["pipe", "pipe", "inherit"] });
  const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));
  const said = new Promise((resolve) => connection.onNotification("textDocument/publishDiagnostics", (told) => told.diagnostics.length && resolve(told)));
  connection.listen();
  await connection.sendRequest("initialize", { processId: process.pid, rootUri: pathToFileURL(vault).href, capabilities: {} });
  await connection.sendNotification("initialized", {});
  const told = await said;
  assert.equal(told.diagnostics[0].code, "broken-link");
  assert.deepEqual(told.diagnostics[0].range.start, { line: 0, character: 6 });
  await connection.sendRequest("shutdown");
  await connection.sendNotification("exit");
});
