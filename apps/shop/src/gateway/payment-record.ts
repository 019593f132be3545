import type { Schemas } from "@cardseal/client";
import { z } from "zod";
import { toCents } from "../money.ts";
import type { DeclineReason, MaskedCard, Outcome } from "../orders/order.ts";

type DeclineCode = NonNullable<Schemas["TransactionRecord"]["decline_code"]>;

/** What the shop reads of a transaction record; the gateway's other fields pass by. */
export const paymentRecord = z.object({
	transaction_id: z.string().min(1),
	amount: z.number(),
	invoice_id: z.string().nullish(),
	transaction_result: z.enum(["APPROVED", "DECLINED", "PENDING"]),
	transaction_success: z.boolean(),
	transaction_type: z.string(),
	/** Any text: a code that is added later is told as `general`. */
	decline_code: z.string().nullish(),
	/** ms since 1970 */
	transaction_time: z.number(),
	card_type: z.string().nullish(),
	/** A number, so 0005 comes as 5. */
	card_suffix: z.number().int().min(0).max(9999).nullish(),
});

export type PaymentRecord = z.infer<typeof paymentRecord>;

/** The payment a record has to be about before the shop believes it. */
export interface ExpectedPayment {
	readonly attemptId: string;
	readonly amountCents: number;
	readonly hold: boolean;
}

/** Whether the record is of this attempt, its amount, and its kind. A shop that skips this hands out goods for another's payment. */
export function isRecordOf(record: PaymentRecord, expected: ExpectedPayment): boolean {
	const type = expected.hold ? "authorization" : "sale";
	const about = record.invoice_id === expected.attemptId && record.transaction_type === type;
	return about && toCents(record.amount) === expected.amountCents;
}

/** What a record says about the attempt. */
export function outcomeOf(record: PaymentRecord): Outcome & { kind: "paid" | "held" | "declined" | "unknown" } {
	const { transaction_id: transactionId, transaction_result: result } = record;
	const card = maskedCardOf(record);
	if (result === "APPROVED" && record.transaction_success && card !== null) {
		const kind = record.transaction_type === "authorization" ? "held" : "paid";
		return { kind, transactionId, card, at: record.transaction_time };
	}
	if (result === "DECLINED") {
		return { kind: "declined", transactionId, card, reason: reasonsToTell.get(record.decline_code ?? "") ?? "general" };
	}
	return { kind: "unknown", transactionId };
}

function maskedCardOf({ card_type: brand, card_suffix: suffix }: PaymentRecord): MaskedCard | null {
	if (typeof brand !== "string" || typeof suffix !== "number") return null;
	return { brand, suffix: String(suffix).padStart(4, "0") };
}

/**
 * Only what the payer can act on is told apart. That a card is reported lost, or blocked, is between its holder and the
 * bank: whoever stands at this counter hears "declined".
 */
const reasonsToTell = new Map<string, DeclineReason>(
	Object.entries({
		insufficient_funds: "funds",
		expired_card: "expired",
		incorrect_cvv: "security_code",
		processing_error: "not_processed",
		not_received: "not_received",
	} satisfies Partial<Record<DeclineCode, DeclineReason>>),
);
