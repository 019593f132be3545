import type { SettlementItem } from "@cardseal/vault";
import type { Generated, Selectable } from "kysely";
import type { CardAccount, CardPostingReason } from "./ledger.ts";

interface SettlementsTable {
	id: Generated<number>;
	settlement_id: string;
	merchant_id: number;
	processor: string;
	account: string;
	processor_settlement_id: string;
	currency: string;
	/** The sum before fees. */
	amount_cents: number;
	fee_cents: number;
	net_cents: number;
	items: number;
	/** SHA-256, to recognise a repetition. */
	content_hash: Buffer;
	/** The payment's time, ms since 1970. */
	created_at: number;
	/** Business time, ms since 1970. */
	recorded_at: number;
}

export type Settlement = Selectable<SettlementsTable>;

interface SettlementItemsTable {
	merchant_id: number;
	/** The settlement's row id. */
	settlement: number;
	item_id: string;
	kind: SettlementItem["kind"];
	/** The processor's transaction_id, possibly unknown here. */
	reference: string | null;
	amount_cents: number;
	fee_cents: number;
	happened_at: number;
}

export type SettlementItemRow = Selectable<SettlementItemsTable>;

/** Postings are never changed. */
interface CardPostingsTable {
	id: Generated<number>;
	merchant_id: number;
	reason: CardPostingReason;
	settlement: number | null;
	dispute: number | null;
	/** Business time, ms since 1970. */
	made_at: number;
}

interface CardEntriesTable {
	merchant_id: number;
	posting_id: number;
	account: CardAccount;
	currency: string;
	cents: number;
}

export interface SettlementTables {
	settlements: SettlementsTable;
	settlement_items: SettlementItemsTable;
	card_postings: CardPostingsTable;
	card_entries: CardEntriesTable;
}
