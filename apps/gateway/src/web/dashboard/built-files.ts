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
	/** The address of a page's script. @throws ConfigError unless its source is an entry of the build */
	scriptOf: (source: string) => string;
}

const contentTypes: Record<string, string> = {
	js: "text/javascript; charset=utf-8",
	css: "text/css; charset=utf-8",
	svg: "image/svg+xml",
};

const manifestSchema = z.record(z.string(), z.object({ file: z.string() }));

const notBuilt = (cause?: unknown) =>
	new ConfigError("The web application was not built. Run `npm run build`.", { cause });

const builtPage = import.meta.resolve("@cardseal/dashboard/index.html");

/** @throws ConfigError when there is no build, or when a file has an unknown type */
export function readBuiltFiles(pageUrl = builtPage): BuiltFiles {
	try {
		const folder = fileURLToPath(new URL("./assets/", pageUrl));
		const page = readFileSync(fileURLToPath(pageUrl), "utf8");
		const assets = new Map(readdirSync(folder).map((name) => [name, readAsset(folder, name)]));
		const manifest = readFileSync(fileURLToPath(new URL("./manifest.json", pageUrl)), "utf8");
		const entries = manifestSchema.parse(JSON.parse(manifest));
		const scriptOf = (source: string) => {
			const entry = entries[source];
			if (entry === undefined) throw notBuilt();
			return `${root}/${entry.file}`;
		};
		return { page, assets, scriptOf };
	} catch (cause) {
		if (cause instanceof ConfigError) throw cause;
		throw notBuilt(cause);
	}
}

function readAsset(folder: string, name: string): BuiltAsset {
	const contentType = contentTypes[/\.([a-z]+)$/.exec(name)?.[1] ?? ""];
	if (contentType === undefined)
		throw new ConfigError(`The web application contains ${name}, a file of no known kind.`);
	return { contentType, body: readFileSync(folder + name) };
}
