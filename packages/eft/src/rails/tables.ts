import type { Generated, Selectable } from "kysely";
import type { Direction } from "./rail.ts";

interface DemoRailJournalTable {
	reference: string;
	direction: Direction;
	amount_cents: number;
	received_at: number;
}

/** `due_at` is when an outcome is listed. */
interface RailOutcomesTable {
	reference: string;
	result: "settled" | "returned";
	return_code: string | null;
	/** Business time. */
	due_at: number;
	acknowledged: Generated<boolean>;
}

/** The last file number of each originator. */
interface AftOriginatorsTable {
	originator_id: string;
	last_file_creation_number: number;
}

/** A file is numbered first, then written. */
interface AftFilesTable {
	id: Generated<number>;
	originator_id: string;
	file_creation_number: number;
	direction: Direction;
	profile: string;
	data_centre: string;
	/** `YYYY-MM-DD`, as is `value_date`. */
	creation_date: string;
	value_date: string;
	/** The masked account for returned items. */
	return_account: string;
	/** A rebuilt file must have this hash. */
	sha256: Buffer;
	payments: number;
	amount_cents: number;
	numbered_at: number;
	written_at: number | null;
}

export type AftFileRow = Selectable<AftFilesTable>;

interface AftPaymentsTable {
	id: Generated<number>;
	reference: string;
	cross_reference: string;
	merchant_id: number;
	direction: Direction;
	amount_cents: number;
	bank_account_id: string;
	party_name: string;
	/** The type of payment (Standard 007). */
	transaction_code: string;
	submitted_at: number;
	originator_name: string | null;
	file_id: number | null;
	/** True if no file can contain it. */
	is_refused: Generated<boolean>;
}

export type AftPayment = Selectable<AftPaymentsTable>;

interface AftImportsTable {
	id: Generated<number>;
	sha256: Buffer;
	originator_id: string;
	file_creation_number: number;
	creation_date: string;
	items: number;
	/** The number of items that returned a payment. */
	returned: number;
	assigned_lines: Generated<number[]>;
	imported_at: number;
}

export interface RailTables {
	"demo_rail.journal": DemoRailJournalTable;
	"demo_rail.outcomes": RailOutcomesTable;
	"aft.originators": AftOriginatorsTable;
	"aft.files": AftFilesTable;
	"aft.payments": AftPaymentsTable;
	"aft.outcomes": RailOutcomesTable;
	"aft.imports": AftImportsTable;
}

declare module "@cardseal/platform/tables" {
	interface GatewayTables extends RailTables {}
}
