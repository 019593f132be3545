import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { inject } from "vitest";

declare module "vitest" {
	interface ProvidedContext {
		/** A server for this run, by a role that may create databases. */
		databaseServerUrl: string;
		/** The name of a database on it that has the newest schema and no rows. Nobody may stay connected to it. */
		databaseTemplate: string;
		/** The same after a sandbox's first start, and the master key of its vault. */
		sandboxTemplate: { name: string; masterKey: string };
	}
}

export interface TestDatabase {
	url: string;
	/** Removes it, and cuts the connections that are still open. */
	drop(): Promise<void>;
}

/**
 * A database of its own in some 30 ms, with the newest schema and the template's rows, by default none: one for each test
 * file (`beforeAll`). The embedded server takes 300 connections, and as many files run at once as there are processors: a
 * file should open few.
 */
export async function createTestDatabase(template = inject("databaseTemplate")): Promise<TestDatabase> {
	const server = inject("databaseServerUrl");
	const name = `cardseal_test_${randomBytes(6).toString("hex")}`;
	// Written through the log, a copy is quicker than file by file and, unlike that, makes no checkpoint that would hold
	// up the tests beside it.
	await execute(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY WAL_LOG`);
	return { url: databaseUrl(server, name), drop: () => dropDatabase(server, name) };
}

const insufficientPrivilege = "42501";

/**
 * Removes a database and cuts its connections. A vacuum that the server itself runs there may be cut by nobody but a
 * superuser; it takes a moment, and the drop is tried again after it.
 */
async function dropDatabase(server: string, name: string, triesLeft = 100): Promise<void> {
	try {
		await execute(server, `DROP DATABASE ${name} WITH (FORCE)`);
	} catch (error) {
		const isVacuumed = error instanceof pg.DatabaseError && error.code === insufficientPrivilege;
		if (!isVacuumed || triesLeft === 0) throw error;
		await delay(100);
		await dropDatabase(server, name, triesLeft - 1);
	}
}

export function databaseUrl(server: string, name: string): string {
	const url = new URL(server);
	url.pathname = `/${name}`;
	return url.href;
}

/** One statement on a connection of its own: CREATE and DROP DATABASE take no part in transactions. */
export async function execute(url: string, statement: string): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		await client.query(statement);
	} finally {
		await client.end();
	}
}
