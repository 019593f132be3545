import {
	authenticationStatuses,
	type CheckResult,
	type DeclineClass,
	type DeclineCode,
	type InquiryRequest,
	type ListedRequest,
	type ProcessorEvent,
} from "@cardseal/vault";
import { z } from "zod";

const transactionSchema = z.object({
	id: z.string().min(1),
	reference: z.string(),
	type: z.enum(["sale", "authorization", "verification", "capture", "refund", "void"]),
	status: z.enum(["approved", "declined", "accepted", "dropped", "payer_needed"]),
	amount: z.int(),
	currency: z.string(),
	approval_code: z.string().nullable(),
	decline_code: z.string().nullable(),
	message: z.string(),
	network_id: z.string().nullable(),
	address_check: z.string().nullable(),
	security_code_check: z.string().nullable(),
	authentication: z
		.object({
			status: z.enum(authenticationStatuses),
			version: z.string(),
			eci: z.string(),
			liability_shift: z.boolean(),
		})
		.nullable(),
	payer_path: z.string().nullable(),
});

export type Transaction = z.infer<typeof transactionSchema>;

const toldSchema = z.discriminatedUnion("type", [
	z.object({ type: z.literal("transaction.decided"), transaction: transactionSchema }),
	z.object({
		type: z.literal("settlement.paid"),
		settlement: z.object({
			id: z.string(),
			currency: z.string(),
			net: z.int(),
			items: z.array(
				z.object({
					id: z.string(),
					type: z.enum(["payment", "refund", "fee"]),
					reference: z.string().nullable(),
					amount: z.int(),
					fee: z.int(),
					at: z.int(),
				}),
			),
		}),
	}),
	z.object({
		type: z.literal("dispute.changed"),
		dispute: z.object({
			id: z.string(),
			reference: z.string(),
			state: z.enum(["open", "under_review", "won", "lost", "accepted"]),
			amount: z.int(),
			currency: z.string(),
			reason: z.string(),
			evidence_until: z.int().nullable(),
		}),
	}),
]);

export type Told = z.infer<typeof toldSchema>;

const eventSchema = z.intersection(z.object({ id: z.string(), at: z.int() }), toldSchema);

export type AcquirerEvent = z.infer<typeof eventSchema>;

export const eventsSchema = z.object({ events: z.array(eventSchema), cursor: z.string() });

/** A code that is not here becomes `generic`. */
const declines: Partial<Record<string, [DeclineCode, DeclineClass]>> = {
	"05": ["do_not_honour", "soft"],
	"41": ["lost_card", "hard"],
	"43": ["stolen_card", "hard"],
	"51": ["insufficient_funds", "soft"],
	"54": ["expired_card", "hard"],
	"82": ["incorrect_cvv", "data"],
	"96": ["processing_error", "soft"],
	N7: ["not_permitted", "hard"],
	"1A": ["authentication_required", "soft"],
	A3: ["authentication_failed", "soft"],
};

const checks: Partial<Record<string, CheckResult>> = {
	Y: "MATCH",
	M: "MATCH",
	N: "NO_MATCH",
	A: "PARTIAL",
	Z: "PARTIAL",
};

function resultOf(transaction: Transaction) {
	const { id, status, approval_code, decline_code, network_id, authentication } = transaction;
	if (status === "accepted") return { result: status, processorTransactionId: id } as const;
	// Only an answer to a request tells the payer's way: see `readTransaction`.
	if (status === "payer_needed") return { result: "accepted", processorTransactionId: id } as const;
	if (status === "dropped") return { result: "not_received" } as const;
	const answer = {
		message: transaction.message,
		processorTransactionId: id,
		networkTransactionId: network_id ?? undefined,
		avsResult: checks[transaction.address_check ?? ""] ?? "NOT_CHECKED",
		cvvResult: checks[transaction.security_code_check ?? ""] ?? "NOT_CHECKED",
		issuerCode: decline_code ?? undefined,
		authenticated: authentication === null ? undefined : authenticatedBy(authentication),
		amountCents: transaction.amount,
		currency: transaction.currency,
	} as const;
	if (status === "approved") {
		if (approval_code === null) throw new Error("The acquirer approved without a code.");
		return { result: "approved", authorizationCode: approval_code, ...answer } as const;
	}
	const [declineCode, declineClass] = declines[decline_code ?? ""] ?? ["generic", "soft"];
	return { result: "declined", declineCode, declineClass, ...answer } as const;
}

