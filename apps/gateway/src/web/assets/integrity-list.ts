import { assetPath, type BrowserFiles, fileNamed, standingPaths } from "./browser-files.ts";

/** What the addresses in the list begin behind. */
const root = "/v1/";

/** The hash of everything that a page may load, by its address below `/v1/`. */
export function integrityList(files: BrowserFiles): Record<string, string> {
	const standing = Object.entries(standingPaths).map(([name, path]) => [path, fileNamed(files, name)] as const);
	const forGood = [...files.values()].map((file) => [assetPath(file), file] as const);
	return Object.fromEntries(
		[...standing, ...forGood].map(([path, { integrity }]) => [path.slice(root.length), integrity]),
	);
}
