import type { Merchant } from "@cardseal/merchants";
import { CsvInvalid, lineOfText, readCsv } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { type SettlementEvent, type SettlementItem, settlementItemKinds } from "@cardseal/vault";
import { z } from "@hono/zod-openapi";
import type { Payments } from "../payments.ts";
import type { FeedKey } from "../processor-events/feed.ts";
import { applySettlement } from "./apply-settlement.ts";
import { settlementColumns } from "./export-settlement.ts";
import { findByProcessorIds } from "./settlements.store.ts";

export class SettlementFileRefused extends Error {
	override readonly name = "SettlementFileRefused";
}

const required = lineOfText.pipe(z.string().min(1, "It is empty."));
const time = z.iso.datetime({ offset: true, error: "Write a time as 2026-11-21T05:00:00Z." }).transform(Date.parse);
const money = z
	.string()
	.regex(/^-?(?:0|[1-9][0-9]{0,9})(?:\.[0-9]{1,2})?$/, "Write an amount as 10.99 or -10.99.")
	.transform((text) => Math.round(Number(text) * 100));

const rowSchema = z.object({
	settlement_id: required,
	paid_at: time,
	currency: z.string().regex(/^[A-Z]{3}$/, "Write a currency as CAD."),
	item_id: required,
	kind: z.enum(settlementItemKinds),
	transaction_id: lineOfText.transform((text) => (text === "" ? null : text)),
	amount: money,
	fee_amount: money.refine((cents) => cents >= 0, "A fee is 0 or more."),
	time,
});

type Row = z.infer<typeof rowSchema>;

/** @throws SettlementFileRefused with the number of the row */
function readSettlements(text: string): SettlementEvent[] {
	const [head, ...rows] = rowsOf(text);
	if (head?.join() !== settlementColumns.join()) {
		throw new SettlementFileRefused(`The first row must be ${settlementColumns.join(",")}.`);
	}
	if (rows.length === 0) throw new SettlementFileRefused("The file has no items.");
	const read = rows.map((cells, index) => readRow(cells, index + 2));
	return [...Map.groupBy(read, ({ settlement_id: id }) => id).values()].map(settlementOf);
}

function rowsOf(text: string): string[][] {
	try {
		return readCsv(text);
	} catch (cause) {
		throw cause instanceof CsvInvalid ? new SettlementFileRefused(cause.message, { cause }) : cause;
	}
}

function readRow(cells: string[], number: number): Row {
	const named = Object.fromEntries(settlementColumns.map((column, place) => [column, cells[place]]));
	const { success, data, error } = rowSchema.safeParse(named);
	if (success && cells.length === settlementColumns.length) return data;
	const [issue] = error?.issues ?? [];
	const problem = issue === undefined ? "It has too many cells." : `${issue.path.join(".")}: ${issue.message}`;
	throw new SettlementFileRefused(`Row ${number} cannot be read. ${problem}`);
}

function settlementOf(rows: Row[]): SettlementEvent {
	const [first] = rows;
	if (first === undefined) throw new Error("A settlement has rows.");
	const { settlement_id: settlementId, paid_at: paidAt, currency } = first;
	const about = `The rows of settlement ${settlementId}`;
	if (rows.some((row) => row.paid_at !== paidAt || row.currency !== currency)) {
		throw new SettlementFileRefused(`${about} differ in paid_at or currency.`);
	}
	if (new Set(rows.map((row) => row.item_id)).size < rows.length) {
		throw new SettlementFileRefused(`${about} name an item twice.`);
	}
	const items = rows.map(
		(row): SettlementItem => ({
			id: row.item_id,
			kind: row.kind,
			reference: row.transaction_id,
			amountCents: row.amount,
			feeCents: row.fee_amount,
			happenedAt: row.time,
		}),
	);
	const netCents = items.reduce((net, { amountCents, feeCents }) => net + amountCents - feeCents, 0);
	return { kind: "settlement", settlementId, currency, netCents, paidAt, items };
}

/** A processor's report may name its own ids instead of ours. Unknown ids stay. */
async function withOurReferences(
	transaction: Database,
	feed: FeedKey,
	processorEvents: SettlementEvent[],
): Promise<SettlementEvent[]> {
	const given = processorEvents.flatMap(({ items }) => items.flatMap(({ reference }) => reference ?? []));
	const known = await findByProcessorIds(transaction, feed, given);
	const keyOf = (kind: string, id: string | null) => `${kind === "refund"} ${id}`;
	const ours = new Map(known.map((one) => [keyOf(one.type, one.processorTransactionId), one.transactionId]));
	const referenceOf = ({ kind, reference }: SettlementItem) => ours.get(keyOf(kind, reference)) ?? reference;
	return processorEvents.map((processorEvent) => ({
		...processorEvent,
		items: processorEvent.items.map((item) => ({ ...item, reference: referenceOf(item) })),
	}));
}

interface SettlementFile {
	merchant: Merchant;
	feed: Pick<FeedKey, "processor" | "account">;
	text: string;
	caller: Caller;
}

/**
 * Imports the whole file or nothing.
 *
 * @throws SettlementFileRefused
 */
export async function importSettlements(
	{ database, clocks }: Pick<Payments, "database" | "clocks">,
	{ merchant, feed, text, caller }: SettlementFile,
) {
	const read = readSettlements(text);
	const key = { merchantId: merchant.id, ...feed };
	const now = clocks.business.now();
	return database.transaction().execute(async (transaction) => {
		const processorEvents = await withOurReferences(transaction, key, read);
		let settlements = 0;
		for (const processorEvent of processorEvents) {
			const { isNew, problem } = await applySettlement(transaction, key, processorEvent, now);
			if (problem !== undefined)
				throw new SettlementFileRefused(`Settlement ${processorEvent.settlementId}: ${problem}`);
			if (isNew) settlements += 1;
		}
		const items = processorEvents.reduce((count, processorEvent) => count + processorEvent.items.length, 0);
		if (settlements > 0) {
			await recordEvent(transaction, clocks, {
				type: "settlements.imported",
				object: merchant.publicId,
				details: { settlements, items },
				merchantId: merchant.id,
				caller,
			});
		}
		// Settlements are the new ones only.
		return { settlements, recordedBefore: processorEvents.length - settlements, items };
	});
}
