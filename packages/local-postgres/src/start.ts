import { randomBytes } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { type Account, chooseAccount } from "./account.ts";
import { type Binaries, findBinaries, reachableBinaries } from "./binaries.ts";
import { assertSameMajorVersion, createHome, databaseName } from "./cluster.ts";
import { chooseHome, findHome, layoutOf, linkHome, makeDataDirectory } from "./home.ts";
import { withLock } from "./lock.ts";
import { reasonIn } from "./processes.ts";
import { findServer, type Launch, launch, shortenLog, stopServer } from "./server.ts";
import { socketDirectoryOf, urlOf } from "./socket.ts";
import { closeConnection, supervise } from "./supervise.ts";
import { type Deadline, deadlineIn, waitFor } from "./wait.ts";

/** Recovery from a crash reads up to 1 GB of write-ahead log. */
const startLimitSeconds = 120;
/** Longer than another gateway's start or stop. */
const lockLimitSeconds = 150;
const patienceMs = 2_000;
const connectLimitMs = 10_000;
const logCheckIntervalMs = 600_000;

export interface EmbeddedDatabase {
	/** Contains the password: not for logs. Its application name identifies this gateway. */
	url: string;
	adopted: boolean;
	directory: string;
	/** The server has ended and restarts fail. */
	isLost(): boolean;
	/** Leaves the server running while another gateway is connected. */
	stop(): Promise<void>;
}

interface Site {
	home: string;
	binaries: Binaries;
	account: Account | undefined;
	url: string;
	log: (message: string) => void;
}

/**
 * Creates the server of a data directory, adopts a running one, or recovers one that crashed: workers and operator
 * commands share it. A server that ends later is started again.
 *
 * @throws with a message for the operator
 */
export async function startEmbeddedDatabase(options: {
	dataDirectory: string;
	log: (message: string) => void;
}): Promise<EmbeddedDatabase> {
	await makeDataDirectory(options.dataDirectory);
	const dataDirectory = await realpath(options.dataDirectory);
	const lock = join(dataDirectory, "postgres.lock");
	return await withLock(lock, deadlineIn(lockLimitSeconds), async () => {
		const site = await prepareSite(dataDirectory, options.log);
		const { home, url, log } = site;
		const { presence, adopted } = await reachServer(site, deadlineIn(startLimitSeconds));
		log(`${adopted ? "Adopted the running" : "Started"} PostgreSQL on ${socketDirectoryOf(home)}, data in ${home}.`);

		const logCheck = setInterval(() => shortenLog(home).catch(() => undefined), logCheckIntervalMs);
		logCheck.unref();
		const restart = (isStopping: () => boolean) =>
			withLock(lock, deadlineIn(lockLimitSeconds, isStopping), async () => {
				return (await reachServer(site, deadlineIn(startLimitSeconds, isStopping))).presence;
			});
		const supervision = supervise(presence, restart, log);
		let stopping: Promise<void> | undefined;
		const stop = async () => {
			clearInterval(logCheck);
			await supervision.stop();
			await withLock(lock, deadlineIn(lockLimitSeconds), () => stopUnlessShared(site));
		};
		return { url, adopted, directory: home, isLost: supervision.isLost, stop: () => (stopping ??= stop()) };
	});
}

async function prepareSite(dataDirectory: string, log: (message: string) => void): Promise<Site> {
	const found = await findHome(dataDirectory);
	const account = await chooseAccount(found === undefined ? undefined : await stat(layoutOf(found).cluster));
	const binaries = await reachableBinaries(await findBinaries(), account, log);
	const home = found ?? (await chooseHome(dataDirectory, account, log));
	if (found === undefined) {
		await createHome(home, binaries, account);
		await linkHome(dataDirectory, home);
	} else {
		await assertSameMajorVersion(layoutOf(home).cluster, binaries);
	}
	const password = (await readFile(layoutOf(home).password, "utf8")).trim();
	const url = urlOf(home, databaseName, password, `cardseal-${randomBytes(4).toString("hex")}`);
	return { home, binaries, account, url, log };
}

async function reachServer(site: Site, deadline: Deadline): Promise<{ presence: pg.Client; adopted: boolean }> {
	const say = () => site.log(`Waiting for PostgreSQL in ${site.home} to become ready.`);
	const patience = setTimeout(say, patienceMs);
	let launched: Launch | undefined;
	try {
		const reached = await waitFor(deadline, async () => {
			const found = await findServer(site.home);
			if (!found?.isServing) {
				launched = await launchUnlessRunning(site, launched, found?.pid);
				return undefined;
			}
			const presence = await connect(site);
			return presence && { presence, adopted: found.pid !== launched?.pid };
		});
		if (reached !== undefined) return reached;
	} finally {
		clearTimeout(patience);
	}
	throw new Error(
		`PostgreSQL in ${site.home} was not ready within ${startLimitSeconds} s. It may still be recovering after a crash: ` +
			`see ${layoutOf(site.home).log}, and start again.`,
	);
}

/** Another launch came first, or processes of a killed server are ending. */
const temporaryFailure = /lock file ".*" already exists|pre-existing shared memory block/;

async function launchUnlessRunning(
	{ home, binaries, account }: Site,
	launched: Launch | undefined,
	disproved: number | undefined,
): Promise<Launch> {
	if (launched?.hasExited() === false) return launched;
	const output = (await launched?.output()) ?? "";
	if (launched === undefined || temporaryFailure.test(output)) return await launch(home, binaries, account, disproved);
	throw new Error(`PostgreSQL in ${home} does not start: ${reasonIn(output)} (see ${layoutOf(home).log})`);
}

/** @throws when the server rejects the password */
async function connect({ home, url }: Site): Promise<pg.Client | undefined> {
	const limits = { connectionTimeoutMillis: connectLimitMs, query_timeout: connectLimitMs };
	const client = new pg.Client({ connectionString: url, ...limits });
	// Without a listener a lost connection would end the process.
	client.on("error", () => undefined);
	try {
		await client.connect();
		return client;
	} catch (error) {
		await closeConnection(client);
		// PostgreSQL's classes 28 (invalid authorization) and 3D (no such database).
		if (!(error instanceof pg.DatabaseError && /^(28|3D)/.test(error.code ?? ""))) return undefined;
		throw new Error(`PostgreSQL in ${home} refuses the password in ${layoutOf(home).password}.`, { cause: error });
	}
}

async function stopUnlessShared(site: Site): Promise<void> {
	const server = await findServer(site.home);
	if (!server?.isServing) return;
	const others = await countOtherGateways(site);
	if (others === 0) {
		await stopServer(site.home, server.pid);
		site.log("PostgreSQL has stopped.");
		return;
	}
	const who = others === undefined ? "it does not say who uses it" : "another gateway uses it";
	site.log(`PostgreSQL is left running: ${who}.`);
}

async function countOtherGateways(site: Site): Promise<number | undefined> {
	const client = await connect(site);
	if (client === undefined) return undefined;
	try {
		const { rows } = await client.query<{ others: number }>(
			`SELECT count(*)::int AS others FROM pg_stat_activity
			WHERE application_name LIKE 'cardseal%' AND application_name <> current_setting('application_name')`,
		);
		return rows[0]?.others;
	} finally {
		await closeConnection(client);
	}
}
