import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileNamed, readBrowserFiles } from "./browser-files.ts";
import { ConfigError } from "./config.ts";

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

/** Reads the folder as if the build had told this of its one file. */
async function readAs(told: Record<string, string>) {
	await write("files.json", JSON.stringify({ "frame.js": { file: "frame-0123456789ab.js", integrity, ...told } }));
	return readBrowserFiles(pathToFileURL(join(folder, "files.json")).href);
}

describe("readBrowserFiles", () => {
	it("reads each file with what a browser is to know of it", async () => {
		expect(fileNamed(await readAs({}), "frame.js")).toEqual({
			hashedName: "frame-0123456789ab.js",
			body,
			contentType: "text/javascript; charset=utf-8",
			integrity,
		});
	});

	it("P-23 refuses a file that is not the one its manifest tells of", async () => {
		await write("frame.js", `${body} `);
		await expect(readAs({})).rejects.toThrow("frame.js is not the file that was built. Run `npm run build`.");
	});

	it.each(["frame.js", "../frame-0123456789ab.js", "frame-0123456789ab.html", "frame-0123456789AB.js"])(
		"refuses to serve a file as %s, which does not hold its hash and kind",
		async (file) => {
			await expect(readAs({ file })).rejects.toThrow();
		},
	);

	it("says what to do when nothing was built", async () => {
		const nowhere = pathToFileURL(join(folder, "nowhere.json")).href;
		expect(() => readBrowserFiles(nowhere)).toThrow(ConfigError);
		expect(() => readBrowserFiles(nowhere)).toThrow("Run `npm run build`.");
	});
});

describe("fileNamed", () => {
	it("says what to do when the build made no such file", async () => {
		const files = await readAs({});
		expect(() => fileNamed(files, "frame.css")).toThrow(ConfigError);
	});
});
