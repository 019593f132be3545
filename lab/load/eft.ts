/**
 * `npm run lab -- bench-eft [--payments 10000]`: queues bank payments and measures the time from the first run of the job that submits
 * them to the bank file on the disk. Exits with 1 when it takes longer than 5 s for 10,000, or when the file lacks a payment.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { rbcLike, readAftFile } from "@cardseal/aft";
import { createVault, generateMasterKey } from "@cardseal/vault";
import { schema } from "../../apps/gateway/src/schema/schema.ts";
import { createRails } from "../../packages/eft/src/rails/rails.ts";
import { writeBankFiles } from "../../packages/eft/src/rails/write-bank-files.ts";
import { giveToRail } from "../../packages/eft/src/transaction/eft-transactions.store.ts";
import { railWork } from "../../packages/eft/src/transfers/rail.job.ts";
import { operator } from "../../packages/platform/src/audit/event.ts";
import { openDatabase } from "../../packages/platform/src/db/database.ts";
import { businessJob } from "../../packages/platform/src/jobs/repeat.ts";
import { insertMerchant } from "../../test/fixtures/builders.ts";
import { insertEft } from "../../test/fixtures/eft/wallets.ts";
import type { AllTables } from "../../test/fixtures/tables.ts";
import { runBench } from "./run-bench.ts";

const { values } = parseArgs({ options: { payments: { type: "string" } } });
const payments = Number(values.payments ?? 10_000);
const rounds = 3;
const queuedAtOnce = 8;
const longestMsPerPayment = 0.5;

const account = { institutionNumber: "004", transitNumber: "10202", accountNumber: "0034567" };
const settings = {
	profile: rbcLike,
	originatorId: "CARDSEAL01",
	dataCentre: "00320",
	returnAccount: { institutionNumber: "003", transitNumber: "00012", accountNumber: "7654321" },
	returnDays: 3,
};
const clock = { now: () => Date.now() };
const clocks = { business: clock, real: clock };

await runBench("eft", async ({ scratch, startDatabase }) => {
	const url = await startDatabase();
	await schema.migrateToLatest(url);
	const tables: AllTables = openDatabase({ url }).withTables();
	const database = tables.withTables();
	try {
		const vault = await createVault({
			database: tables.withTables(),
			masterKey: generateMasterKey(),
			businessNow: clock.now,
			realNow: clock.now,
		});
		const merchantId = await insertMerchant(tables, { mode: "live" });
		const rails = createRails({ database, clock, vault, isBankConnected: true, delayMs: 0 });
		const work = railWork({ database, clocks, rails });
		const job = businessJob(work);

		async function queueOne(): Promise<void> {
			const { id, masked } = await vault.storeBankAccount(tables.withTables(), { account, merchantId });
			const transactionId = await insertEft(tables, { merchantId, kind: "send", cents: 1_000 });
			const details = { rail: "aft", partyName: "Ada Lovelace", bankAccountId: id, maskedAccount: masked } as const;
			await giveToRail(database, transactionId, details);
		}

		/** Runs the job as a gateway does, until nothing is due. */
		async function submitAll(): Promise<void> {
			for (;;) {
				await job.run();
				if (((await work.nextAt()) ?? Number.POSITIVE_INFINITY) > clock.now()) return;
				await delay(job.everyMs);
			}
		}

		let isKept = true;
		console.log("\n  payments   submitted ms   file on disk ms   whole ms");
		for (let round = 0; round < rounds; round++) {
			let left = payments;
			const queueMany = async () => {
				while (left-- > 0) await queueOne();
			};
			await Promise.all(Array.from({ length: queuedAtOnce }, queueMany));

			const startedAt = performance.now();
			await submitAll();
			const submittedAt = performance.now();
			const batch = { database, vault, clocks, settings, directory: join(scratch, "bank"), caller: operator("bench") };
			const { files } = await writeBankFiles(batch);
			const endedAt = performance.now();

			const filed = files.reduce((sum, { path }) => sum + readAftFile(readFileSync(path)).items.length, 0);
			const cells = [filed, submittedAt - startedAt, endedAt - submittedAt, endedAt - startedAt];
			const [first = "", ...others] = cells.map((cell) => cell.toFixed(0));
			console.log(`  ${first.padStart(8)}${others.map((cell) => cell.padStart(15)).join("")}`);
			isKept &&= filed === payments && endedAt - startedAt <= payments * longestMsPerPayment;
		}
		console.log(`\n  at most ${longestMsPerPayment} ms a payment, all in a file: ${isKept ? "kept" : "NOT KEPT"}\n`);
		return isKept;
	} finally {
		await tables.destroy();
	}
});
