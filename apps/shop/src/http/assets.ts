import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { catalogue } from "../catalogue.ts";
import { checkoutWays } from "../checkout-ways.ts";

/** A file that pages refer to. */
export interface Asset {
	/** Address on the shop, with a part of the content's hash: it may be kept for a year, since a change changes it. */
	readonly href: string;
	readonly type: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** For the `integrity` attribute (Subresource Integrity). */
	readonly integrity: string;
}

/** Every file the pages refer to, read once at start. */
export interface Assets {
	/** The asset of this name. Throws for a name that is not in the list below: pages only refer to what exists. */
	get(name: string): Asset;
	/** The asset at this address, for whoever asks for it. */
	at(href: string): Asset | undefined;
}

const types = { css: "text/css; charset=utf-8", js: "text/javascript; charset=utf-8", svg: "image/svg+xml" };

/** The package's folder, seen from `src/http` as from `dist/http`. */
const shopFolder = new URL("../../", import.meta.url);

const scripts = [...checkoutWays.map((way) => `checkout-${way}.js`), "waiting.js", "subscription-card.js"];

const sources: ReadonlyMap<string, URL> = new Map([
	["tokens.css", new URL(import.meta.resolve("@cardseal/ui/tokens.css"))],
	["base.css", new URL(import.meta.resolve("@cardseal/ui/base.css"))],
	["mark.svg", new URL(import.meta.resolve("@cardseal/ui/mark.svg"))],
	["shop.css", new URL("static/shop.css", shopFolder)],
	...scripts.map((name): [string, URL] => [name, new URL(`dist/browser/${name}`, shopFolder)]),
	...catalogue.map(({ slug }): [string, URL] => [`${slug}.svg`, new URL(`static/art/${slug}.svg`, shopFolder)]),
]);

/** Reads all files. Throws when one is missing; the scripts exist after `npm run build`. */
export async function loadAssets(): Promise<Assets> {
	const byName = new Map<string, Asset>();
	for (const [name, source] of sources) byName.set(name, await loadAsset(name, source));
	const byHref = new Map([...byName.values()].map((asset) => [asset.href, asset]));
	return {
		get(name) {
			const asset = byName.get(name);
			if (asset === undefined) throw new Error(`The shop has no file ${name}.`);
			return asset;
		},
		at: (href) => byHref.get(href),
	};
}

async function loadAsset(name: string, source: URL): Promise<Asset> {
	const bytes = new Uint8Array(await readFile(source));
	const digest = createHash("sha384").update(bytes).digest("base64");
	const version = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
	return { href: `/assets/${version}/${name}`, type: typeOf(name), bytes, integrity: `sha384-${digest}` };
}

function typeOf(name: string): string {
	const ending = name.slice(name.lastIndexOf(".") + 1);
	if (ending === "css" || ending === "js" || ending === "svg") return types[ending];
	throw new Error(`${name} has an ending without a media type.`);
}
