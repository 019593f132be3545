import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BuildOptions, type InlineConfig, mergeConfig, build as vite } from "vite";
import { compileHint } from "../../test/bundling/compile-hint.ts";
import { english } from "./src/locale/en.ts";
import preactConfig from "./vite.config.ts";

const folder = join(import.meta.dirname, "dist/browser");
const source = join(import.meta.dirname, "src");

/** The same sources and lock file give the same bytes. */
async function bundle(build: BuildOptions, further: InlineConfig = {}): Promise<string> {
	const own = mergeConfig({ configFile: false, build: { ...build, write: false } }, further);
	const output = await vite(mergeConfig(preactConfig, own));
	const files = [output].flat().flatMap((part) => ("output" in part ? part.output : []));
	const texts = files.map((file) => (file.type === "chunk" ? file.code : String(file.source)));
	const [text] = texts.filter((one) => one.trim() !== "");
	if (text === undefined) throw new Error("Nothing was built.");
	return text;
}

/** Names the file by its hash: a script loads the version it was built with. */
function withChallengeApart(challenge: string): InlineConfig {
	const hash = createHash("sha256").update(challenge).digest("hex").slice(0, 12);
	const apart = { find: /^.*\/load-challenge\.ts$/, replacement: join(source, "challenge/load-challenge-apart.ts") };
	return {
		define: { challengePath: JSON.stringify(`/v1/assets/challenge-${hash}.js`) },
		resolve: { alias: [apart] },
		build: { rolldownOptions: { optimization: { inlineConst: { mode: "all", pass: 2 } } } },
	};
}

async function makeFiles(): Promise<Map<string, string>> {
	const script = (entry: string) => ({
		lib: { entry: join(source, entry), formats: ["iife" as const], name: "cardseal" },
	});
	const module = { input: join(source, "challenge/challenge.ts"), preserveEntrySignatures: "strict" as const };
	const challenge = await bundle({ rolldownOptions: module });
	const files = new Map([
		["cardseal.js", await bundle(script("script.ts"), withChallengeApart(challenge))],
		["challenge.js", challenge],
		["frame.js", `${compileHint}\n${await bundle(script("frame.tsx"))}`],
		["frame.css", await bundle({ rolldownOptions: { input: join(source, "frame.css") } })],
	]);
	files.set("marks.json", await readJson("marks.json"));
	files.set("locale-en.json", JSON.stringify(english));
	for (const file of (await readdir(join(source, "locale"))).sort()) {
		if (!file.endsWith(".json")) continue;
		files.set(`locale-${file}`, await readJson(`locale/${file}`));
	}
	return files;
}

async function readJson(name: string): Promise<string> {
	return JSON.stringify(JSON.parse(await readFile(join(source, name), "utf8")));
}

/** Writes `dist/browser`, and `files.json` with hashes for `integrity`. */
export async function buildWidget(): Promise<void> {
	await mkdir(folder, { recursive: true });
	const manifest: Record<string, string> = {};
	for (const [name, text] of await makeFiles()) {
		manifest[name] = `sha384-${createHash("sha384").update(text).digest("base64")}`;
		await writeFile(join(folder, name), text);
	}
	await writeFile(join(folder, "files.json"), `${JSON.stringify(manifest, undefined, "\t")}\n`);
}
