import { type BankAccount, type Item, type ReceivedFile, readAftFile, showAccount } from "@cardseal/aft";
import type { Clocks } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { BankFileRefused, sha256Of } from "./aft-file.ts";
import { assignLine, insertImport, lockAssignedLines } from "./aft-files.store.ts";
import { type FiledRow, insertReturns, lockFiledPayments } from "./aft-payments.store.ts";
import { type AccountReader, type PaymentAccount, readPaymentAccounts } from "./payment-accounts.ts";

const refusals = {
	notReturns: (line: number) =>
		new BankFileRefused(
			`Line ${line} is a payment to the bank, not a returned item. Nothing was imported. Name the file that the bank returned.`,
		),
	currency: () => new BankFileRefused("This file is not in CAD, the currency of wallets. Nothing was imported."),
	notImported: () =>
		new BankFileRefused("This file was not imported. Import it first, and assign what it leaves over."),
	noItem: (crossReference: string) =>
		new BankFileRefused(
			`The file has no returned item ${crossReference} of this payment's direction and amount that was not assigned before.`,
		),
	taken: (crossReference: string, reference: string) =>
		new BankFileRefused(`The item ${crossReference} belongs to the payment ${reference}, which was returned.`),
	noPayment: (reference: string) => new BankFileRefused(`No payment ${reference} is in a file for the bank.`),
	returnedBefore: (reference: string) => new BankFileRefused(`The payment ${reference} was returned before.`),
};

export interface ReturnedPayment {
	line: number;
	reference: string;
	cents: number;
	/** The return code (Standard 007). */
	code: string;
}

export interface LeftOver {
	line: number;
	crossReference: string;
	cents: number;
	problem: string;
}

export interface ImportPlan {
	returned: ReturnedPayment[];
	leftOver: LeftOver[];
}

export interface Importing {
	database: Database;
	vault: AccountReader;
	clocks: Clocks;
	caller: Caller;
}

/**
 * @returns `undefined` when the file was imported before
 * @throws CorruptFile, BankFileRefused; nothing is imported then
 */
export async function importBankFile(importing: Importing, bytes: Uint8Array): Promise<ImportPlan | undefined> {
	const { database, clocks, caller } = importing;
	const file = readReturns(bytes);
	const { header, items } = file;
	return database.transaction().execute(async (transaction: Database) => {
		const plan = planImport(items, await knownPayments(importing, transaction, items));
		const now = clocks.business.now();
		const isNew = await insertImport(transaction, {
			sha256: sha256Of(bytes),
			originator_id: header.originatorId,
			file_creation_number: header.fileCreationNumber,
			creation_date: header.creationDate,
			items: items.length,
			returned: plan.returned.length,
			imported_at: now,
		});
		if (!isNew) return undefined;
		if (plan.returned.length > 0) await insertReturns(transaction, plan.returned, now);
		const details = { items: items.length, returned: plan.returned.length };
		const object = nameOf(file);
		await recordEvent(transaction, clocks, { type: "bank_file.imported", object, details, merchantId: null, caller });
		return plan;
	});
}

/**
 * Ignores differences of references, date and accounts, which the operator has checked.
 * @throws CorruptFile, BankFileRefused; nothing is written then
 */
export async function assignItem(
	{ database, clocks, caller }: Pick<Importing, "database" | "clocks" | "caller">,
	bytes: Uint8Array,
	{ crossReference, reference }: { crossReference: string; reference: string },
): Promise<ReturnedPayment> {
	const file = readReturns(bytes);
	return database.transaction().execute(async (transaction: Database) => {
		const assignedLines = await lockAssignedLines(transaction, sha256Of(bytes));
		if (assignedLines === undefined) throw refusals.notImported();
		const [payment] = await lockFiledPayments(transaction, "reference", [reference]);
		if (payment === undefined) throw refusals.noPayment(reference);
		if (payment.returned !== null) throw refusals.returnedBefore(reference);
		const { direction, amount_cents: cents } = payment;
		const item = file.items.find(
			(one) =>
				one.crossReference === crossReference &&
				one.kind === `returned ${direction}` &&
				one.amountCents === cents &&
				!assignedLines.includes(one.line),
		);
		if (item === undefined) throw refusals.noItem(crossReference);
		const [matched] = await lockFiledPayments(transaction, "cross_reference", [crossReference]);
		if (matched !== undefined && matched.returned !== null) throw refusals.taken(crossReference, matched.reference);
		const { line, transactionCode: code } = item;
		await assignLine(transaction, sha256Of(bytes), line);
		const now = clocks.business.now();
		await insertReturns(transaction, [{ reference, code }], now);
		const details = { item: crossReference, payment: reference };
		const event = { type: "bank_file.item_assigned", object: nameOf(file), details, merchantId: null, caller } as const;
		await recordEvent(transaction, clocks, event);
		return { line, reference, cents, code };
	});
}

/** @throws CorruptFile, BankFileRefused */
function readReturns(bytes: Uint8Array): ReceivedFile {
	const file = readAftFile(bytes);
	if (file.header.currency !== "CAD") throw refusals.currency();
	const payment = file.items.find(({ kind }) => kind === "credit" || kind === "debit");
	if (payment !== undefined) throw refusals.notReturns(payment.line);
	return file;
}

function nameOf({ header }: ReceivedFile): string {
	return `${header.originatorId} ${header.fileCreationNumber} of ${header.creationDate}`;
}

type KnownPayment = Pick<
	FiledRow,
	"cross_reference" | "reference" | "direction" | "amount_cents" | "value_date" | "return_account" | "returned"
> & { account: PaymentAccount };

async function knownPayments(
	{ vault }: Importing,
	transaction: Database,
	items: readonly Item[],
): Promise<KnownPayment[]> {
	const crossReferences = items.map(({ crossReference }) => crossReference);
	const payments = await lockFiledPayments(transaction, "cross_reference", crossReferences);
	const accounts = await readPaymentAccounts(vault, transaction, payments);
	return payments.map((payment, place) => ({ ...payment, account: accounts[place] ?? "missing" }));
}

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

/** Files are untrusted: fields must come back unchanged. */
function problemOf(
	item: Item,
	payment: KnownPayment | undefined,
	returnedNow: ReadonlySet<string>,
): string | undefined {
	const { kind, amountCents, valueDate, returnAccount, account } = item;
	if (kind !== "returned credit" && kind !== "returned debit") return "a correction";
	if (payment === undefined) return "not our payment";
	if (kind !== `returned ${payment.direction}`) return "not our payment";
	if (amountCents !== payment.amount_cents) return "another amount";
	if (valueDate !== payment.value_date) return "another value date";
	// Banks may omit it.
	if (returnAccount && !isShown(returnAccount, payment.return_account)) return "another return account";
	if (typeof payment.account === "string") return "its bank account cannot be compared";
	if (!isSameAccount(account, payment.account)) return "another bank account";
	return payment.returned !== null || returnedNow.has(payment.reference) ? "returned before" : undefined;
}

/** Banks pad account numbers with zeros, or leave them out. */
function isSameAccount(one: BankAccount, other: BankAccount): boolean {
	return (
		one.institutionNumber === other.institutionNumber &&
		one.transitNumber === other.transitNumber &&
		withoutZeros(one.accountNumber) === withoutZeros(other.accountNumber)
	);
}

function isShown(account: BankAccount, shown: string): boolean {
	const shorter = { ...account, accountNumber: withoutZeros(account.accountNumber) };
	return showAccount(account) === shown || showAccount(shorter) === shown;
}

function withoutZeros(accountNumber: string): string {
	return accountNumber.replace(/^0+/, "");
}
