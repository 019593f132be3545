/**
 * `npm run lab -- bench-billing [--subscriptions 10000] [--kill]`: measures the renewal of subscriptions due at one moment, by one
 * gateway and by two. With `--kill` only by two, the second of which is killed when half is done. Starts everything itself, on an
 * embedded database in a scratch directory. Exits with 1 when the floor is missed, when a gateway took too much memory, or when
 * a subscription was not charged exactly once.
 */
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { openDatabase } from "../../packages/platform/src/db/database.ts";
import { insertPlan } from "../../test/fixtures/builders.ts";
import { RenewalWorld } from "../../test/fixtures/subscriptions/renewal-world.ts";
import type { AllTables } from "../../test/fixtures/tables.ts";
import type { Child } from "./child.ts";
import { runBench, type Servers } from "./run-bench.ts";

const { values } = parseArgs({ options: { subscriptions: { type: "string" }, kill: { type: "boolean" } } });
const subscriptions = Number(values.subscriptions ?? 10_000);
/** Enough cards to stay below the limit of declines per card. */
const subscriptionsOfACard = 5;
/** More at once would wait too long for a connection. */
const cardsSeededAtOnce = 20;
const floorPerSecond = 1_000;
/** In MB, with the options of production: docs/operate/sizing.md. */
const highestMemory = 350;
const pollMs = 100;
/** The time to prepare each thousand of subscriptions before they are due. */
const preparationMs = 200;
const day = 86_400_000;

interface Drained {
	gateways: string;
	perSecond: number;
	/** Memory of the largest gateway in MB: before, and the most. */
	memory: [number, number];
	/** Charges at the processor, and subscriptions that have one. */
	charges: number;
	charged: number;
}

/** Creates subscriptions that start tomorrow. */
async function seed(database: AllTables, masterKey: string): Promise<void> {
	const now = Date.now();
	const world = await RenewalWorld.open(database, now, masterKey);
	for (let made = 0; made < subscriptions; made += cardsSeededAtOnce * subscriptionsOfACard) {
		await Promise.all(Array.from({ length: cardsSeededAtOnce }, () => world.storeCard("good")));
	}
	const planId = await insertPlan(database, {
		merchant_id: world.merchantId,
		total_subscriptions: subscriptions,
		current_subscriptions: subscriptions,
	});
	await sql`
		insert into subscriptions (
			lookup_id, merchant_id, customer_id, plan_id, card_lookup_id, name, amount_cents, currency, frequency, send_receipt,
			time_zone, status, start_date, next_run, created_at
		)
		select substr(md5(cards.lookup_id || n), 1, 20), merchant_id, customer_id, ${planId}, cards.lookup_id, 'Gold', 3100, 'CAD',
			'MOTHLY', false, 'UTC', 'ACTIVE', ${now + day}::bigint, ${now + day}::bigint, ${now}::bigint
		from cards, generate_series(1, ${subscriptionsOfACard}::int) as n
		where merchant_id = ${world.merchantId}
		limit ${subscriptions}`.execute(database);
}

/** Makes all subscriptions due at one moment, without attempts so far. Returns that moment. */
async function makeDue(database: AllTables): Promise<number> {
	const dueAt = Date.now() + 1_000 + (subscriptions / 1_000) * preparationMs;
	await database.deleteFrom("renewal_attempts").execute();
	// The id of a charge follows from that of its subscription.
	await database
		.updateTable("subscriptions")
		.set({ lookup_id: sql`substr(md5(lookup_id), 1, 20)`, start_date: dueAt, next_run: dueAt, next_period: 0 })
		.execute();
	for (const table of ["subscriptions", "cards", "customers", "vault.stored_cards"]) {
		await sql`vacuum (analyze) ${sql.table(table)}`.execute(database);
	}
	await delay(dueAt - Date.now());
	return dueAt;
}

async function isAnyLeft(database: AllTables, dueAt: number): Promise<boolean> {
	const left = await database
		.selectFrom("subscriptions")
		.select("id")
		.where("next_run", "<=", dueAt)
		.limit(1)
		.executeTakeFirst();
	return left !== undefined;
}