function authenticatedBy({ liability_shift, ...authentication }: NonNullable<Transaction["authentication"]>) {
	return { ...authentication, liabilityShift: liability_shift };
}

/**
 * @param url the acquirer's origin, where the page of the payer's bank is
 * @throws Error for an answer that is not about the request, or that is not understood
 */
export function readTransaction(body: unknown, { reference }: Pick<InquiryRequest, "reference">, url: string) {
	const read = transactionSchema.safeParse(body);
	if (!read.success) throw new Error("The acquirer's answer is not understood.");
	if (read.data.reference !== reference) throw new Error("The acquirer answered about another reference.");
	const { status, payer_path: path, id: processorTransactionId } = read.data;
	if (status !== "payer_needed") return resultOf(read.data);
	if (path === null) throw new Error("The acquirer names no page of the payer's bank.");
	const action = { url: `${url}${path}`, method: "GET", fields: {} } as const;
	return { result: "action", processorTransactionId, action } as const;
}

const listedSchema = transactionSchema.extend({
	at: z.int(),
	original: z.string().nullable(),
	order_number: z.string().nullable(),
	card: z.object({ brand: z.string(), last_four: z.string(), month: z.string(), year: z.string() }).nullable(),
});

export type ListedTransaction = z.infer<typeof listedSchema>;

export const listSchema = z.object({ transactions: z.array(listedSchema), next: z.string().nullable() });

export function listedRequestOf(listed: ListedTransaction): ListedRequest {
	const { reference, type: operation, amount: amountCents, currency, at: happenedAt, original, card } = listed;
	return {
		reference,
		operation,
		amountCents,
		currency,
		happenedAt,
		outcome: resultOf(listed),
		originalReference: original,
		invoiceId: listed.order_number,
		...(card && {
			card: { brand: card.brand, suffix: card.last_four, expiryMonth: card.month, expiryYear: card.year },
		}),
	};
}

/** @throws Error for an event that is not understood */
export function readEvent(body: unknown): ProcessorEvent {
	const read = eventSchema.safeParse(body);
	if (!read.success) throw new Error("The acquirer's event is not understood.");
	return processorEventOf(read.data);
}

export function processorEventOf(event: AcquirerEvent): ProcessorEvent {
	const { id, at } = event;
	if (event.type === "transaction.decided") {
		const outcome = resultOf(event.transaction);
		if (outcome.result === "accepted") throw new Error("The acquirer decided nothing.");
		const { reference, type } = event.transaction;
		const operation = type === "sale" || type === "authorization" || type === "verification" ? "charge" : type;
		return { id, kind: "outcome", reference, operation, outcome };
	}
	if (event.type === "settlement.paid") {
		const { id: settlementId, currency, net: netCents, items } = event.settlement;
		return {
			id,
			kind: "settlement",
			settlementId,
			currency,
			netCents,
			paidAt: at,
			items: items.map((item) => ({
				id: item.id,
				kind: item.type,
				reference: item.reference,
				amountCents: item.amount,
				feeCents: item.fee,
				happenedAt: item.at,
			})),
		};
	}
	const { id: disputeId, reference, state, amount, currency, reason, evidence_until } = event.dispute;
	return {
		id,
		kind: "dispute",
		disputeId,
		reference,
		state,
		amountCents: amount,
		currency,
		reasonCode: reason,
		evidenceDueAt: evidence_until,
		happenedAt: at,
	};
}
