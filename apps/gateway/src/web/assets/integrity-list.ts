import { assetPath, type BrowserFiles, fileNamed, standingPaths } from "./browser-files.ts";

const root = "/v1/";

/** Hashes by address below `/v1/`. */
export function integrityList(files: BrowserFiles): Record<string, string> {
	const standing = Object.entries(standingPaths).map(([name, path]) => [path, fileNamed(files, name)] as const);
	const forGood = [...files.values()].map((file) => [assetPath(file), file] as const);
	return Object.fromEntries(
		[...standing, ...forGood].map(([path, { integrity }]) => [path.slice(root.length), integrity]),
	);
}
