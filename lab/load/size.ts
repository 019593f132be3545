/**
 * `npm run lab -- bench-size`: makes sales by card token and by card fields, and measures the disk that they take: bytes of each table
 * with its indexes, and of write-ahead log. Other work on the machine does not change the figures.
 */
import { encryptCard } from "@cardseal/encrypt";
import type { DemoFile } from "@cardseal/gateway";
import pg from "pg";
import { bearerToken } from "../../test/fixtures/bearer-token.ts";
import { runBench } from "./run-bench.ts";

const sales = Number(process.env.BENCH_SALES ?? 20_000);
const atOnce = 16;
/** Tables that only the sandbox has, and mails, which are deleted when they are sent. */
const passingTables = /^demo_processor\.|\.mail/;

interface Sizes {
	tables: Map<string, number>;
	/** Position in the write-ahead log, in bytes. */
	log: number;
}

async function readSizes(client: pg.Client): Promise<Sizes> {
	await client.query("vacuum");
	const { rows } = await client.query<{ name: string; bytes: string }>(
		`select namespace.nspname || '.' || class.relname as name, pg_total_relation_size(class.oid) as bytes
		from pg_class class join pg_namespace namespace on namespace.oid = class.relnamespace
		where class.relkind = 'r' and namespace.nspname not in ('pg_catalog', 'information_schema')`,
	);
	const { rows: positions } = await client.query<{ log: string }>(
		"select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as log",
	);
	return { tables: new Map(rows.map(({ name, bytes }) => [name, Number(bytes)])), log: Number(positions[0]?.log) };
}

const card = { number: "4111111111111111", month: "08", year: "31", securityCode: "123" };

/** Returns a shop's request: every second one has a card token, the others card fields. All have a payer and an invoice. */
async function saleBody(publicKey: string, index: number): Promise<string> {
	const payer = {
		email: `payer${index}@example.com`,
		first_name: "Ada",
		last_name: "Lovelace",
		postal_code: "M5V 2T6",
	};
	const fields = { card_number: card.number, card_expiry_month: card.month, card_expiry_year: card.year, cvv2: "123" };
	const paid = index % 2 === 0 ? { token: await encryptCard(publicKey, card) } : fields;
	return JSON.stringify({ amount: 31, invoice_id: `INV-${index}`, country: "CA", ...payer, ...paid });
}

async function sell(url: string, demo: DemoFile): Promise<void> {
	const headers = { "content-type": "application/json", authorization: `Bearer ${await bearerToken(url, demo)}` };
	let next = 0;
	let approved = 0;
	const seller = async () => {
		while (next < sales) {
			const body = await saleBody(demo.public_key, next++);
			const { status } = await fetch(`${url}/transaction-service/sale`, { method: "POST", headers, body });
			if (status === 200) approved++;
		}
	};
	await Promise.all(Array.from({ length: atOnce }, seller));
	// On a busy machine, a few sales get no answer in time.
	if (approved < 0.99 * sales) throw new Error(`Of ${sales} sales, ${approved} were approved.`);
}

/** Waits until events have their positions, and audit events are sealed. */
async function waitForJobs(client: pg.Client): Promise<void> {
	for (;;) {
		const { rows } = await client.query<{ waiting: boolean }>(
			"select exists (select from event_inbox) or exists (select from audit_inbox) as waiting",
		);
		if (rows[0]?.waiting === false) return;
		await new Promise((resolve) => setTimeout(resolve, 500));
	}
}

function print(before: Sizes, after: Sizes, memory: number): void {
	const grown = [...after.tables]
		.map(([name, bytes]) => ({ name, perSale: (bytes - (before.tables.get(name) ?? 0)) / sales }))
		.filter(({ perSale }) => perSale >= 1)
		.toSorted((one, other) => other.perSale - one.perSale);
	const kept = grown.filter(({ name }) => !passingTables.test(name));
	const total = kept.reduce((sum, { perSale }) => sum + perSale, 0);
	console.log(`\n  ${sales} sales; bytes of a sale with its indexes\n`);
	for (const { name, perSale } of grown) {
		const isPassing = passingTables.test(name) ? " (not kept, or only in the sandbox)" : "";
		console.log(`  ${name.padEnd(36)}${perSale.toFixed(0).padStart(7)}${isPassing}`);
	}
	console.log(`  ${"kept by a live gateway".padEnd(36)}${total.toFixed(0).padStart(7)}`);
	console.log(`  ${"write-ahead log".padEnd(36)}${((after.log - before.log) / sales).toFixed(0).padStart(7)}`);
	const [tables, log] = [total, (after.log - before.log) / sales].map((bytes) => (bytes / 1_000).toFixed(2));
	console.log(
		`\n  GB for a million sales: ${tables} of tables, ${log} of write-ahead log; gateway's memory ${memory} MB\n`,
	);
}

await runBench("size", async ({ startDatabase, startGateway }) => {
	const url = await startDatabase();
	const gateway = await startGateway({ DATABASE_URL: url });
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		await waitForJobs(client);
		const before = await readSizes(client);
		console.log("  selling …");
		await sell(gateway.url, gateway.demo);
		await waitForJobs(client);
		print(before, await readSizes(client), gateway.memory());
		return true;
	} finally {
		await client.end();
	}
});
