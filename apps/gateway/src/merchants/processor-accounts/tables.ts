import type { ColumnType, Generated, Selectable } from "kysely";

/** A merchant's account at a processor. The vault has its secrets, under the same id, also after it was removed. */
interface ProcessorAccountsTable {
	account_id: string;
	merchant_id: number;
	/** The processor's name. */
	processor: string;
	/** The currency of the charges that go to it. */
	currency: string;
	/** The values of the fields that are no secrets. */
	shown_fields: ColumnType<Record<string, string>, string, string>;
	/** The vault's keyed fingerprint of what names the account at the processor. */
	fingerprint: Buffer;
	/** Business time, ms since 1970, of the last check that the processor confirmed; `null` when it refused the last one. */
	verified_at: number | null;
	/** `true` for an account of the processor's test system. A live merchant has none. */
	is_test: Generated<boolean>;
	/** Business time, ms since 1970. */
	created_at: number;
	/** Business time, ms since 1970. After it, only captures, refunds and voids of the account's charges go to it. */
	removed_at: number | null;
	remove_reason: string | null;
}

/** Counts the checks of a merchant's accounts, which call the processor. */
interface ProcessorAccountChecksTable {
	merchant_id: number;
	/** Real time, ms since 1970. */
	window_started_at: number;
	count: number;
}

export type ProcessorAccount = Selectable<ProcessorAccountsTable>;

export interface ProcessorAccountTables {
	processor_accounts: ProcessorAccountsTable;
	processor_account_checks: ProcessorAccountChecksTable;
}
