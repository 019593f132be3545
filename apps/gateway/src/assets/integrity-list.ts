import type { BrowserFiles } from "../browser-files.ts";

/** The names that stand for whatever the newest release has: what merchants write into their pages. */
const standingNames = ["encrypt.js", "cardseal.js"];

/** The hash of everything that a page may load, by its address below `/v1/`. */
export function integrityList(files: BrowserFiles): Record<string, string> {
	const standing = [...files].filter(([name]) => standingNames.includes(name));
	return Object.fromEntries([
		...standing.map(([name, { integrity }]) => [name, integrity]),
		...[...files.values()].map(({ hashedName, integrity }) => [`assets/${hashedName}`, integrity]),
	]);
}
