import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { bundleScript } from "../build.ts";

/** The script that a page loads for each library. The peers' scripts define a global `peer` with `seal`. */
export async function buildScripts(): Promise<{ cardseal: string; hpkeCore: string; jose: string }> {
	const [cardseal, hpkeCore, jose] = await Promise.all([
		bundleScript(),
		bundlePeer("peers/hpke-core/seal.ts"),
		bundlePeer("peers/jose/seal.ts"),
	]);
	return { cardseal, hpkeCore, jose };
}

/** Built like our own file: one minified script for the same browsers. */
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
