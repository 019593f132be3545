import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exampleText, overwrite } from "../test-support/example-file.ts";

let folder: string;
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), "cardseal-eft-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function eft(...args: string[]) {
	const program = join(import.meta.dirname, "eft.ts");
	const { status, stdout, stderr } = spawnSync(process.execPath, ["--conditions=source", program, ...args], {
		encoding: "utf8",
	});
	return { status, stdout, stderr };
}

function fileOf(name: string, text: string): string {
	const path = join(folder, name);
	writeFileSync(path, text);
	return path;
}

test("eft show prints a file", () => {
	const { status, stdout, stderr } = eft("show", fileOf("good.txt", exampleText({})));
	expect(stdout).toContain("Originator CARDSEAL01, file 42 of 2026-11-20\n");
	expect(stdout).toContain("****6789");
	expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

test("eft show prints nothing of a corrupted file but where it is wrong", () => {
	const path = fileOf("corrupted.txt", overwrite(exampleText({}), 2, 28, "0000012551"));
	expect(eft("show", path)).toEqual({
		status: 1,
		stdout: "",
		stderr:
			`${path} is no AFT file that can be trusted. ` +
			"Line 3, column 47: expected 00000000012551, what the items come to (creditsCents).\n",
	});
});

test("eft show says that a file is not there", () => {
	const { status, stderr } = eft("show", join(folder, "nothing.txt"));
	expect(status).toBe(1);
	expect(stderr).toMatch(/nothing\.txt cannot be read: ENOENT/);
});

test.each([[["show"]], [["print", "file"]]])("eft %j is told the usage", (args) => {
	expect(eft(...args)).toEqual({ status: 1, stdout: "", stderr: "Usage: npm run eft -- show FILE\n" });
});
