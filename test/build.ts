/**
 * `npm run build`: compiles every package, then builds the files that browsers load. Does nothing if no file has changed since
 * the last build.
 */
import { globSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { isBuilt, noteBuilt } from "./built.ts";
import { runAllowedScripts } from "./install-scripts.ts";
import { problemOf, root } from "./run/command.ts";

/** Returns every project of the root tsconfig.json but the tests. */
function projects(): string[] {
	const { references } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8")) as {
		references: { path: string }[];
	};
	return references.map(({ path }) => path).filter((path) => path !== "test");
}

/** Copies what pages of the gateway read beside its compiled modules, which tsc leaves out. */
async function copyPageFiles(): Promise<void> {
	for (const workspace of ["apps/gateway", "packages/identity", "packages/payers", "packages/payments"]) {
		for (const file of globSync("**/*.{css,js}", { cwd: join(root, workspace, "src") })) {
			await cp(join(root, workspace, "src", file), join(root, workspace, "dist", file));
		}
	}
}

async function compile(): Promise<void> {
	// Runs TypeScript 7 (@typescript/native), which takes half the time. Version 6 stays for its API, which 7 lacks.
	const problem = await problemOf("tsc", ["-b", ...projects()]);
	if (problem !== undefined) throw new Error(problem);
	await copyPageFiles();
}

/** The parts in their order. They are imported late: they may import what tsc has just written. */
const parts: [name: string, build: () => Promise<unknown>][] = [
	["install scripts", runAllowedScripts],
	["types of the API", () => import("./api-types/write.ts")],
	["packages", compile],
	["encryption library", async () => (await import("../packages/encrypt/build.ts")).buildScript()],
	["card form", async () => (await import("../packages/widget/build.ts")).buildWidget()],
	["web application", async () => (await import("../apps/dashboard/build.ts")).buildDashboard()],
	["demo shop", async () => (await import("../apps/shop/build.ts")).buildShop()],
];

async function build(): Promise<void> {
	console.log("Building what browsers load and other packages import (a minute or more the first time):");
	for (const [name, buildPart] of parts) {
		const startedAt = performance.now();
		process.stdout.write(`  ${name} … `);
		await buildPart();
		process.stdout.write(`${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
	}
	console.log(`Built in ${(performance.now() / 1000).toFixed(1)} s.`);
}

try {
	if (!isBuilt()) {
		await build();
		noteBuilt();
	}
} catch (error) {
	console.error(`The build failed.\n${error instanceof Error ? error.message : String(error)}`);
	process.exitCode = 1;
}
