import { CallError, type Client } from "@cardseal/client";
import { z } from "zod";
import { toCents, toDollars } from "../money.ts";
import type { FollowUpKind, FollowUpOutcome } from "../orders/follow-up.ts";

/** A step to ask the gateway for. */
export interface FollowUpRequest {
	/** Idempotency key: asking again under it is told what happened, and does nothing twice, for a day. */
	readonly id: string;
	readonly kind: FollowUpKind;
	readonly amountCents: number;
	/** Of the sale, authorization or capture that it follows. */
	readonly transactionId: string;
}

const types = { collect: "capture", release: "void", refund: "refund" } as const satisfies Record<FollowUpKind, string>;

const followUpRecord = z.object({
	transaction_id: z.string().min(1),
	transaction_type: z.string(),
	amount: z.number(),
	transaction_result: z.enum(["APPROVED", "DECLINED", "PENDING"]),
	/** ms since 1970 */
	transaction_time: z.number(),
});

/** Takes the step, or learns what became of it. Never throws for what the network or the gateway does. */
export async function sendFollowUp(client: Client, request: FollowUpRequest): Promise<FollowUpOutcome> {
	try {
		return readRecord(await post(client, request), request);
	} catch (error) {
		if (error instanceof CallError) return readError(error);
		throw error;
	}
}

/** Asks what became of a step that the gateway has named. Never takes it again. */
export async function findFollowUp(client: Client, request: FollowUpRequest, id: string): Promise<FollowUpOutcome> {
	try {
		const path = { transaction_id: id };
		return readRecord(await client.get("/transaction-service/transaction/{transaction_id}", { path }), request);
	} catch (error) {
		if (error instanceof CallError) return { kind: "unknown", transactionId: id };
		throw error;
	}
}

function post(client: Client, { id: idempotencyKey, kind, amountCents, transactionId }: FollowUpRequest) {
	const path = { transaction_id: transactionId };
	const body = { amount: toDollars(amountCents) };
	if (kind === "collect") {
		return client.post("/transaction-service/capture/{transaction_id}", { path, body, idempotencyKey });
	}
	if (kind === "refund") {
		return client.post("/transaction-service/refund/{transaction_id}", { path, body, idempotencyKey });
	}
	return client.post("/transaction-service/void/{transaction_id}", { path, idempotencyKey });
}

function readRecord(body: unknown, request: FollowUpRequest): FollowUpOutcome {
	const record = followUpRecord.safeParse(body);
	if (!record.success) return { kind: "unknown", transactionId: null };
	const { transaction_id: transactionId, transaction_type: type, amount, transaction_result: result } = record.data;
	const believable = type === types[request.kind] && toCents(amount) === request.amountCents;
	if (!believable) return { kind: "unknown", transactionId: null };
	if (result === "PENDING") return { kind: "unknown", transactionId };
	if (result === "DECLINED") return { kind: "not_done", why: "declined" };
	return { kind: "done", transactionId, at: record.data.transaction_time };
}

function readError({ outcomeUnknown, status }: CallError): FollowUpOutcome {
	if (outcomeUnknown) return { kind: "unknown", transactionId: null };
	return { kind: "not_done", why: status === 400 ? "refused" : "not_sent" };
}
