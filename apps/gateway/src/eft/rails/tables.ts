import type { Generated, Selectable } from "kysely";
import type { Direction } from "./rail.ts";

/** What the demo rail was given. */
interface DemoRailJournalTable {
	reference: string;
	direction: Direction;
	amount_cents: number;
	/** Business time. */
	received_at: number;
}

/** What becomes of it, and when that is told. */
interface RailOutcomesTable {
	reference: string;
	result: "settled" | "returned";
	return_code: string | null;
	/** Business time. */
	due_at: number;
	acknowledged: Generated<boolean>;
}

/** The number that a bank knows each sender's files by: every file has the next one. */
interface AftOriginatorsTable {
	originator_id: string;
	last_file_creation_number: number;
}

/** A file for a bank: numbered first, then written. */
interface AftFilesTable {
	id: Generated<number>;
	originator_id: string;
	file_creation_number: number;
	direction: Direction;
	/** Which bank profile it was made by. */
	profile: string;
	data_centre: string;
	/** `YYYY-MM-DD`, as is `value_date`. */
	creation_date: string;
	value_date: string;
	/** Where its returned items go, with a masked number. */
	return_account: string;
	/** Of its bytes: a file that has to be written again is the same one, or none. */
	sha256: Buffer;
	payments: number;
	amount_cents: number;
	numbered_at: number;
	written_at: number | null;
}

/** A file for a bank as it is stored. */
export type AftFileRow = Selectable<AftFilesTable>;

/** A payment that goes by bank file. */
interface AftPaymentsTable {
	id: Generated<number>;
	/** What the wallet knows it by. */
	reference: string;
	/** What the bank knows it by. */
	cross_reference: string;
	merchant_id: number;
	direction: Direction;
	amount_cents: number;
	/** The vault's. */
	bank_account_id: string;
	party_name: string;
	/** Of Standard 007. */
	transaction_code: string;
	submitted_at: number;
	/** The merchant's name as it was when the payment came into a file. */
	originator_name: string | null;
	file_id: number | null;
	/** Whether no file could hold it. */
	is_refused: Generated<boolean>;
}

/** A payment by bank file as it is stored. */
export type AftPayment = Selectable<AftPaymentsTable>;

/** A file of returned items that was taken. */
interface AftImportsTable {
	id: Generated<number>;
	sha256: Buffer;
	originator_id: string;
	file_creation_number: number;
	creation_date: string;
	items: number;
	/** How many of them returned a payment. */
	returned: number;
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
