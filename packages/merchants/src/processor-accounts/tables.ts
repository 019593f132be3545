import type { ColumnType, Generated, Selectable } from "kysely";

/** The vault keeps the secrets under the same id, also after removal. */
interface ProcessorAccountsTable {
	account_id: string;
	merchant_id: number;
	processor: string;
	currency: string;
	/** Fields that are no secrets. */
	shown_fields: ColumnType<Record<string, string>, string, string>;
	fingerprint: Buffer;
	/** Business time of the last confirmation; `null` when the processor refused the last check. */
	verified_at: number | null;
	is_test: Generated<boolean>;
	created_at: number;
	/** Business time. */
	removed_at: number | null;
	remove_reason: string | null;
}

interface ProcessorAccountChecksTable {
	merchant_id: number;
	window_started_at: number;
	count: number;
}

export type ProcessorAccount = Selectable<ProcessorAccountsTable>;

export interface ProcessorAccountTables {
	processor_accounts: ProcessorAccountsTable;
	processor_account_checks: ProcessorAccountChecksTable;
}
