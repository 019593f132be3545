/**
 * `npm run lab -- bench-partitions [--rows 240000]`: copies a year of transactions into a table with a partition for each month, and
 * compares both tables: writes, pages of lists, single payments, removal of a month. For docs/operate/scale.md.
 */
import { parseArgs } from "node:util";
import { type RawBuilder, sql } from "kysely";
import { schema } from "../../apps/gateway/src/schema/schema.ts";
import { type Database, longStatementMs, openDatabase } from "../../packages/platform/src/db/database.ts";
import { seedTransactions } from "../../test/fixtures/payments/seed-transactions.ts";
import { runBench } from "./run-bench.ts";

const { values } = parseArgs({ options: { rows: { type: "string" } } });
const rows = Number(values.rows ?? 240_000);
const newest = Date.UTC(2026, 10, 21);
const months = 13;
const repetitions = 50;
const batch = 100;
const merchantId = 1;

const tables = ["transactions", "transactions_by_month"] as const;
type Table = (typeof tables)[number];

function startOfMonth(monthsAgo: number): number {
	return Date.UTC(2026, 11 - monthsAgo, 1);
}

async function createPartitions(database: Database): Promise<void> {
	await sql`create table transactions_by_month (like transactions including defaults including constraints including identity)
		partition by range (created_at)`.execute(database);
	for (let ago = months; ago > 0; ago--) {
		await sql`create table ${sql.table(`transactions_month_${ago}`)} partition of transactions_by_month
			for values from (${sql.lit(startOfMonth(ago))}) to (${sql.lit(startOfMonth(ago - 1))})`.execute(database);
	}
	// A unique key of a partitioned table contains the column that divides it.
	await sql`create unique index on transactions_by_month (id, created_at)`.execute(database);
	await sql`create unique index on transactions_by_month (transaction_id, created_at)`.execute(database);
	const { rows: indexes } = await sql<{ definition: string }>`
		select indexdef as definition from pg_indexes where tablename = 'transactions' and indexdef not like '%UNIQUE%'`.execute(
		database,
	);
	for (const { definition } of indexes) {
		const onCopy = definition
			.replace(/ INDEX (\w+) /, " INDEX $1_by_month ")
			.replace(" ON public.transactions ", " ON transactions_by_month ");
		await sql.raw(onCopy).execute(database);
	}
}

/** Returns the median of a statement's times, in ms. */
async function median(database: Database, statement: () => RawBuilder<unknown>): Promise<number> {
	const times: number[] = [];
	for (let run = 0; run < repetitions; run++) {
		const startedAt = performance.now();
		await statement().execute(database);
		times.push(performance.now() - startedAt);
	}
	return times.sort((one, other) => one - other)[Math.floor(repetitions / 2)] ?? Number.NaN;
}

async function measure(database: Database, table: Table) {
	const from = sql.table(table);
	const { rows: ids } = await sql<{ transaction_id: string }>`
		select transaction_id from ${from} tablesample system (1) limit ${repetitions}`.execute(database);
	let next = 0;
	const insert = () => {
		next++;
		return sql`insert into ${from} overriding system value select (copy).* from (
			select jsonb_populate_record(null::${from}, to_jsonb(t) || jsonb_build_object(
				'id', t.id + ${next * 10_000_000}::bigint, 'transaction_id', t.transaction_id || ${`-${next}`}::text)) as copy
			from (select * from ${from} where merchant_id = ${merchantId} and id < 10000000
				order by created_at desc, id desc limit ${batch}) as t
			offset 0) as copies`;
	};
	const page = (filter: RawBuilder<unknown>) =>
		sql`select * from ${from} where merchant_id = ${merchantId} and ${filter} order by created_at desc, id desc limit 100`;
	return {
		[`${batch} rows written`]: await median(database, insert),
		"newest page": await median(database, () => page(sql`true`)),
		"page of a rare value": await median(database, () => page(sql`lower(first_name) = 'zebedee'`)),
		"one payment": await median(
			database,
			() => sql`select * from ${from} where transaction_id = ${ids[next++ % ids.length]?.transaction_id}`,
		),
	};
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await work();
	return performance.now() - startedAt;
}

async function compare(url: string, database: Database): Promise<void> {
	await schema.migrateToLatest(url);
	console.log(`Writing ${rows} transactions …`);
	await seedTransactions(database.withTables(), { merchantId, userId: 1, rows, newest });
	await createPartitions(database);
	const copied = await timed(() =>
		sql`insert into transactions_by_month overriding system value select * from transactions`.execute(database),
	);
	await sql`analyze`.execute(database);
	const [one, monthly] = [await measure(database, "transactions"), await measure(database, "transactions_by_month")];
	const names = Object.keys(one) as (keyof typeof one)[];
	for (const name of names) {
		console.log(
			`  ${name.padEnd(24)} ${one[name]?.toFixed(2).padStart(9)} ms ${monthly[name]?.toFixed(2).padStart(9)} ms by month`,
		);
	}
	const oldest = months - 1;
	const before = startOfMonth(oldest - 1);
	const removed = await timed(() => sql`delete from transactions where created_at < ${before}`.execute(database));
	const dropped = await timed(async () => {
		for (const ago of [months, oldest])
			await sql`drop table ${sql.table(`transactions_month_${ago}`)}`.execute(database);
	});
	console.log(
		`  ${"the oldest month removed".padEnd(24)} ${removed.toFixed(2).padStart(9)} ms ${dropped.toFixed(2).padStart(9)} ms by month`,
	);
	console.log(`  copying all rows took ${(copied / 1000).toFixed(1)} s`);
}

await runBench("partitions", async ({ startDatabase }) => {
	const url = await startDatabase();
	const database = openDatabase({ url, maximumConnections: 2, statementTimeoutMs: longStatementMs });
	try {
		await compare(url, database);
		return true;
	} finally {
		await database.destroy();
	}
});
