import type { DisputeEvidence, DisputeState } from "@cardseal/vault";
import type { ColumnType, Generated, Selectable } from "kysely";

interface DisputesTable {
	id: Generated<number>;
	/** The public identifier. */
	dispute_id: string;
	merchant_id: number;
	processor: string;
	/** The merchant's account at the processor; see `notice_feeds`. */
	account: string;
	processor_dispute_id: string;
	/** The disputed charge. */
	transaction_id: string;
	state: DisputeState;
	amount_cents: number;
	currency: string;
	reason_code: string;
	/** The end of the time for evidence, ms since 1970; `null` when none is taken. */
	evidence_due_at: number | null;
	/** The time at which it was opened, ms since 1970. */
	created_at: number;
	/** The time at which its state began, ms since 1970. */
	state_at: number;
}

/** A row of `disputes`. */
export type Dispute = Selectable<DisputesTable>;

/** The merchant's answer. It is sent to the processor until that has it. */
interface DisputeAnswersTable {
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
	/** Business time, ms since 1970, when the processor got it. */
	sent_at: number | null;
	/** The processor's final refusal. */
	refusal: string | null;
}

export interface DisputeTables {
	disputes: DisputesTable;
	dispute_answers: DisputeAnswersTable;
}
