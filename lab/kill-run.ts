import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { type EmbeddedDatabase, startEmbeddedDatabase } from "../packages/local-postgres/src/start.ts";
import { isAnyEventWaiting, sellersEvents } from "../test/faults/event-queries.ts";
import { type Random, randomFrom } from "../test/faults/random.ts";
import { type EventRow, type Evidence, isOutcome, type JournalRow, type SaleRow } from "../test/faults/verdict.ts";
import { type Counter, drawIntent, drawTestCard, makeSale, type Outcome } from "../test/faults/writer.ts";
import { bearerToken } from "../test/fixtures/bearer-token.ts";
import {
	freePort,
	type GatewayProcess,
	spawnGatewayProcess,
	stopDatabaseOf,
} from "../test/fixtures/gateway-process.ts";
import { type MerchantServers, startMerchantServers } from "./merchant-servers.ts";

export interface KillRunOptions {
	kills: number;
	writers: number;
	seed: number;
	/** The time for which charges may stay PENDING after the last restart. */
	recoveryLimitSeconds: number;
	side: Side;
	say: (line: string) => void;
}

/** The processor and the merchant of the gateways' sales. */
export interface Side {
	/** Prepares a new data directory, and returns the gateways' environment. */
	prepare(dataDirectory: string): Promise<Record<string, string>>;
	/** Returns the account of the merchant whose sales the writers make. */
	account(
		gateway: GatewayProcess,
		dataDirectory: string,
	): Promise<{ client_id: string; client_secret: string; public_key: string }>;
	drawCard(random: Random): string;
	/** Starts the merchant's servers, if they may be on this machine. */
	startServers?(): Promise<MerchantServers>;
	/** Ends the processor's faults. */
	endFaults(): void;
	/** Returns the processor's books. */
	journal(database: EmbeddedDatabase): Promise<JournalRow[]>;
	stop(): Promise<void>;
}

/** A sandbox's side: its merchant's charges go to the demo processor. */
export const sandboxSide: Side = {
	prepare: async () => ({}),
	account: (gateway) => gateway.demo(),
	drawCard: drawTestCard,
	startServers: startMerchantServers,
	endFaults: () => undefined,
	journal: (database) => query(database, "select reference, result, amount_cents::int from demo_processor.journal"),
	stop: async () => undefined,
};

export interface KillRun {
	evidence: Evidence;
	/** Time since the gateway served again after the last kill; `undefined` when a charge was still PENDING at the limit. */
	recoveredAfterSeconds: number | undefined;
	/** Time since then until every event had its sequence number and had arrived; `undefined` at the limit. */
	deliveredAfterSeconds: number | undefined;
}

/** The time that the gateway serves before it is killed, in ms. Short ones find it busy with recovery. */
const [shortestLife, longestLife] = [50, 2_500];

const withDatabaseShare = 0.2;

/** Longer than the gateway's claim of a delivery, which it may have made right before it was killed. */
const deliveryLimitSeconds = 60;

/** Short, so that a repeated request does not wait long for one that will get no response. */
const environment = { PROCESSOR_TIMEOUT_MS: "1000", LOG_LEVEL: "info" };

/** Runs writers against a gateway that is killed again and again, and returns all evidence. */
export async function runKills(options: KillRunOptions): Promise<KillRun> {
	const dataDirectory = await mkdtemp(join(tmpdir(), "cardseal-soak-"));
	// Root runs PostgreSQL as another user, who needs access to the directory.
	await chmod(dataDirectory, 0o711);
	const { side } = options;
	const settings = { ...environment, ...(await side.prepare(dataDirectory)) };
	const place: Place = { dataDirectory, port: await freePort(), environment: settings };
	try {
		const run = await killRepeatedly(place, options);
		await rm(dataDirectory, { recursive: true });
		return run;
	} catch (error) {
		await place.gateway?.end("SIGKILL");
		options.say(`The run failed. Its data is in ${dataDirectory}; no PostgreSQL runs on it.`);
		await stopDatabaseOf(dataDirectory);
		throw error;
	} finally {
		await place.servers?.stop();
		await side.stop();
	}
}

interface Place {
	dataDirectory: string;
	port: number;
	environment: Record<string, string>;
	/** The last started gateway. */
	gateway?: GatewayProcess;
	servers?: MerchantServers | undefined;
}

async function startAt(place: Place): Promise<GatewayProcess> {
	const { dataDirectory, port, environment } = place;
	place.gateway = spawnGatewayProcess({ dataDirectory, port, environment });
	await place.gateway.ready();
	return place.gateway;
}

