import { byteOrderMark, csvLine, formatDollars } from "@cardseal/platform";
import { type Database, outsideDeadline } from "@cardseal/platform/db";
import { listItems } from "./settlements.store.ts";
import type { Settlement, SettlementItemRow } from "./tables.ts";

/** Columns that `admin settlement import` reads. */
export const settlementColumns = [
	"settlement_id",
	"paid_at",
	"currency",
	"item_id",
	"kind",
	"transaction_id",
	"amount",
	"fee_amount",
	"time",
] as const;

const sliceRows = 500;

export async function* exportSettlement(database: Database, settlement: Settlement): AsyncGenerator<string> {
	yield byteOrderMark + csvLine(settlementColumns);
	let after: string | undefined;
	for (;;) {
		const slice = { limit: sliceRows, after };
		const rows = await outsideDeadline(() => listItems(database, settlement, slice));
		if (rows.length > 0) yield rows.map((row) => lineOf(settlement, row)).join("");
		after = rows.at(-1)?.item_id;
		if (rows.length < sliceRows) return;
	}
}

function lineOf(settlement: Settlement, item: SettlementItemRow): string {
	return csvLine([
		settlement.processor_settlement_id,
		new Date(settlement.created_at).toISOString(),
		settlement.currency,
		item.item_id,
		item.kind,
		item.reference,
		// Numbers, because a negative amount in quotes would get an apostrophe.
		Number(formatDollars(item.amount_cents)),
		Number(formatDollars(item.fee_cents)),
		new Date(item.happened_at).toISOString(),
	]);
}
