import { byteOrderMark, csvLine, jsonCell } from "@cardseal/platform";
import { type Database, outsideDeadline } from "@cardseal/platform/db";
import { recordOf, type TransactionRecord } from "../transaction/transaction-record.ts";
import { listTransactions, type TransactionFilters } from "./transaction-list.store.ts";

type Line = Omit<TransactionRecord, "three_d_secure"> & {
	three_d_secure_status: string | null;
	liability_shift: boolean | null;
};

const columns = [
	"transaction_id",
	"id",
	"transaction_time",
	"transaction_type",
	"transaction_result",
	"transaction_message",
	"decline_code",
	"amount",
	"amount_refunded",
	"amount_tax",
	"amount_tip",
	"currency",
	"captured",
	"voided",
	"original_transaction_id",
	"customer_lookup_id",
	"card_lookup_id",
	"subscription_lookup_id",
	"transaction_source",
	"initiated_by",
	"purpose",
	"user_id",
	"card_type",
	"card_suffix",
	"card_last4",
	"card_expiry",
	"invoice_id",
	"email",
	"first_name",
	"last_name",
	"company",
	"custom_id",
	"processor_auth_code",
	"processor_transaction_id",
	"test_mode",
	"metadata",
	"three_d_secure_status",
	"liability_shift",
] as const satisfies readonly (keyof Line)[];

const sliceRows = 500;

export async function* exportTransactions(database: Database, filters: TransactionFilters): AsyncGenerator<string> {
	yield byteOrderMark + csvLine(columns);
	let beyond: Parameters<typeof listTransactions>[2]["beyond"];
	for (;;) {
		const slice = { limit: sliceRows, beyond };
		// The caller limits the time of the file.
		const found = await outsideDeadline(() => listTransactions(database, filters, slice));
		const rows = found.slice(0, sliceRows);
		if (rows.length > 0) yield rows.map((row) => lineOf(recordOf(row))).join("");
		const last = rows.at(-1);
		if (found.length <= sliceRows || last === undefined) return;
		beyond = { direction: "after", position: { createdAt: last.created_at, id: last.id } };
	}
}

function lineOf(record: TransactionRecord): string {
	const { three_d_secure: authentication, ...fields } = record;
	const cells = {
		...fields,
		three_d_secure_status: authentication?.status ?? null,
		liability_shift: authentication?.liability_shift ?? null,
		transaction_time: new Date(record.transaction_time).toISOString(),
		metadata: Object.keys(record.metadata).length === 0 ? null : jsonCell(record.metadata),
	};
	return csvLine(columns.map((column) => cells[column]));
}
