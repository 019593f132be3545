import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ConfigError } from "@cardseal/platform";
import { z } from "zod";

export interface BrowserFile {
	hashedName: string;
	body: string;
	contentType: string;
	integrity: string;
}

export const assetsPath = "/v1/assets";

export function assetPath({ hashedName }: Pick<BrowserFile, "hashedName">): string {
	return `${assetsPath}/${hashedName}`;
}

/** The newest release, for merchants' pages. */
export const standingPaths = { "encrypt.js": "/v1/encrypt.js", "cardseal.js": "/v1/cardseal.js" } as const;

export const integrityPath = "/v1/integrity.json";

/** Plain names: "encrypt.js", "locale-fr.json" … */
export type BrowserFiles = ReadonlyMap<string, BrowserFile>;

const contentTypes: Record<string, string> = {
	js: "text/javascript; charset=utf-8",
	css: "text/css; charset=utf-8",
	json: "application/json; charset=utf-8",
};

/** Hashes by plain name. */
const manifestSchema = z.record(z.string().regex(/^[a-z][\w-]*\.(?:js|css|json)$/), z.string());

const widgetManifest = import.meta.resolve("@cardseal/widget/files.json");

/**
 * @param manifestUrl in the folder of the widget's files
 * @throws ConfigError when a file is missing or differs from the manifest
 */
export function readBrowserFiles(manifestUrl = widgetManifest): BrowserFiles {
	const encrypt = readUrl(import.meta.resolve("@cardseal/encrypt/cardseal-encrypt.js"));
	const files = new Map([["encrypt.js", describeFile("encrypt.js", encrypt)]]);
	for (const [name, integrity] of Object.entries(manifestSchema.parse(JSON.parse(readUrl(manifestUrl))))) {
		const found = describeFile(name, readUrl(new URL(name, manifestUrl)));
		if (found.integrity !== integrity) throw new ConfigError(`${name} differs from the built file. ${advice}`);
		files.set(name, found);
	}
	return files;
}

/** @throws ConfigError when the build has no such file */
export function fileNamed(files: BrowserFiles, name: string): BrowserFile {
	const file = files.get(name);
	if (file === undefined) throw new ConfigError(`The build did not create ${name}. ${advice}`);
	return file;
}

/** Hashes by address below `/v1/`. */
export function integrityList(files: BrowserFiles): Record<string, string> {
	const standing = Object.entries(standingPaths).map(([name, path]) => [path, fileNamed(files, name)] as const);
	const forGood = [...files.values()].map((file) => [assetPath(file), file] as const);
	const listed = [...standing, ...forGood].map(([path, { integrity }]) => [path.slice("/v1/".length), integrity]);
	return Object.fromEntries(listed);
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
