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

// Why a file is refused as a whole.
const refusals = {
	notReturns: (line: number) =>
		new BankFileRefused(
			`Line ${line} is a payment on its way to the bank, not a returned one. Nothing was taken: name the file that came back.`,
		),
	currency: () => new BankFileRefused("This file is not in CAD, as wallets are. Nothing was taken."),
};

/** A payment that came back. */
export interface ReturnedPayment {
	line: number;
	reference: string;
	cents: number;
	/** Of Standard 007. */
	code: string;
}

/** Why an item of the file returns no payment of ours; somebody has to look at it. */
export type ItemProblem =
	| "a correction"
	| "no payment of ours"
	| "another amount"
	| "another value date"
	| "another return account"
	| "another bank account"
	| "its bank account cannot be compared"
	| "returned before";

/** An item that nothing could be done about. */
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

/** What became of a file; `undefined` when it was taken before. */
export type Import = ImportPlan | undefined;

export interface Importing {
	database: Database;
	vault: AccountReader;
	clocks: Clocks;
	caller: Caller;
}

/**
 * Takes a file of returned items. What came back is given to the wallets as the rail's other outcomes are.
 *
 * @throws CorruptFile, BankFileRefused: then nothing of it was taken
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

/** The payments that the items of a file name. */
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

/** Which payments came back, and what nobody knows what to do about. Pure. */
function planImport(items: readonly Item[], payments: readonly KnownPayment[]): ImportPlan {
	const known = new Map(payments.map((payment) => [payment.cross_reference, payment]));
	const plan: ImportPlan = { returned: [], leftOver: [] };
	const returnedNow = new Set<string>();
	for (const item of items) {
		const { line, crossReference, amountCents: cents } = item;
		const payment = known.get(crossReference);
		const problem = problemOf(item, payment, returnedNow);
		if (payment === undefined || problem !== undefined) {
			plan.leftOver.push({ line, crossReference, cents, problem: problem ?? "no payment of ours" });
			continue;
		}
		returnedNow.add(payment.reference);
		plan.returned.push({ line, reference: payment.reference, cents, code: item.transactionCode });
	}
	return plan;
}

/** Files come from outside: an item is taken only where everything that a bank sends back unchanged is as it was sent. */
function problemOf(
	item: Item,
	payment: KnownPayment | undefined,
	returnedNow: ReadonlySet<string>,
): ItemProblem | undefined {
	const { kind, amountCents, valueDate, returnAccount, account } = item;
	if (kind !== "returned credit" && kind !== "returned debit") return "a correction";
	if (payment === undefined) return "no payment of ours";
	if (kind !== `returned ${payment.direction}`) return "no payment of ours";
	if (amountCents !== payment.amount_cents) return "another amount";
	if (valueDate !== payment.value_date) return "another value date";
	// Banks may leave it out.
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
