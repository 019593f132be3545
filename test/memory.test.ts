import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { removeAbandoned } from "./memory.ts";

test("folders of ended processes are removed, those of running ones and others stay", () => {
	const directory = mkdtempSync(join(tmpdir(), "cardseal-memory-"));
	try {
		const { pid } = spawnSync(process.execPath, ["--version"]);
		const others = [`run-${process.pid}`, "run-", `other-${pid}`];
		for (const name of [`run-${pid}`, ...others]) mkdirSync(join(directory, name));
		removeAbandoned(directory, /^run-(\d+)$/);
		expect(readdirSync(directory).sort()).toEqual(others.sort());
	} finally {
		rmSync(directory, { recursive: true });
	}
});
