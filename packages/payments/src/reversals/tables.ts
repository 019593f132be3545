import type { Modification } from "@cardseal/vault";
import type { Generated, Selectable } from "kysely";

/** A request to the processor that reverses a charge which a rule of the merchant declined. Times are real, ms since 1970. */
interface ReversalsTable {
	/** The processor's reference. Follows from the charge, the operation and the number. */
	reference: string;
	merchant_id: number;
	transaction_id: string;
	operation: Exclude<Modification, "capture">;
	/** From 1. The processor never received those before. */
	number: number;
	state: Generated<ReversalState>;
	/** The claims. The first one sends the request, later ones inquire after it. */
	tries: Generated<number>;
	next_try_at: number;
	created_at: number;
	processor_transaction_id: string | null;
}

/** `attention`: the operator was told, and the gateway keeps asking. The last three are final. */
export type ReversalState = "waiting" | "attention" | "done" | "declined" | "not_received";

export type Reversal = Selectable<ReversalsTable>;

export interface ReversalTables {
	reversals: ReversalsTable;
}
