import type { DisputeEvidence, DisputeState } from "@cardseal/vault";
import type { ColumnType, Generated, Selectable } from "kysely";

/** Times are ms since 1970. */
interface DisputesTable {
	id: Generated<number>;
	dispute_id: string;
	merchant_id: number;
	processor: string;
	account: string;
	processor_dispute_id: string;
	transaction_id: string;
	state: DisputeState;
	amount_cents: number;
	currency: string;
	reason_code: string;
	/** `null` when no evidence is taken. */
	evidence_due_at: number | null;
	created_at: number;
	state_at: number;
}

export type Dispute = Selectable<DisputesTable>;

/** An answer, sent until the processor has it. */
export interface DisputeAnswersTable {
	merchant_id: number;
	/** The row id of the dispute. */
	dispute: number;
	kind: "accept" | "evidence";
	/** `null` once erased. */
	evidence: ColumnType<DisputeEvidence | null, string | null, never>;
	/** Business time, ms since 1970. */
	asked_at: number;
	/** Real time, ms since 1970. */
	next_attempt_at: number;
	attempts: Generated<number>;
	/** Business time, ms since 1970. */
	sent_at: number | null;
	/** The processor's final refusal. */
	refusal: string | null;
}

interface DisputeTables {
	disputes: DisputesTable;
	dispute_answers: DisputeAnswersTable;
}

declare module "@cardseal/platform/tables" {
	interface GatewayTables extends DisputeTables {}
}
