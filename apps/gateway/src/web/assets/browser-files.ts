import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { ConfigError } from "../../config.ts";

/** A file that browsers load from here. */
export interface BrowserFile {
	/** Its name with a part of its hash, so that another content has another name. */
	hashedName: string;
	body: string;
	contentType: string;
	/** For the `integrity` attribute of a script or link element. */
	integrity: string;
}

/** Below it each file is served for good, by its hashed name. */
export const assetsPath = "/v1/assets";

/** Where a file is served from for good. */
export function assetPath({ hashedName }: Pick<BrowserFile, "hashedName">): string {
	return `${assetsPath}/${hashedName}`;
}

/** Where the newest release is served from, for merchants' pages: the scripts by their plain names. */
export const standingPaths = { "encrypt.js": "/v1/encrypt.js", "cardseal.js": "/v1/cardseal.js" } as const;

/** Where the hashes of everything above are told. */
export const integrityPath = "/v1/integrity.json";

/** The files that browsers load, by their plain names: "encrypt.js", "cardseal.js", "frame.js", "locale-fr.json" … */
export type BrowserFiles = ReadonlyMap<string, BrowserFile>;

const contentTypes: Record<string, string> = {
	js: "text/javascript; charset=utf-8",
	css: "text/css; charset=utf-8",
	json: "application/json; charset=utf-8",
};

/** What the build of the widget tells of its files: by their plain names, what they hash to. */
const manifestSchema = z.record(z.string().regex(/^[a-z][\w-]*\.(?:js|css|json)$/), z.string());

const widgetManifest = import.meta.resolve("@cardseal/widget/files.json");

/**
 * Reads the files that the build made for browsers.
 *
 * @param manifestUrl where the widget's build wrote down its files, beside them
 * @throws ConfigError when they are missing, or are not what their manifest says: browsers would refuse them
 */
export function readBrowserFiles(manifestUrl = widgetManifest): BrowserFiles {
	const encrypt = readUrl(import.meta.resolve("@cardseal/encrypt/cardseal-encrypt.js"));
	const files = new Map([["encrypt.js", describeFile("encrypt.js", encrypt)]]);
	for (const [name, integrity] of Object.entries(manifestSchema.parse(JSON.parse(readUrl(manifestUrl))))) {
		const found = describeFile(name, readUrl(new URL(name, manifestUrl)));
		if (found.integrity !== integrity) throw new ConfigError(`${name} is not the file that was built. ${advice}`);
		files.set(name, found);
	}
	return files;
}

/** @throws ConfigError when the build made no file of this name */
export function fileNamed(files: BrowserFiles, name: string): BrowserFile {
	const file = files.get(name);
	if (file === undefined) throw new ConfigError(`The build made no ${name}. ${advice}`);
	return file;
}

const advice = "Run `npm run build`.";

function readUrl(url: string | URL): string {
	try {
		return readFileSync(fileURLToPath(url), "utf8");
	} catch (cause) {
		throw new ConfigError(`A file for browsers is missing. ${advice}`, { cause });
	}
}

function describeFile(name: string, body: string): BrowserFile {
	const [, stem, extension = ""] = /^(.*)\.([a-z]+)$/.exec(name) ?? [];
	const hash = createHash("sha256").update(body).digest("hex").slice(0, 12);
	return {
		hashedName: `${stem}-${hash}.${extension}`,
		body,
		contentType: contentTypes[extension] ?? "application/octet-stream",
		integrity: `sha384-${createHash("sha384").update(body).digest("base64")}`,
	};
}