/** Returns the number of the newest entry of the processor's journal, which is cheap to read. */
async function lastEntry(database: AllTables): Promise<number> {
	const { last } = await database
		.selectFrom("demo_processor.journal")
		.select(({ fn }) => fn.max("position").as("last"))
		.executeTakeFirstOrThrow();
	return last ?? 0;
}

async function countCharges(database: AllTables, after: number): Promise<Pick<Drained, "charges" | "charged">> {
	return database
		.selectFrom("demo_processor.journal")
		.leftJoin("renewal_attempts", "renewal_attempts.transaction_id", "demo_processor.journal.reference")
		.select(({ fn }) => [
			fn.countAll<number>().as("charges"),
			fn.count<number>("renewal_attempts.subscription_id").distinct().as("charged"),
		])
		.where("result", "=", "approved")
		.where("position", ">", after)
		.executeTakeFirstOrThrow();
}

/** Waits until all subscriptions are renewed. Kills `victim` when half of them are. */
async function drain(database: AllTables, gateways: Child[], victim?: Child): Promise<Drained> {
	let running = gateways;
	const largest = () => Math.max(...running.map((gateway) => gateway.memory()));
	const firstEntry = await lastEntry(database);
	const dueAt = await makeDue(database);
	const before = largest();
	let most = before;
	for (let charged = 0; charged < subscriptions || (await isAnyLeft(database, dueAt)); ) {
		await delay(pollMs);
		most = Math.max(most, largest());
		charged = (await lastEntry(database)) - firstEntry;
		if (victim !== undefined && running.includes(victim) && charged > subscriptions / 2) {
			running = running.filter((gateway) => gateway !== victim);
			await victim.kill();
		}
	}
	const seconds = (Date.now() - dueAt) / 1_000;
	return {
		gateways: victim === undefined ? String(gateways.length) : `${gateways.length}, 1 killed`,
		perSecond: subscriptions / seconds,
		memory: [before, most],
		...(await countCharges(database, firstEntry)),
	};
}

async function runAll({ scratch, startDatabase, startGateway }: Servers): Promise<Drained[]> {
	const url = await startDatabase();
	const [first, second] = [join(scratch, "first"), join(scratch, "second")];
	for (const directory of [first, second]) mkdirSync(directory);
	const one = await startGateway({ DATA_DIR: first, DATABASE_URL: url });
	copyFileSync(join(first, "master.key"), join(second, "master.key"));
	const startOther = () => startGateway({ DATA_DIR: second, DATABASE_URL: url });
	const database: AllTables = openDatabase({ url, maximumConnections: 8 }).withTables();
	try {
		console.log(`  seeding ${subscriptions} subscriptions …`);
		await seed(database, readFileSync(join(first, "master.key"), "utf8"));
		const drained: Drained[] = values.kill ? [] : [await drain(database, [one])];
		const other = await startOther();
		drained.push(await drain(database, [one, other], values.kill ? other : undefined));
		return drained;
	} finally {
		await database.destroy();
	}
}

function print(drained: Drained[]): void {
	console.log("\n      gateways   charges/s   seconds   charges   memory MB before, and the most");
	for (const { gateways, perSecond, charges, memory } of drained) {
		const seconds = (subscriptions / perSecond).toFixed(1);
		const cells = [
			gateways.padStart(12),
			perSecond.toFixed(0).padStart(12),
			seconds.padStart(10),
			String(charges).padStart(10),
		];
		console.log(`  ${cells.join("")}   ${memory.join(" → ")}`);
	}
}

function judge(drained: Drained[]): boolean {
	const kept = drained.every(
		({ perSecond, charges, charged, memory: [, most] }) =>
			perSecond >= floorPerSecond && charges === subscriptions && charged === subscriptions && most <= highestMemory,
	);
	const floor = `${floorPerSecond} a second, at most ${highestMemory} MB, each charged once`;
	console.log(`\n  floor: ${floor}: ${kept ? "kept" : "NOT KEPT"}\n`);
	return kept;
}

await runBench("renewal", async (servers) => {
	const drained = await runAll(servers);
	print(drained);
	return judge(drained);
});
