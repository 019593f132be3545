import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { catalogue } from "./catalogue.ts";
import { checkoutWays } from "./checkout/page-protocol.ts";

/** A script with its hash for the `integrity` attribute (Subresource Integrity). */
export interface ScriptFile {
	url: string;
	integrity: string;
}

/** The address has a part of the hash, so browsers may keep the file for a year. */
export interface Asset extends ScriptFile {
	type: string;
	bytes: Uint8Array<ArrayBuffer>;
}

export type Assets = Awaited<ReturnType<typeof loadAssets>>;

const types: Record<string, string> = {
	css: "text/css; charset=utf-8",
	js: "text/javascript; charset=utf-8",
	svg: "image/svg+xml",
};

export const scriptNames = [...checkoutWays.map((way) => `checkout-${way}`), "waiting", "subscription-card"];

const shopFolder = new URL("../", import.meta.url);

const sources: [name: string, source: URL][] = [
	["tokens.css", new URL(import.meta.resolve("@cardseal/ui/tokens.css"))],
	["base.css", new URL(import.meta.resolve("@cardseal/ui/base.css"))],
	["mark.svg", new URL(import.meta.resolve("@cardseal/ui/mark.svg"))],
	["shop.css", new URL("static/shop.css", shopFolder)],
	...scriptNames.map((name): [string, URL] => [`${name}.js`, new URL(`dist/browser/${name}.js`, shopFolder)]),
	...catalogue.map(({ slug }): [string, URL] => [`${slug}.svg`, new URL(`static/art/${slug}.svg`, shopFolder)]),
];

/** @throws when a file is missing; the scripts exist after `npm run build` */
export async function loadAssets() {
	const assets = new Map<string, Asset>();
	for (const [name, source] of sources) {
		const bytes = new Uint8Array(await readFile(source));
		const hash = createHash("sha384").update(bytes).digest();
		const url = `/assets/${hash.toString("hex").slice(0, 12)}/${name}`;
		const type = types[name.slice(name.lastIndexOf(".") + 1)] ?? "";
		assets.set(name, { url, type, bytes, integrity: `sha384-${hash.toString("base64")}` });
	}
	const byUrl = new Map([...assets.values()].map((asset) => [asset.url, asset]));
	return {
		get(name: string): Asset {
			const asset = assets.get(name);
			if (asset === undefined) throw new Error(`The shop has no file ${name}.`);
			return asset;
		},
		find: (url: string) => byUrl.get(url),
	};
}