async function killRepeatedly(place: Place, options: KillRunOptions): Promise<KillRun> {
	const { side } = options;
	let gateway = await startAt(place);
	const door = closedDoor();
	const counter = {
		...(await counterOf(gateway, await side.account(gateway, place.dataDirectory))),
		open: door.passed,
	};
	place.servers = await side.startServers?.();
	await place.servers?.register(counter.url, counter.bearerToken);
	const outcomes: Outcome[] = [];
	const closing = new AbortController();
	const writers = Array.from({ length: options.writers }, (_, index) =>
		write(counter, { random: randomFrom(options.seed + index + 1), index, side, outcomes, closing: closing.signal }),
	);
	const random = randomFrom(options.seed);
	door.open();
	for (let kill = 1; kill <= options.kills; kill++) {
		gateway = await killAndRestart(gateway, { place, random, door, outcomes, kill, ...options });
	}
	const restartedAt = performance.now();
	closing.abort();
	side.endFaults();
	const reader = await startEmbeddedDatabase({ dataDirectory: place.dataDirectory, log: () => undefined });
	const recoveredAfterSeconds = await recovered(reader, restartedAt, options.recoveryLimitSeconds);
	await Promise.all(writers);
	const deliveredAfterSeconds = await delivered(reader, place.servers);
	const evidence = await collect(reader, { outcomes, side, servers: place.servers });
	await gateway.end("SIGTERM");
	await reader.stop();
	return { evidence, recoveredAfterSeconds, deliveredAfterSeconds };
}

/** Lets writers pass while it is open. */
function closedDoor() {
	let opened = Promise.withResolvers<void>();
	return {
		passed: () => opened.promise,
		open: () => opened.resolve(),
		close() {
			opened = Promise.withResolvers<void>();
		},
	};
}

interface Kill extends KillRunOptions {
	place: Place;
	random: Random;
	door: ReturnType<typeof closedDoor>;
	outcomes: Outcome[];
	kill: number;
}

async function killAndRestart(gateway: GatewayProcess, run: Kill): Promise<GatewayProcess> {
	const life = run.random.between(shortestLife, longestLife);
	const withDatabase = run.random.chance(withDatabaseShare);
	await delay(life);
	run.door.close();
	if (withDatabase) process.kill(await postmasterOf(run.place.dataDirectory), "SIGKILL");
	await gateway.end("SIGKILL");
	const killedAt = performance.now();
	const next = await startAt(run.place);
	run.door.open();
	const seconds = ((performance.now() - killedAt) / 1000).toFixed(1);
	const what = withDatabase ? "gateway and PostgreSQL" : "gateway";
	run.say(
		`  kill ${run.kill}/${run.kills}: ${what} after ${life} ms, back in ${seconds} s; ${run.outcomes.length} sales made so far`,
	);
	return next;
}

async function postmasterOf(dataDirectory: string): Promise<number> {
	return Number.parseInt(await readFile(join(dataDirectory, "postgres/cluster/postmaster.pid"), "utf8"), 10);
}

async function counterOf(
	gateway: GatewayProcess,
	account: Awaited<ReturnType<Side["account"]>>,
): Promise<Omit<Counter, "open">> {
	return { url: gateway.url, bearerToken: await bearerToken(gateway.url, account), publicKey: account.public_key };
}

interface WriterOptions {
	random: Random;
	index: number;
	side: Side;
	outcomes: Outcome[];
	closing: AbortSignal;
}

/** Makes one sale after another until closed, and finishes the last one. */
async function write(counter: Counter, { random, index, side, outcomes, closing }: WriterOptions): Promise<void> {
	for (let number = 1; !closing.aborted; number++) {
		outcomes.push(await makeSale(counter, drawIntent(random, `writer-${index}-sale-${number}`, side.drawCard)));
	}
}

async function recovered(database: EmbeddedDatabase, since: number, limitSeconds: number): Promise<number | undefined> {
	return secondsUntil(since, limitSeconds, async () => {
		const [row] = await query<{ pending: number }>(
			database,
			"select count(*)::int as pending from transactions where status = 'PENDING'",
		);
		return row?.pending === 0;
	});
}

/** Waits until every event has its sequence number, and has arrived at the server that answers, if the merchant has one. */
async function delivered(
	database: EmbeddedDatabase,
	servers: MerchantServers | undefined,
): Promise<number | undefined> {
	return secondsUntil(performance.now(), deliveryLimitSeconds, async () => {
		const [row] = await query<{ waits: boolean }>(database, isAnyEventWaiting);
		if (servers === undefined) return row?.waits === false;
		const arrived = new Set((await servers.arrivals()).map(({ eventId }) => eventId));
		const events = await query<EventRow>(database, sellersEvents);
		return row?.waits === false && events.every((event) => !isOutcome(event) || arrived.has(event.event_id));
	});
}

/** Returns the seconds from `since` until `isDone`; `undefined` at the limit. */
async function secondsUntil(
	since: number,
	limitSeconds: number,
	isDone: () => Promise<boolean>,
): Promise<number | undefined> {
	for (;;) {
		const seconds = (performance.now() - since) / 1000;
		if (await isDone()) return seconds;
		if (seconds > limitSeconds) return undefined;
		await delay(100);
	}
}

interface Collected {
	outcomes: Outcome[];
	side: Side;
	servers: MerchantServers | undefined;
}

async function collect(database: EmbeddedDatabase, { outcomes, side, servers }: Collected): Promise<Evidence> {
	return {
		outcomes,
		sales: await query<SaleRow>(
			database,
			"select transaction_id, invoice_id, status, amount_cents::int from transactions",
		),
		journal: await side.journal(database),
		events: await query<EventRow>(database, sellersEvents),
		arrivals: await servers?.arrivals(),
	};
}

async function query<Row extends pg.QueryResultRow>({ url }: EmbeddedDatabase, text: string): Promise<Row[]> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		return (await client.query<Row>(text)).rows;
	} finally {
		await client.end();
	}
}
