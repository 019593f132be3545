import type { ReturnedFields } from "@cardseal/vault";
import type { JSONColumnType } from "kysely";

/** The payer's way to the bank. The row goes with the charge's outcome, or soon after. */
export interface PayerActionsTable {
	transaction_id: string;
	/** The bank's address; empty when the processor gave none. */
	url: string;
	method: "GET" | "POST";
	fields: JSONColumnType<ReturnedFields>;
	/** The merchant's page to return to. */
	return_url: string | null;
	/** Real time, ms since 1970. Afterwards the charge is abandoned. */
	expires_at: number;
	/** The fields that the bank sent first, so that a stopped gateway can end the charge with them. */
	returned: JSONColumnType<ReturnedFields> | null;
	/** Real time, ms since 1970, at which the payer gave up or the time was over: nothing completes the charge any more. */
	ended_at: number | null;
}

export interface AuthenticationTables {
	payer_actions: PayerActionsTable;
}
