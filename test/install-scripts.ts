/**
 * Install scripts of packages. `.npmrc` switches all of them off, because they run with the rights of the person who installs;
 * package.json names in `allowScripts` those that were read, and the build runs the allowed ones.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { problemOf, root } from "./run/command.ts";

const manifestSchema = z.object({ allowScripts: z.record(z.string(), z.boolean()).default({}) });

const lockSchema = z.object({
	packages: z.record(z.string(), z.object({ hasInstallScript: z.boolean().optional() })),
});

/** In the package's folder, so that it disappears when npm replaces the package. */
const ranMarker = ".install-script-ran";

/**
 * Compares a lock file with the scripts that its package.json names.
 *
 * @param manifest text of package.json
 * @param lock text of package-lock.json
 */
export function unreviewedScripts(manifest: string, lock: string): string[] {
	const { allowScripts } = manifestSchema.parse(JSON.parse(manifest));
	const { packages } = lockSchema.parse(JSON.parse(lock));
	const withScript = Object.keys(packages)
		.filter((path) => packages[path]?.hasInstallScript)
		.map((path) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
	return [
		...[...new Set(withScript)]
			.filter((name) => !Object.hasOwn(allowScripts, name))
			.map((name) => `${name} has an install script: read it, then name the package in allowScripts.`),
		...Object.keys(allowScripts)
			.filter((name) => !withScript.includes(name))
			.map((name) => `allowScripts names ${name}, which has no install script.`),
	];
}

/** Runs the allowed install scripts of installed packages, once for each installation. */
export async function runAllowedScripts(): Promise<void> {
	const { allowScripts } = manifestSchema.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
	const folders = Object.keys(allowScripts)
		.filter((name) => allowScripts[name])
		.map((name) => ({ name, folder: join(root, "node_modules", name) }));
	const waiting = folders.filter(({ folder }) => existsSync(folder) && !existsSync(join(folder, ranMarker)));
	if (waiting.length === 0) return;
	const problem = await problemOf("npm", ["rebuild", "--ignore-scripts=false", ...waiting.map(({ name }) => name)]);
	if (problem !== undefined) throw new Error(problem);
	for (const { folder } of waiting) writeFileSync(join(folder, ranMarker), "");
}
