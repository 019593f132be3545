/**
 * `npm run bench:billing`: measures the renewal of 10,000 subscriptions due at one moment, by one gateway and by two.
 * Starts everything itself, on an embedded database in a scratch directory. Exits with 1 when the floor is missed, or
 * when a subscription was not charged exactly once.
 */
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { openDatabase } from "../../apps/gateway/src/db/database.ts";
import { RenewalWorld } from "../fixtures/subscriptions/renewal-world.ts";
import type { AllTables } from "../fixtures/tables.ts";
import type { Child } from "./child.ts";
import { runBench, type Servers } from "./run-bench.ts";

const subscriptions = Number(process.env.BENCH_SUBSCRIPTIONS ?? 10_000);
/** Enough cards to stay below the limit of declines per card. */
const subscriptionsOfACard = 5;
/** More at once would wait too long for a connection. */
const cardsSeededAtOnce = 20;
const floorPerSecond = 500;
const pollMs = 50;
const day = 86_400_000;

interface Drained {
	gateways: number;
	perSecond: number;
	/** Memory of the largest gateway in MB, before and after. */
	memory: [number, number];
	charges: number;
}

/** Creates subscriptions that start tomorrow. */
async function seed(database: AllTables, masterKey: string): Promise<void> {
	const now = Date.now();
	const world = await RenewalWorld.open(database, now, masterKey);
	const subscribeOneCard = async () => {
		const card = await world.storeCard("good");
		for (let made = 0; made < subscriptionsOfACard; made++) {
			await world.subscribe({ card, start_date: now + day, send_receipt: false });
		}
	};
	for (let made = 0; made < subscriptions; made += cardsSeededAtOnce * subscriptionsOfACard) {
		await Promise.all(Array.from({ length: cardsSeededAtOnce }, subscribeOneCard));
	}
}

async function countCharges(database: AllTables): Promise<number> {
	const { charges } = await database
		.selectFrom("renewal_attempts")
		.select(({ fn }) => fn.countAll<number>().as("charges"))
		.executeTakeFirstOrThrow();
	return charges;
}

/** Makes all subscriptions due now and waits until none is left. */
async function drain(database: AllTables, gateways: Child[]): Promise<Drained> {
	const largest = () => Math.max(...gateways.map((gateway) => gateway.memory()));
	const before = await countCharges(database);
	const memory = largest();
	const startedAt = performance.now();
	const now = Date.now();
	await database.updateTable("subscriptions").set({ start_date: now, next_run: now, next_period: 0 }).execute();
	for (;;) {
		const left = await database
			.selectFrom("subscriptions")
			.select("id")
			.where("next_run", "<=", now)
			.limit(1)
			.executeTakeFirst();
		if (left === undefined) break;
		await delay(pollMs);
	}
	const seconds = (performance.now() - startedAt) / 1_000;
	const charges = (await countCharges(database)) - before;
	return { gateways: gateways.length, perSecond: subscriptions / seconds, memory: [memory, largest()], charges };
}

async function runAll({ scratch, startDatabase, startGateway }: Servers): Promise<Drained[]> {
	const url = await startDatabase();
	const [first, second] = [join(scratch, "first"), join(scratch, "second")];
	for (const directory of [first, second]) mkdirSync(directory);
	const gateways: Child[] = [await startGateway({ DATA_DIR: first, DATABASE_URL: url })];
	copyFileSync(join(first, "master.key"), join(second, "master.key"));
	const database: AllTables = openDatabase({ url, maximumConnections: 8 }).withTables();
	try {
		console.log(`  seeding ${subscriptions} subscriptions …`);
		await seed(database, readFileSync(join(first, "master.key"), "utf8"));
		const drained = [await drain(database, gateways)];
		// Deletes the attempts: the same periods are charged again by the next turn.
		await database.deleteFrom("renewal_attempts").execute();
		gateways.push(await startGateway({ DATA_DIR: second, DATABASE_URL: url }));
		drained.push(await drain(database, gateways));
		return drained;
	} finally {
		await database.destroy();
	}
}

function print(drained: Drained[]): void {
	console.log("\n  gateways   charges/s   charges   memory MB before and after");
	for (const { gateways, perSecond, charges, memory } of drained) {
		const cells = [String(gateways).padStart(8), perSecond.toFixed(0).padStart(12), String(charges).padStart(10)];
		console.log(`  ${cells.join("")}   ${memory.join(" → ")}`);
	}
}

function judge(drained: Drained[]): boolean {
	const kept = drained.every(({ perSecond, charges }) => perSecond >= floorPerSecond && charges === subscriptions);
	console.log(`\n  floor: ${floorPerSecond} a second, each charged once: ${kept ? "kept" : "NOT KEPT"}\n`);
	return kept;
}

await runBench("renewal", async (servers) => {
	const drained = await runAll(servers);
	print(drained);
	return judge(drained);
});
