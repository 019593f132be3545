import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";
import { compileHint } from "../../test/bundling/compile-hint.ts";

const scriptName = "cardseal-encrypt.js";
const dist = join(import.meta.dirname, "dist");

/** Returns the script-tag file as text. The same sources and lock file give the same bytes. */
export async function bundleScript(): Promise<string> {
	const output = await build({ configFile: join(import.meta.dirname, "vite.config.ts"), build: { write: false } });
	const chunks = [output].flat().flatMap((part) => ("output" in part ? part.output : []));
	const [script] = chunks;
	if (script?.type !== "chunk" || chunks.length !== 1) throw new Error("The script was not built as one file");
	return `${compileHint}\n${script.code}`;
}

/** Writes `dist/cardseal-encrypt.js`, and `dist/integrity.json` with its hash for the `integrity` attribute. */
export async function buildScript(): Promise<void> {
	const script = await bundleScript();
	const integrity = `sha384-${createHash("sha384").update(script).digest("base64")}`;
	await mkdir(dist, { recursive: true });
	await writeFile(join(dist, scriptName), script);
	await writeFile(join(dist, "integrity.json"), `${JSON.stringify({ [scriptName]: integrity }, undefined, "\t")}\n`);
}
