import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("the table in the documentation is what the library can do", async () => {
	const probe = new URL("../src/probe/main.ts", import.meta.url);
	const run = promisify(execFile)(process.env.PRISM_NODE ?? process.execPath, [
		"--conditions=source",
		probe.pathname,
		"--check",
	]);
	await expect(run).resolves.toBeTruthy();
});
