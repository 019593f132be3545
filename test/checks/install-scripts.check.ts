import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { unreviewedScripts } from "../install-scripts.ts";
import { unlockedPackages } from "../locked-packages.ts";
import { installations } from "../release/installations.ts";
import { root } from "../run/command.ts";
import { testChecks } from "./check.ts";

testChecks([
	...installations.map((folder) => ({
		name: `${folder}: every install script of a package was read, and is allowed or denied`,
		problem: async () => unreviewedScripts(await read(folder, "package.json"), await read(folder, "package-lock.json")),
	})),
	...installations.map((folder) => ({
		name: `${folder}: every package has a hash and comes from npm's registry`,
		problem: async () => unlockedPackages(await read(folder, "package-lock.json")),
	})),
	...installations.map((folder) => ({
		name: `${folder}: npm runs no install script`,
		problem: async () =>
			(await read(folder, ".npmrc")).split("\n").includes("ignore-scripts=true")
				? undefined
				: `${folder}/.npmrc lacks ignore-scripts=true.`,
	})),
]);

function read(folder: string, name: string): Promise<string> {
	return readFile(join(root, folder, name), "utf8");
}
