import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { problemOf, root, run } from "../run/command.ts";
import type { Check } from "./check.ts";

const published = ["packages/card", "packages/client", "packages/encrypt", "packages/widget"];

const packAnswer = z.tuple([z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) })]);

type ExportTarget = string | { types?: string; default?: string };

/**
 * Checks the published packages, each as the archive that its users install.
 *
 * @param directory takes the archives
 */
export async function checksOfPackages(directory: string): Promise<Check[]> {
	return (await Promise.all(published.map((folder) => checksOf(folder, directory)))).flat();
}

async function checksOf(folder: string, directory: string): Promise<Check[]> {
	const manifest = JSON.parse(await readFile(join(root, folder, "package.json"), "utf8"));
	const packing = pack(folder, directory);
	// Each check awaits the archive and reports its failure. Without this line the first failure would end the run.
	packing.catch(() => {});
	const archive = async () => join(directory, (await packing).filename);
	return [
		{
			name: `${manifest.name}: holds what its users need, and no more`,
			problem: async () => problemsOfFiles((await packing).files, manifest.exports),
		},
		{
			name: `${manifest.name}: publint finds nothing`,
			problem: async () => problemOf("publint", ["run", await archive(), "--strict"]),
		},
		{
			name: `${manifest.name}: its types are found by every way of importing ESM`,
			problem: async () => problemOfTypes(await archive(), scriptEntries(manifest.exports)),
		},
	];
}

async function pack(folder: string, directory: string): Promise<{ filename: string; files: string[] }> {
	const { code, stdout, output } = await run("npm", [
		"pack",
		"--json",
		`--pack-destination=${directory}`,
		`./${folder}`,
	]);
	if (code !== 0) throw new Error(`npm pack failed.\n${output}`);
	const [{ filename, files }] = packAnswer.parse(JSON.parse(stdout));
	return { filename, files: files.map(({ path }) => path) };
}

const attwAnswer = z.object({
	analysis: z.object({ types: z.union([z.literal(false), z.object({ kind: z.string() })]) }),
});

/** attw accepts a package without types, so its answer is read as well. */
async function problemOfTypes(archive: string, options: readonly string[]): Promise<string | undefined> {
	const args = [archive, "--profile", "esm-only", ...options];
	const { code, stdout } = await run("attw", [...args, "--format", "json"]);
	if (code !== 0) return (await problemOf("attw", [...args, "--format", "ascii"])) ?? "attw failed once.";
	const { types } = attwAnswer.parse(JSON.parse(stdout)).analysis;
	return types !== false && types.kind === "included" ? undefined : "The package brings no types.";
}

/** Files for `<script src>` have no types. */
function scriptEntries(exports: Record<string, ExportTarget>): string[] {
	const names = Object.keys(exports).filter((name) => name.endsWith(".js"));
	return names.length === 0 ? [] : ["--exclude-entrypoints", ...names];
}

/**
 * Compares an archive's files with those that belong in it.
 *
 * @param files paths in the archive
 * @param exports of its package.json; every target must exist
 */
export function problemsOfFiles(files: readonly string[], exports: Record<string, ExportTarget>): string[] {
	const targets = Object.values(exports).flatMap((target) =>
		typeof target === "string" ? [target] : [target.types, target.default].filter((path) => path !== undefined),
	);
	const needed = ["package.json", "README.md", "LICENSE", ...targets.map((path) => path.replace(/^\.\//, ""))];
	const mayBeThere = /^dist\/(?:[\w-]+\/)*[\w-]+(?:\.d\.ts|\.js|\.json|\.css)$/;
	return [
		...needed.filter((path) => !files.includes(path)).map((path) => `${path} is missing.`),
		...files
			.filter((path) => !needed.includes(path) && !mayBeThere.test(path))
			.map((path) => `${path} should not be in the package.`),
	];
}
