/**
 * `npm run build`: compiles every package, then builds the files that browsers load. Unchanged parts are not built
 * again.
 */
import { globSync, readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { runAllowedScripts } from "./install-scripts.ts";
import { problemOf, root } from "./run/command.ts";

/** Returns every project of the root tsconfig.json but the tests. */
function projects(): string[] {
	const { references } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8")) as {
		references: { path: string }[];
	};
	return references.map(({ path }) => path).filter((path) => path !== "test");
}

/** Copies what the gateway's pages read beside its compiled modules, which tsc leaves out. */
async function copyPageFiles(): Promise<void> {
	const gateway = join(root, "apps/gateway");
	for (const file of globSync("**/*.{css,js}", { cwd: join(gateway, "src") })) {
		await cp(join(gateway, "src", file), join(gateway, "dist", file));
	}
}

async function build(): Promise<void> {
	await runAllowedScripts();
	await import("./api-types/write.ts");
	// Runs TypeScript 7 (@typescript/native), which takes half the time. Version 6 stays for its API, which 7 lacks.
	const problem = await problemOf("tsc", ["-b", ...projects()]);
	if (problem !== undefined) throw new Error(problem);
	await copyPageFiles();
	// Imported late: they may import what tsc has just written.
	const { buildScript } = await import("../packages/encrypt/build.ts");
	await buildScript();
	const { buildWidget } = await import("../packages/widget/build.ts");
	await buildWidget();
	const { buildDashboard } = await import("../apps/dashboard/build.ts");
	await buildDashboard();
	const { buildShop } = await import("../apps/shop/build.ts");
	await buildShop();
}

try {
	console.log("Building what browsers load and other packages import (up to a minute the first time) …");
	await build();
	console.log(`Built in ${(performance.now() / 1000).toFixed(1)} s.`);
} catch (error) {
	console.error(`The build failed.\n${error instanceof Error ? error.message : String(error)}`);
	process.exitCode = 1;
}
