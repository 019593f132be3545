import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { root } from "@cardseal/dashboard/addresses";
import { ConfigError } from "@cardseal/platform";
import { z } from "zod";

/** Its name contains a hash of its content. */
export interface BuiltAsset {
	contentType: string;
	body: Buffer<ArrayBuffer>;
}

export interface BuiltFiles {
	page: string;
	assets: ReadonlyMap<string, BuiltAsset>;
	passkeyScript: string;
}

const contentTypes: Record<string, string> = {
	js: "text/javascript; charset=utf-8",
	css: "text/css; charset=utf-8",
	svg: "image/svg+xml",
};

const passkeyEntry = "src/sign-in/passkey.ts";
const manifestSchema = z.object({ [passkeyEntry]: z.object({ file: z.string() }) });

const builtPage = import.meta.resolve("@cardseal/dashboard/index.html");

/** @throws ConfigError when there is no build, or when a file has an unknown type */
export function readBuiltFiles(pageUrl = builtPage): BuiltFiles {
	try {
		const folder = fileURLToPath(new URL("./assets/", pageUrl));
		const page = readFileSync(fileURLToPath(pageUrl), "utf8");
		const assets = new Map(readdirSync(folder).map((name) => [name, readAsset(folder, name)]));
		return { page, assets, passkeyScript: `${root}/${entryFile(new URL("./manifest.json", pageUrl))}` };
	} catch (cause) {
		if (cause instanceof ConfigError) throw cause;
		throw new ConfigError("The web application was not built. Run `npm run build`.", { cause });
	}
}

function entryFile(manifestUrl: URL): string {
	return manifestSchema.parse(JSON.parse(readFileSync(fileURLToPath(manifestUrl), "utf8")))[passkeyEntry].file;
}

function readAsset(folder: string, name: string): BuiltAsset {
	const contentType = contentTypes[/\.([a-z]+)$/.exec(name)?.[1] ?? ""];
	if (contentType === undefined)
		throw new ConfigError(`The web application contains ${name}, a file of no known kind.`);
	return { contentType, body: readFileSync(folder + name) };
}
