import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./command.ts";

/** A text file of the repository. */
export interface ProjectFile {
	/** Relative to the repository's root, with `/`. */
	path: string;
	text: string;
}

/**
 * Lists the files that git does not ignore, committed or not. It reads `.gitignore` itself, so that a copy without git
 * can be checked.
 *
 * @throws Error when there are none, because a check of no files would pass
 */
export async function listProjectFiles(): Promise<string[]> {
	const isIgnored = await readIgnore();
	const paths = await listFiles("", (path) => path !== ".git" && !isIgnored(path));
	if (paths.length === 0) throw new Error(`No files were found in ${root}.`);
	return paths;
}

export async function readProjectFiles(): Promise<ProjectFile[]> {
	const paths = await listProjectFiles();
	return await Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), "utf8") })));
}

export async function readIgnore(): Promise<(path: string) => boolean> {
	return parseIgnore(await readFile(join(root, ".gitignore"), "utf8"));
}

async function listFiles(folder: string, isWanted: (path: string) => boolean): Promise<string[]> {
	const entries = await readdir(join(root, folder), { withFileTypes: true });
	const found = entries
		.map((entry) => ({ entry, path: folder === "" ? entry.name : `${folder}/${entry.name}` }))
		.filter(({ path }) => isWanted(path));
	const files = found.filter(({ entry }) => entry.isFile()).map(({ path }) => path);
	const folders = found.filter(({ entry }) => entry.isDirectory()).map(({ path }) => path);
	const inside = await Promise.all(folders.map((path) => listFiles(path, isWanted)));
	return [...files, ...inside.flat()];
}

/**
 * Parses the two forms that our `.gitignore` uses: a name (`dist/`) and an ending (`*.log`).
 *
 * @throws Error for any other form, to avoid ignoring too much
 */
export function parseIgnore(text: string): (path: string) => boolean {
	const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
	const unknown = lines.find((line) => !/^(?:\*\.)?[\w.-]+\/?$/.test(line));
	if (unknown !== undefined)
		throw new Error(`.gitignore has a line of a new form, which the checks do not know: ${unknown}`);
	return (path) => {
		const name = path.split("/").at(-1) ?? "";
		return lines.some((line) =>
			line.startsWith("*") ? name.endsWith(line.slice(1)) : name === line.replace(/\/$/, ""),
		);
	};
}
