import { randomBytes } from "node:crypto";
import { readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Account, chooseAccount } from "./account.ts";
import { type Binaries, findBinaries, reachableBinaries } from "./binaries.ts";
import { assertSameMajorVersion, createHome, databaseName } from "./cluster.ts";
import { chooseHome, findHome, layoutOf, linkHome, makeDataDirectory } from "./home.ts";
import { type Limit, waitFor, withLock } from "./lock.ts";
import { connect, type Presence } from "./presence.ts";
import { reasonIn } from "./processes.ts";
import { findServer, type Launch, launch, shortenLog, stopServer } from "./server.ts";
import { socketDirectoryOf, urlOf } from "./socket.ts";
import { supervise } from "./supervise.ts";

/** Recovery may read 1 GB of write-ahead log. */
const startLimitMs = 120_000;
const lockLimitMs = 150_000;
const patienceMs = 2_000;
const logCheckIntervalMs = 600_000;

export interface EmbeddedDatabase {
	/** Contains the password: not for logs. */
	url: string;
	adopted: boolean;
	directory: string;
	/** Restarts fail. */
	isLost(): boolean;
	/** Leaves it running while another gateway is connected. */
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
 * Creates, adopts, recovers and restarts the server of a data directory.
 *
 * @throws with a message for the operator
 */
export async function startEmbeddedDatabase(options: {
	dataDirectory: string;
	log: (message: string) => void;
}): Promise<EmbeddedDatabase> {
	await makeDataDirectory(options.dataDirectory);
	const dataDirectory = await realpath(options.dataDirectory);
	const neverStopping = new AbortController().signal;
	const locked = <Result>(work: () => Promise<Result>, stopping = neverStopping) =>
		withLock(join(dataDirectory, "postgres.lock"), limitOf(lockLimitMs, stopping), work);
	return await locked(async () => {
		const site = await prepareSite(dataDirectory, options.log);
		const { home, url, log } = site;
		const { presence, adopted } = await reachServer(site, neverStopping);
		log(`${adopted ? "Adopted the running" : "Started"} PostgreSQL on ${socketDirectoryOf(home)}, data in ${home}.`);

		const logCheck = setInterval(() => shortenLog(home).catch(() => undefined), logCheckIntervalMs).unref();
		const restart = (stopping: AbortSignal) =>
			locked(async () => (await reachServer(site, stopping)).presence, stopping);
		const supervision = supervise(presence, restart, log);
		let stopping: Promise<void> | undefined;
		const stop = async () => {
			clearInterval(logCheck);
			await supervision.stop();
			await locked(() => stopUnlessShared(site));
		};
		return { url, adopted, directory: home, isLost: supervision.isLost, stop: () => (stopping ??= stop()) };
	});
}

/** Uses the monotonic clock. */
function limitOf(milliseconds: number, stopping: AbortSignal): Limit {
	const timeout = AbortSignal.timeout(milliseconds);
	return {
		get aborted() {
			return timeout.aborted || stopping.aborted;
		},
	};
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

async function reachServer(site: Site, stopping: AbortSignal): Promise<{ presence: Presence; adopted: boolean }> {
	const say = () => site.log(`Waiting for PostgreSQL in ${site.home} to become ready.`);
	const patience = setTimeout(say, patienceMs);
	let launched: Launch | undefined;
	try {
		const reached = await waitFor(limitOf(startLimitMs, stopping), async () => {
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
		`PostgreSQL in ${site.home} was not ready within ${startLimitMs / 1_000} s. It may still be recovering after a crash: ` +
			`see ${layoutOf(site.home).log}, and start again.`,
	);
}

/** Another launch came first, or a killed server is ending. */
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

async function stopUnlessShared(site: Site): Promise<void> {
	const server = await findServer(site.home);
	if (!server?.isServing) return;
	const presence = await connect(site);
	const others = await presence?.countOtherGateways().finally(() => presence.close());
	if (others === 0) {
		await stopServer(site.home, server.pid);
		site.log("PostgreSQL has stopped.");
		return;
	}
	const who = others === undefined ? "it does not say who uses it" : "another gateway uses it";
	site.log(`PostgreSQL is left running: ${who}.`);
}
