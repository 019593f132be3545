import { readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { readAftFile } from "@cardseal/aft";
import { updateEftTransaction } from "../../../packages/eft/src/transaction/eft-transactions.store.ts";
import { clearFunds, creditWallet } from "../../../packages/eft/src/wallet/wallet.ts";
import type { Database } from "../../../packages/platform/src/db/database.ts";
import type { Answer } from "../../../packages/platform/src/operator/command.ts";
import { accounts, eftPath } from "../../fixtures/eft/eft.ts";
import { insertEft } from "../../fixtures/eft/wallets.ts";
import type { AllTables } from "../../fixtures/tables.ts";
import type { LiveMerchant } from "../live/live-merchant.ts";

/** The settings of a gateway with a bank. */
export const bankEnvironment = {
	EFT_BANK: "rbc-like",
	EFT_ORIGINATOR_ID: "CARDSEAL01",
	EFT_DATA_CENTRE: "00320",
	EFT_RETURN_ACCOUNT: "003-00012-1234567",
};

const walletCents = 100_000;
const waitMs = 20_000;

/** A live merchant's wallet, and every bank file that was written for its payments. */
interface Bank {
	/** Sends payments, and waits until they wait for a file. */
	send(count: number): Promise<void>;
	/** Writes the waiting payments into a file. */
	batch(): Promise<void>;
	/** Returns what the bank got, and what it got more than once. */
	received(): { files: number; payments: number; numbersTwice: number[]; paymentsTwice: string[] };
}

interface BankPlace {
	merchant: LiveMerchant;
	withTables<Result>(work: (tables: AllTables) => Promise<Result>): Promise<Result>;
	post(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }>;
	runOperator(...words: string[]): Promise<Answer>;
}

/** Puts 1,000.00 into the merchant's wallet. */
export async function createBank({ merchant, withTables, post, runOperator }: BankPlace): Promise<Bank> {
	const numbers: number[] = [];
	const references: string[] = [];
	await withTables((tables) => fillWallet(tables, merchant.merchant_id));
	const payee = await accepted("/customer-service/customer", { email: "payee@example.com", first_name: "Ada" });

	async function accepted(path: string, body: object): Promise<Record<string, unknown>> {
		const answer = await post(path, body);
		if (answer.status !== 200) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
		return answer.body;
	}

	const waiting = () =>
		withTables((tables) =>
			tables.selectFrom("aft.payments").select("reference").where("file_id", "is", null).execute(),
		);

	return {
		async send(count) {
			const sent: unknown[] = [];
			for (let index = 0; index < count; index++) {
				const { transaction_id } = await accepted(`${eftPath}/send/${payee.lookup_id}`, {
					amount: 3,
					...accounts.good,
				});
				sent.push(transaction_id);
			}
			for (const end = performance.now() + waitMs; performance.now() < end; await delay(100)) {
				const found = new Set<unknown>((await waiting()).map(({ reference }) => reference));
				if (sent.every((id) => found.has(id))) return;
			}
			throw new Error("The payments do not wait for a file.");
		},
		async batch() {
			const { files } = (await runOperator("eft", "batch")).json as { files: { path: string }[] };
			// Read at once: a file with the same name would replace it.
			for (const { path } of files) {
				const { header, items } = readAftFile(await readFile(path));
				numbers.push(header.fileCreationNumber);
				references.push(...items.map(({ crossReference }) => crossReference));
			}
		},
		received: () => ({
			files: numbers.length,
			payments: references.length,
			numbersTwice: repeated(numbers),
			paymentsTwice: repeated(references),
		}),
	};
}

function repeated<Value>(values: Value[]): Value[] {
	return values.filter((value, index) => values.indexOf(value) !== index);
}

async function fillWallet(tables: AllTables, publicId: string): Promise<void> {
	const { id: merchantId } = await tables
		.selectFrom("merchants")
		.select("id")
		.where("merchant_id", "=", publicId)
		.executeTakeFirstOrThrow();
	const transactionId = await insertEft(tables, { merchantId, kind: "request", cents: walletCents });
	await tables.transaction().execute(async (transaction: AllTables) => {
		const database: Database = transaction.withTables();
		await creditWallet(database, { merchantId, transactionId, cents: walletCents, now: 0 });
		await updateEftTransaction(database, transactionId, { result: "APPROVED" });
		await clearFunds(database, { transactionId, now: 0 });
	});
}
