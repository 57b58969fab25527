"""A real editor against the real server: Neovim, headless, where it is installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from folders import write

SCRIPT = """\
local id = vim.lsp.start_client({ name = "vaulttool", cmd = vim.fn.json_decode(vim.env.SERVER), root_dir = vim.fn.getcwd() })
vim.cmd("edit Home.md")
vim.lsp.buf_attach_client(0, id)
vim.wait(60000, function() return #vim.diagnostic.get(0) >= 2 end, 50)
for _, one in ipairs(vim.diagnostic.get(0)) do
  io.stdout:write(string.format("%d:%d %s\\n", one.lnum + 1, one.col + 1, one.message:gsub("\\n", "; ")))
end
local place = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = 1, character = 3 }, newName = "Porto" }
local answers = vim.lsp.buf_request_sync(0, "textDocument/rename", place, 60000)
for _, answer in pairs(answers or {}) do
  for _, change in ipairs(answer.result.documentChanges) do
    io.stdout:write((change.kind or "edit") .. " " .. vim.fn.fnamemodify(change.newUri or change.textDocument.uri, ":t") .. "\\n")
  end
end
vim.cmd("qa!")
"""


def test_neovim_shows_findings_and_renames(tmp_path: Path) -> None:
    program = shutil.which("nvim")
    if program is None:
        pytest.skip("Neovim is not installed")
    write(
        tmp_path,
        {"Home.md": "[[Nowhere]] [[Lisbn]]\n[[Lisbon]]\n", "Lisbon.md": "# History\n", ".obsidian/app.json": "{}"},
    )
    script = tmp_path / "session.lua"
    script.write_text(SCRIPT, "utf-8")
    environment = os.environ | {"SERVER": f'["{sys.executable}", "-m", "vaulttool", "lsp"]'}
    command = [program, "--headless", "-u", "NONE", "-i", "NONE", "-S", str(script)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=150)
    assert done.stdout.splitlines() == [
        '1:3 no note or file is named "Nowhere"',
        '1:15 no note or file is named "Lisbn"; help: did you mean "Lisbon"?',
        "edit Home.md",
        "rename Porto.md",
    ], done.stderr
