/**
 * `npm run lab -- bench-erasure`: erases the personal data of 200,000 old payments while charges are written one after another, and
 * prints how long both take. Exits with 1 when a charge waits for more than a second.
 */

import { eraseOldPayments } from "../../apps/gateway/src/personal-data/old-payments.store.ts";
import { schema } from "../../apps/gateway/src/schema/schema.ts";
import { openDatabase } from "../../packages/platform/src/db/database.ts";
import { newLookupId } from "../../packages/platform/src/ids.ts";
import { seedTransactions } from "../../test/fixtures/payments/seed-transactions.ts";
import { newTransaction } from "../../test/fixtures/payments/transaction.ts";
import type { AllTables } from "../../test/fixtures/tables.ts";
import { runBench } from "./run-bench.ts";

const rows = Number(process.env.BENCH_ROWS ?? 200_000);
const newest = Date.UTC(2024, 0, 1);
const longestWaitMs = 1_000;

/** Writes a charge's row every few ms until some work ends. Returns the ms that each took, the longest last. */
async function writeCharges(database: AllTables, work: Promise<unknown>): Promise<number[]> {
	let isOver = false;
	const over = work.finally(() => {
		isOver = true;
	});
	const times: number[] = [];
	while (!isOver) {
		const began = performance.now();
		const charge = newTransaction({ merchant_id: 1, transaction_id: newLookupId(), email: "ada@example.com" });
		await database
			.insertInto("transactions")
			.values({ ...charge, status: "PENDING" })
			.execute();
		times.push(performance.now() - began);
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
	await over;
	return times.toSorted((one, other) => one - other);
}

function summaryOf(times: number[]): string {
	const at = (share: number) => `${(times[Math.floor(times.length * share)] ?? times.at(-1) ?? 0).toFixed(1)} ms`;
	return `median ${at(0.5)}, 99 % ${at(0.99)}, longest ${at(1)}, ${times.length} written`;
}

function print(line: string): void {
	process.stdout.write(`${line}\n`);
}

await runBench("erasure", async ({ startDatabase }) => {
	const url = await startDatabase();
	await schema.migrateToLatest(url);
	const database: AllTables = openDatabase({ url, maximumConnections: 3 }).withTables();
	try {
		await seedTransactions(database, { merchantId: 1, userId: 1, rows, newest });
		const alone = await writeCharges(database, new Promise((resolve) => setTimeout(resolve, 5_000)));
		const began = performance.now();
		const erasing = eraseOldPayments(database.withTables(), newest + 1);
		const beside = await writeCharges(database, erasing);
		const seconds = (performance.now() - began) / 1_000;
		print(`${rows} payments erased in ${seconds.toFixed(1)} s: ${Math.round(rows / seconds)} a second`);
		print(`a charge's row alone: ${summaryOf(alone)}`);
		print(`a charge's row beside the erasure: ${summaryOf(beside)}`);
		return (beside.at(-1) ?? 0) <= longestWaitMs;
	} finally {
		await database.destroy();
	}
});
