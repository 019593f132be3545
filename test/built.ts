import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./run/command.ts";

/** Sources and results of a build, below the root. */
const places = [
	"packages",
	"apps",
	"test/api-types",
	"test/bundling",
	"test/build.ts",
	"test/install-scripts.ts",
	"docs/errors.md",
	"docs/operate/metrics.md",
	"package.json",
	"package-lock.json",
	"tsconfig.json",
	"tsconfig.base.json",
];

/** In node_modules, so that a new installation builds again. */
const noteFile = join(root, "node_modules/.cache/cardseal-built");

/** Tells whether nothing has changed since the last build: neither a source nor a result. */
export function isBuilt(): boolean {
	try {
		return readFileSync(noteFile, "utf8") === fingerprintOf(root, places);
	} catch {
		return false;
	}
}

/** Notes that the files are built as they are. */
export function noteBuilt(): void {
	mkdirSync(dirname(noteFile), { recursive: true });
	writeFileSync(noteFile, fingerprintOf(root, places));
}

/** Returns a hash of names, sizes and times of files, and of Node's version. */
export function fingerprintOf(directory: string, names: readonly string[]): string {
	const hash = createHash("sha256").update(process.version);
	const visit = (path: string) => {
		const found = statSync(join(directory, path), { throwIfNoEntry: false });
		if (found?.isDirectory()) {
			for (const name of readdirSync(join(directory, path)).sort()) {
				if (name !== "node_modules") visit(`${path}/${name}`);
			}
		} else hash.update(`${path} ${found?.size} ${found?.mtimeMs}\n`);
	};
	for (const name of names) visit(name);
	return hash.digest("hex");
}
