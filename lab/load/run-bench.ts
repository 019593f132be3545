import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DemoFile } from "@cardseal/gateway";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "../../packages/local-postgres/src/start.ts";
import { root } from "../../test/run/command.ts";
import { type Child, type ChildGroup, childGroup } from "./child.ts";

interface Gateway extends Child {
	demo: DemoFile;
}

/** The servers of a bench, and its folder. */
export interface Servers {
	/** A folder that is deleted at the end. */
	scratch: string;
	start: ChildGroup["start"];
	/** Starts the PostgreSQL of a data directory, by default `scratch`. Returns its URL. */
	startDatabase(dataDirectory?: string): Promise<string>;
	/** Starts a sandbox gateway as it runs in production, from what the build wrote. Without DATABASE_URL it uses the PostgreSQL of its DATA_DIR, by default `scratch`. */
	startGateway(environment?: Record<string, string>): Promise<Gateway>;
}

/** The options of Node in production, which limit the memory. */
function productionOptions(): string {
	const unit = readFileSync(join(root, "deploy/cardseal.service"), "utf8");
	const [, options] = unit.match(/^Environment="NODE_OPTIONS=(.*)"$/m) ?? [];
	if (options === undefined) throw new Error("deploy/cardseal.service sets no NODE_OPTIONS.");
	return options;
}

/**
 * Runs a bench, stops its servers, deletes its folder and exits: with 0 if `run` returned true. A signal ends the bench early.
 */
export async function runBench(name: string, run: (servers: Servers) => Promise<boolean>): Promise<never> {
	let isBuilt = false;
	const interrupted = interruption();
	const children = childGroup();
	const databases: Promise<EmbeddedDatabase>[] = [];
	const scratch = mkdtempSync(join(tmpdir(), `cardseal-${name}-`));
	// Under root, PostgreSQL runs as another user, who needs access to the directory.
	chmodSync(scratch, 0o711);
	const servers: Servers = {
		scratch,
		start: children.start,
		async startDatabase(dataDirectory = scratch) {
			const starting = startEmbeddedDatabase({ dataDirectory, log: () => undefined });
			databases.push(starting);
			return (await starting).url;
		},
		async startGateway(environment = {}) {
			if (!isBuilt) execFileSync("npm", ["run", "--silent", "build"], { stdio: ["ignore", "ignore", "inherit"] });
			isBuilt = true;
			const settings = {
				SANDBOX: "1",
				PORT: "0",
				LOG_LEVEL: "info",
				DATA_DIR: scratch,
				NODE_OPTIONS: productionOptions(),
				...environment,
			};
			const gateway = await children.start("apps/gateway/dist/main.js", settings, (line) => JSON.parse(line).url);
			return { ...gateway, demo: JSON.parse(readFileSync(join(settings.DATA_DIR, "demo.json"), "utf8")) };
		},
	};
	try {
		process.exitCode = (await Promise.race([run(servers), interrupted])) ? 0 : 1;
	} catch (error) {
		console.error(error);
		process.exitCode = 1;
	} finally {
		await children.stop();
		await Promise.allSettled(databases.map(async (database) => (await database).stop()));
		rmSync(scratch, { recursive: true, force: true });
	}
	// An interrupted bench would continue otherwise.
	process.exit();
}

/** Rejects on the first signal. A second one does not skip the clean-up. */
function interruption(): Promise<never> {
	return new Promise((_resolve, reject) => {
		for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
			process.on(signal, () => reject(new Error(`The bench was ended by ${signal}.`)));
		}
	});
}
