import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { ConfigError } from "../../config.ts";

/** A script, style sheet or image of the web application. Its name contains a hash of its content. */
export interface BuiltAsset {
	contentType: string;
	body: Buffer<ArrayBuffer>;
	/** Compressed once, at start. */
	zipped: Buffer<ArrayBuffer>;
}

/** The build of the web application. */
export interface BuiltFiles {
	/** The page for every address. */
	page: string;
	/** Keyed by file name below `/app/assets/`. */
	assets: ReadonlyMap<string, BuiltAsset>;
}

const contentTypes: Record<string, string> = {
	js: "text/javascript; charset=utf-8",
	css: "text/css; charset=utf-8",
	svg: "image/svg+xml",
};

const builtPage = import.meta.resolve("@cardseal/dashboard/index.html");

/** @throws ConfigError when there is no build, or when a file has an unknown type */
export function readBuiltFiles(pageUrl = builtPage): BuiltFiles {
	try {
		const folder = fileURLToPath(new URL("./assets/", pageUrl));
		const page = readFileSync(fileURLToPath(pageUrl), "utf8");
		return { page, assets: new Map(readdirSync(folder).map((name) => [name, readAsset(folder, name)])) };
	} catch (cause) {
		if (cause instanceof ConfigError) throw cause;
		throw new ConfigError("The web application was not built. Run `npm run build`.", { cause });
	}
}

function readAsset(folder: string, name: string): BuiltAsset {
	const contentType = contentTypes[/\.([a-z]+)$/.exec(name)?.[1] ?? ""];
	if (contentType === undefined)
		throw new ConfigError(`The web application contains ${name}, a file of no known kind.`);
	const body = readFileSync(folder + name);
	return { contentType, body, zipped: gzipSync(body, { level: 9 }) };
}
