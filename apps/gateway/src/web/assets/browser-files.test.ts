import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ConfigError } from "../../../../../packages/platform/src/config-error.ts";
import { fileNamed, readBrowserFiles } from "./browser-files.ts";

const body = "export {};\n";
// `openssl dgst -sha384 -binary | base64` of the body.
const integrity = "sha384-z0dQZuTpVhlJhRpzBVjQTCgdq+BUSh89DMD4c8ea5gn4XTF+416jeLVKPWSl2O8q";

let folder: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "cardseal-browser-files-"));
	await write("frame.js", body);
});

afterEach(() => rm(folder, { recursive: true }));

function write(name: string, text: string): Promise<void> {
	return writeFile(join(folder, name), text);
}

/** Reads the folder with a manifest of its files. */
async function readAs(told: Record<string, string>) {
	await write("files.json", JSON.stringify(told));
	return readBrowserFiles(pathToFileURL(join(folder, "files.json")).href);
}

describe("readBrowserFiles", () => {
	test("reads each file with its type and hash", async () => {
		expect(fileNamed(await readAs({ "frame.js": integrity }), "frame.js")).toEqual({
			// `sha256sum`, its first twelve digits.
			hashedName: "frame-8e609bb71c20.js",
			body,
			contentType: "text/javascript; charset=utf-8",
			integrity,
		});
	});

	test("P-23 rejects a file that differs from its manifest", async () => {
		await write("frame.js", `${body} `);
		await expect(readAs({ "frame.js": integrity })).rejects.toThrow(
			"frame.js differs from the built file. Run `npm run build`.",
		);
	});

	test("gives changed content another name, so that an immutable name never changes its content", async () => {
		const before = fileNamed(await readAs({ "frame.js": integrity }), "frame.js");
		await write("frame.js", "export const other = 1;\n");
		const other = "sha384-JvqTV4sA4nbuFkffkA74yErd6RFRyB/pfdO3J5ZJiUUbE38cvHwWKMMAowxDOCiJ";
		const after = fileNamed(await readAs({ "frame.js": other }), "frame.js");
		expect(after.hashedName).toMatch(/^frame-[0-9a-f]{12}\.js$/);
		expect(after.hashedName).not.toBe(before.hashedName);
	});

	test.each(["../frame.js", "frame.html", "Frame.js", "frame"])(
		"rejects a manifest with %s, which browsers cannot load",
		async (name) => {
			await expect(readAs({ [name]: integrity })).rejects.toThrow();
		},
	);

	test("advises a build when there is none", async () => {
		const nowhere = pathToFileURL(join(folder, "nowhere.json")).href;
		expect(() => readBrowserFiles(nowhere)).toThrow(ConfigError);
		expect(() => readBrowserFiles(nowhere)).toThrow("Run `npm run build`.");
	});
});

describe("fileNamed", () => {
	test("advises a build when the file is missing", async () => {
		const files = await readAs({});
		expect(() => fileNamed(files, "frame.css")).toThrow(ConfigError);
	});
});
