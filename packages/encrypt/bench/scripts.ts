import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { bundleScript } from "../build.ts";

/** What a page loads for each way of encrypting. The peers' scripts leave a global `peer` with `seal` in it. */
export async function buildScripts(): Promise<{ cardseal: string; hpkeCore: string; jose: string }> {
	const [cardseal, hpkeCore, jose] = await Promise.all([
		bundleScript(),
		bundlePeer("peers/hpke-core/seal.ts"),
		bundlePeer("peers/jose/seal.ts"),
	]);
	return { cardseal, hpkeCore, jose };
}

/** Built as our own file is: one script, minified, for the same browsers. */
async function bundlePeer(entry: string): Promise<string> {
	const output = await build({
		configFile: false,
		logLevel: "error",
		root: import.meta.dirname,
		build: {
			write: false,
			target: "es2022",
			lib: { entry: join(import.meta.dirname, entry), formats: ["iife"], name: "peer" },
		},
	});
	const [script] = [output].flat().flatMap((part) => ("output" in part ? part.output : []));
	if (script?.type !== "chunk") throw new Error(`${entry} was not built as a script`);
	return script.code;
}

export function gzipBytes(text: string): number {
	return gzipSync(text, { level: 9 }).length;
}
