import { randomBytes } from "node:crypto";
import { appendFile, chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateMasterKey, openVault } from "@cardseal/vault";
import type { TestProject } from "vitest/node";
import { openDatabase } from "../../apps/gateway/src/db/database.ts";
import { migrateToLatest } from "../../apps/gateway/src/db/migrate.ts";
import { layoutOf } from "../../apps/gateway/src/embedded-postgres/home.ts";
import { startEmbeddedDatabase } from "../../apps/gateway/src/embedded-postgres/start.ts";
import { seedSandbox } from "../../apps/gateway/src/sandbox/seed.ts";
import { testClocks } from "./clock.ts";
import { databaseUrl, execute } from "./database.ts";

interface Server {
	url: string;
	remove(): Promise<void>;
}

/**
 * One PostgreSQL server for a run of the tests, with a migrated database to copy from, and another one that a sandbox
 * has seeded: an embedded server in a temporary folder, or the one of TEST_DATABASE_URL, whose role must be allowed to
 * create databases.
 */
// biome-ignore lint/style/noDefaultExport: Vitest calls the default export of a globalSetup file.
export default async function provideDatabaseServer(project: TestProject): Promise<() => Promise<void>> {
	const given = process.env.TEST_DATABASE_URL;
	const server = given ? await useServer(given) : await startServer();
	try {
		const template = `cardseal_template_${randomBytes(6).toString("hex")}`;
		await execute(server.url, `CREATE DATABASE ${template}`);
		await migrateToLatest(databaseUrl(server.url, template));
		const sandbox = `${template}_sandbox`;
		await execute(server.url, `CREATE DATABASE ${sandbox} TEMPLATE ${template}`);
		const masterKey = await seed(databaseUrl(server.url, sandbox));
		project.provide("databaseServerUrl", server.url);
		project.provide("databaseTemplate", template);
		project.provide("sandboxTemplate", { name: sandbox, masterKey });
		return async () => {
			await execute(server.url, `DROP DATABASE ${sandbox}`);
			await execute(server.url, `DROP DATABASE ${template}`);
			await server.remove();
		};
	} catch (error) {
		await server.remove();
		throw error;
	}
}

/**
 * Does once what each sandbox does at its first start: two passwords alone take over half a second to hash. Returns the
 * master key that belongs to it.
 */
async function seed(url: string): Promise<string> {
	const masterKey = generateMasterKey();
	const clocks = testClocks();
	const database = openDatabase({ url, maximumConnections: 2 });
	try {
		const vault = await openVault({
			database: database.withTables(),
			masterKey,
			businessNow: () => clocks.business.now(),
			realNow: () => clocks.real.now(),
		});
		// The gateway that starts on it puts in its own addresses.
		await seedSandbox({ database, vault, clocks, partnerRedirectUri: "http://localhost/", shopOrigins: [] });
		return masterKey;
	} finally {
		await database.destroy();
	}
}

async function useServer(url: string): Promise<Server> {
	return { url, remove: async () => undefined };
}

async function startServer(): Promise<Server> {
	await removeAbandoned();
	const directory = await mkdtemp(join(tmpdir(), `cardseal-tests-${process.pid}-`));
	// Root runs PostgreSQL under another user, who must be able to pass.
	await chmod(directory, 0o711);
	const database = await startEmbeddedDatabase({ dataDirectory: directory, log: () => undefined });
	await doNotFlush(layoutOf(database.directory).cluster);
	const remove = async () => {
		await database.stop();
		await rm(directory, { recursive: true });
	};
	return { url: database.url, remove };
}

/**
 * Lets the server answer before the disk has what it wrote, since nobody starts it again after a crash: commits wait for
 * a slow disk longer than they work. The servers that tests kill or lose bring up themselves, with the safe settings.
 */
async function doNotFlush(cluster: string): Promise<void> {
	// Commits stay synchronous, which costs nothing now: what rows a plan of an index alone may trust would change with it.
	// So would the plans with what the server looks at by itself once a minute.
	const settings = ["fsync = off", "full_page_writes = off", "autovacuum = off"];
	await appendFile(join(cluster, "postgresql.conf"), `\n${settings.join("\n")}\n`);
	const [pid] = (await readFile(join(cluster, "postmaster.pid"), "utf8")).split("\n");
	// PostgreSQL reads its settings again at this signal.
	process.kill(Number(pid), "SIGHUP");
}

/**
 * Removes the folders of test runs that were killed. Their servers outlive them, as a gateway's would; PostgreSQL looks
 * for its postmaster.pid once a minute and ends when that is gone.
 */
async function removeAbandoned(): Promise<void> {
	for (const name of await readdir(tmpdir())) {
		const [, pid] = /^cardseal-tests-(\d+)-/.exec(name) ?? [];
		if (pid === undefined || isRunning(Number(pid))) continue;
		await rm(join(tmpdir(), name), { recursive: true, force: true });
	}
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		// Whoever we may not signal runs, too.
		return error instanceof Error && "code" in error && error.code === "EPERM";
	}
}
