import { createHash } from "node:crypto";
import { type BankAccount, type Item, readAftFile, showAccount } from "@cardseal/aft";
import type { Caller } from "../../audit/event.ts";
import { recordEvent } from "../../audit/record.ts";
import type { Clocks } from "../../clock.ts";
import type { Database } from "../../db/database.ts";
import { insertImport } from "./aft-files.store.ts";
import { type FiledRow, insertReturns, lockFiledPayments } from "./aft-payments.store.ts";
import { BankFileRefused } from "./bank-file-refused.ts";
import { type AccountReader, type PaymentAccount, readPaymentAccounts } from "./payment-accounts.ts";

const refusals = {
	notReturns: (line: number) =>
		new BankFileRefused(
			`Line ${line} is a payment to the bank, not a returned item. Nothing was imported. Name the file that the bank returned.`,
		),
	currency: () => new BankFileRefused("This file is not in CAD, the currency of wallets. Nothing was imported."),
};

export interface ReturnedPayment {
	line: number;
	reference: string;
	cents: number;
	/** The return code (Standard 007). */
	code: string;
}

/** The reason why an item is not imported. An operator must look at it. */
export type ItemProblem =
	| "a correction"
	| "not our payment"
	| "another amount"
	| "another value date"
	| "another return account"
	| "another bank account"
	| "its bank account cannot be compared"
	| "returned before";

/** An item that is not imported. */
export interface LeftOver {
	line: number;
	crossReference: string;
	cents: number;
	problem: ItemProblem;
}

export interface ImportPlan {
	returned: ReturnedPayment[];
	leftOver: LeftOver[];
}

/** The result of an import; `undefined` when the file was imported before. */
export type Import = ImportPlan | undefined;

export interface Importing {
	database: Database;
	vault: AccountReader;
	clocks: Clocks;
	caller: Caller;
}

/**
 * Imports a file of returned items. The returns become outcomes of the rail, which are recorded like all others.
 *
 * @throws CorruptFile, BankFileRefused; nothing is imported then
 */
export async function importBankFile(importing: Importing, bytes: Uint8Array): Promise<Import> {
	const { database, clocks, caller } = importing;
	const { header, items } = readAftFile(bytes);
	if (header.currency !== "CAD") throw refusals.currency();
	const payment = items.find(({ kind }) => kind === "credit" || kind === "debit");
	if (payment !== undefined) throw refusals.notReturns(payment.line);
	return database.transaction().execute(async (transaction: Database) => {
		const plan = planImport(items, await knownPayments(importing, transaction, items));
		const now = clocks.business.now();
		const isNew = await insertImport(transaction, {
			sha256: createHash("sha256").update(bytes).digest(),
			originator_id: header.originatorId,
			file_creation_number: header.fileCreationNumber,
			creation_date: header.creationDate,
			items: items.length,
			returned: plan.returned.length,
			imported_at: now,
		});
		if (!isNew) return undefined;
		if (plan.returned.length > 0) await insertReturns(transaction, plan.returned, now);
		const object = `${header.originatorId} ${header.fileCreationNumber} of ${header.creationDate}`;
		const details = { items: items.length, returned: plan.returned.length };
		await recordEvent(transaction, clocks, { type: "bank_file.imported", object, details, merchantId: null, caller });
		return plan;
	});
}

type KnownPayment = Pick<
	FiledRow,
	"cross_reference" | "reference" | "direction" | "amount_cents" | "value_date" | "return_account" | "returned"
> & { account: PaymentAccount };

/** Finds the payments that the items refer to. */
async function knownPayments(
	{ vault }: Importing,
	transaction: Database,
	items: readonly Item[],
): Promise<KnownPayment[]> {
	const crossReferences = items.map(({ crossReference }) => crossReference);
	const payments = await lockFiledPayments(transaction, crossReferences);
	const accounts = await readPaymentAccounts(vault, transaction, payments);
	return payments.map((payment, place) => ({ ...payment, account: accounts[place] ?? "missing" }));
}

/** Sorts items into returned payments and items with a problem. Pure. */
function planImport(items: readonly Item[], payments: readonly KnownPayment[]): ImportPlan {
	const known = new Map(payments.map((payment) => [payment.cross_reference, payment]));
	const plan: ImportPlan = { returned: [], leftOver: [] };
	const returnedNow = new Set<string>();
	for (const item of items) {
		const { line, crossReference, amountCents: cents } = item;
		const payment = known.get(crossReference);
		const problem = problemOf(item, payment, returnedNow);
		if (payment === undefined || problem !== undefined) {
			plan.leftOver.push({ line, crossReference, cents, problem: problem ?? "not our payment" });
			continue;
		}
		returnedNow.add(payment.reference);
		plan.returned.push({ line, reference: payment.reference, cents, code: item.transactionCode });
	}
	return plan;
}

/** Files are untrusted: an item is imported only if every field that a bank sends back unchanged is as it was sent. */
function problemOf(
	item: Item,
	payment: KnownPayment | undefined,
	returnedNow: ReadonlySet<string>,
): ItemProblem | undefined {
	const { kind, amountCents, valueDate, returnAccount, account } = item;
	if (kind !== "returned credit" && kind !== "returned debit") return "a correction";
	if (payment === undefined) return "not our payment";
	if (kind !== `returned ${payment.direction}`) return "not our payment";
	if (amountCents !== payment.amount_cents) return "another amount";
	if (valueDate !== payment.value_date) return "another value date";
	// Banks may omit it.
	if (returnAccount && showAccount(returnAccount) !== payment.return_account) return "another return account";
	if (typeof payment.account === "string") return "its bank account cannot be compared";
	if (!isSameAccount(account, payment.account)) return "another bank account";
	return payment.returned !== null || returnedNow.has(payment.reference) ? "returned before" : undefined;
}

function isSameAccount(one: BankAccount, other: BankAccount): boolean {
	return (
		one.institutionNumber === other.institutionNumber &&
		one.transitNumber === other.transitNumber &&
		one.accountNumber === other.accountNumber
	);
}
