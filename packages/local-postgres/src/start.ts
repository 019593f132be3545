import { randomBytes } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { type Account, chooseAccount } from "./account.ts";
import {
	type Address,
	chooseAddress,
	describeAddress,
	isSameAddress,
	locate,
	removeTemporaryDirectory,
	urlOf,
} from "./address.ts";
import { type Binaries, findBinaries, reachableBinaries } from "./binaries.ts";
import { assertSameMajorVersion, createHome, databaseName } from "./cluster.ts";
import { assertReachable, chooseHome, findHome, layoutOf, linkHome, makeDataDirectory } from "./home.ts";
import { withLock } from "./lock.ts";
import { reasonIn } from "./processes.ts";
import { findServer, type Launch, launch, type ServerRecord, shortenLog, stopServer } from "./server.ts";
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
	log: (message: string) => void;
}

/**
 * Creates the server of a data directory, adopts a running one, or recovers one that crashed. A server that ends later
 * is started again at the same address.
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
		const { server, url, presence, adopted } = await reachServer(site, deadlineIn(startLimitSeconds));
		const address = await locate(site.home, server);
		const where = `PostgreSQL on ${describeAddress(address)}, data in ${site.home}`;
		site.log(adopted ? `Adopted the running ${where}.` : `Started ${where}.`);

		const logCheck = setInterval(() => shortenLog(site.home).catch(() => undefined), logCheckIntervalMs);
		logCheck.unref();
		const supervision = supervise({
			presence,
			log: site.log,
			restart: (isStopping) =>
				withLock(lock, unless(isStopping, deadlineIn(lockLimitSeconds)), () =>
					reachAgain(site, unless(isStopping, deadlineIn(startLimitSeconds)), address),
				),
		});
		let stopping: Promise<void> | undefined;
		const stop = async () => {
			clearInterval(logCheck);
			await supervision.stop();
			await withLock(lock, deadlineIn(lockLimitSeconds), () => stopUnlessShared(site, url));
		};
		return { url, adopted, directory: site.home, isLost: supervision.isLost, stop: () => (stopping ??= stop()) };
	});
}

async function prepareSite(dataDirectory: string, log: (message: string) => void): Promise<Site> {
	const found = await findHome(dataDirectory);
	const account = await chooseAccount(found === undefined ? undefined : await stat(layoutOf(found).cluster));
	const binaries = await reachableBinaries(await findBinaries(), account, log);
	if (found !== undefined) {
		await assertReachable(found, account);
		await assertSameMajorVersion(layoutOf(found).cluster, binaries);
		return { home: found, binaries, account, log };
	}
	const home = await chooseHome(dataDirectory, account, log);
	await createHome(home, binaries, account);
	await linkHome(dataDirectory, home);
	return { home, binaries, account, log };
}

function unless(isStopping: () => boolean, deadline: Deadline): Deadline {
	return { hasPassed: () => isStopping() || deadline.hasPassed() };
}

interface Reached {
	server: ServerRecord;
	url: string;
	presence: pg.Client;
	adopted: boolean;
}

/** @throws when another gateway started it at another address, which the pool lacks */
async function reachAgain(site: Site, deadline: Deadline, address: Address): Promise<pg.Client> {
	const { server, presence } = await reachServer(site, deadline, address);
	if (isSameAddress(await locate(site.home, server), address)) return presence;
	await closeConnection(presence);
	throw new Error(`PostgreSQL in ${site.home} was started at another address. Start the gateway again.`);
}

async function reachServer(site: Site, deadline: Deadline, address?: Address): Promise<Reached> {
	const say = () => site.log(`Waiting for PostgreSQL in ${site.home} to become ready.`);
	const patience = setTimeout(say, patienceMs);
	try {
		const reached = await findReadyServer(site, deadline, address);
		if (reached !== undefined) return reached;
	} finally {
		clearTimeout(patience);
	}
	throw new Error(
		`PostgreSQL in ${site.home} was not ready within ${startLimitSeconds} s. It may still be recovering after a crash: ` +
			`see ${layoutOf(site.home).log}, and start again.`,
	);
}

async function findReadyServer(site: Site, deadline: Deadline, address?: Address): Promise<Reached | undefined> {
	const password = (await readFile(layoutOf(site.home).password, "utf8")).trim();
	const applicationName = `cardseal-${randomBytes(4).toString("hex")}`;
	let launched: Launch | undefined;
	return await waitFor(deadline, async () => {
		const found = await findServer(site.home);
		if (!found?.isServing) {
			const former = address ?? (launched === undefined ? found?.record : undefined);
			const at = isTcp(address) ? address : await chooseAddress(site.home, site.account, former, site.log);
			launched = await launchUnlessRunning(site, launched, { disproved: found?.record.pid, address: at });
			return undefined;
		}
		if (found.record.status !== "ready") return undefined;
		const place = await locate(site.home, found.record);
		const url = urlOf(place, { name: databaseName, password, applicationName });
		const presence = await connect(url, site);
		return presence && { server: found.record, url, presence, adopted: found.record.pid !== launched?.pid };
	});
}

function isTcp(address: Address | undefined): address is Address {
	return address !== undefined && address.socketDirectory === undefined;
}

/** The port was taken, another launch came first, or processes of a killed server are ending. */
const temporaryFailure =
	/could not create any TCP\/IP sockets|lock file ".*" already exists|pre-existing shared memory block/;

async function launchUnlessRunning(
	site: Site,
	launched: Launch | undefined,
	options: Parameters<typeof launch>[3],
): Promise<Launch> {
	if (launched !== undefined) {
		if (!launched.hasExited()) return launched;
		const output = await launched.output();
		if (!temporaryFailure.test(output)) {
			const { log } = layoutOf(site.home);
			throw new Error(`PostgreSQL in ${site.home} does not start: ${reasonIn(output)} (see ${log})`);
		}
	}
	return await launch(site.home, site.binaries, site.account, options);
}

/** @throws when the server rejects the password */
async function connect(url: string, site: Site): Promise<pg.Client | undefined> {
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
		throw new Error(`PostgreSQL in ${site.home} refuses the password in ${layoutOf(site.home).password}.`, {
			cause: error,
		});
	}
}

async function stopUnlessShared(site: Site, url: string): Promise<void> {
	const server = await findServer(site.home);
	if (!server?.isServing) return;
	const others = await countOtherGateways(site, url);
	if (others !== 0) {
		const who = others === undefined ? "it does not say who uses it" : "another gateway uses it";
		site.log(`PostgreSQL is left running: ${who}.`);
		return;
	}
	await stopServer(site.home, server.record.pid);
	await removeTemporaryDirectory(site.home, server.record);
	site.log("PostgreSQL has stopped.");
}

async function countOtherGateways(site: Site, url: string): Promise<number | undefined> {
	const client = await connect(url, site);
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
