import { createHash } from "node:crypto";
import { type Item, readAftFile } from "@cardseal/aft";
import type { Caller } from "../../audit/event.ts";
import { recordEvent } from "../../audit/record.ts";
import type { Clocks } from "../../clock.ts";
import { CommandRefused } from "../../command-refused.ts";
import type { Database } from "../../db/database.ts";
import type { AftPayment } from "../../db/schema.ts";
import { paymentIdIn } from "./aft-file.ts";
import { insertImport } from "./aft-files.store.ts";
import { insertReturns, lockPayments } from "./aft-payments.store.ts";

// Why a file is refused as a whole.
const refusals = {
	notReturns: (line: number) =>
		new CommandRefused(
			`Line ${line} is a payment on its way to the bank, not a returned one. Nothing was taken: name the file that came back.`,
		),
	currency: () => new CommandRefused("This file is not in CAD, as wallets are. Nothing was taken."),
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
export type ItemProblem = "no payment of ours" | "another amount" | "returned before" | "a correction";

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
	clocks: Clocks;
	caller: Caller;
}

/**
 * Takes a file of returned items. What came back is given to the wallets as the rail's other outcomes are.
 *
 * @throws CorruptFile, CommandRefused: then nothing of it was taken
 */
export async function importBankFile({ database, clocks, caller }: Importing, bytes: Uint8Array): Promise<Import> {
	const { header, items } = readAftFile(bytes);
	if (header.currency !== "CAD") throw refusals.currency();
	const payment = items.find(({ kind }) => kind === "credit" || kind === "debit");
	if (payment !== undefined) throw refusals.notReturns(payment.line);
	const ids = items.map(({ crossReference }) => paymentIdIn(crossReference)).filter((id) => id !== undefined);
	return database.transaction().execute(async (transaction: Database) => {
		const plan = planImport(items, await lockPayments(transaction, ids));
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

type KnownPayment = Pick<AftPayment, "id" | "reference" | "direction" | "amount_cents" | "file_id"> & {
	/** The code that it was returned with before. */
	returned: string | null;
};

/** Which payments came back, and what nobody knows what to do about. Pure. */
function planImport(items: readonly Item[], payments: readonly KnownPayment[]): ImportPlan {
	const known = new Map(payments.map((payment) => [payment.id, payment]));
	const plan: ImportPlan = { returned: [], leftOver: [] };
	const returnedNow = new Set<string>();
	for (const item of items) {
		const { line, crossReference, amountCents: cents } = item;
		const payment = known.get(paymentIdIn(crossReference) ?? 0);
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

function problemOf(
	{ kind, amountCents }: Item,
	payment: KnownPayment | undefined,
	returnedNow: ReadonlySet<string>,
): ItemProblem | undefined {
	if (kind !== "returned credit" && kind !== "returned debit") return "a correction";
	if (payment === undefined || payment.file_id === null) return "no payment of ours";
	if (kind !== `returned ${payment.direction}`) return "no payment of ours";
	if (amountCents !== payment.amount_cents) return "another amount";
	return payment.returned !== null || returnedNow.has(payment.reference) ? "returned before" : undefined;
}
