import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { currency, toDollars } from "../money.ts";
import type { Outcome } from "../orders/order.ts";
import { type Connection, type Reply, send } from "./connection.ts";
import { isRecordOf, outcomeOf, paymentRecord } from "./payment-record.ts";

/** A sale to ask the gateway for. The card token is used here and kept nowhere. */
export interface Sale {
	/** Idempotency key and invoice id in one: asking again under it can never charge twice. */
	readonly attemptId: string;
	readonly amountCents: number;
	readonly token: string;
	readonly email: string;
	readonly name: string;
}

/** A refusal of the request, before any processor heard of it. */
export interface Refusal {
	readonly status: number;
	/** The gateway's sentence on what to do, and the fields it names. */
	readonly message: string;
	readonly fields: readonly { readonly field: string; readonly message: string }[];
}

export interface SaleAnswer {
	readonly outcome: Outcome;
	/** Only beside `not_charged`, when the gateway said why. */
	readonly refusal?: Refusal;
}

const refusalBody = z.object({
	message: z.string(),
	errors: z.array(z.object({ field: z.string(), message: z.string() })).default([]),
});

/**
 * Charges the card behind a token. A request that breaks, or that the gateway cannot answer yet, is sent again as it was, under
 * the same key; when no try brings an answer the outcome is `unknown`, unless nothing was ever sent. Never throws for what
 * the network or the gateway does.
 */
export async function chargeSale(connection: Connection, sale: Sale): Promise<SaleAnswer> {
	let mayHaveArrived = false;
	for (const pauseMs of connection.triesAfterMs) {
		await pause(pauseMs);
		const reply = await send(connection, saleRequest(sale));
		const answer = readSaleReply(sale, reply);
		if (answer !== "again") return mayHaveArrived ? afterDoubt(answer) : answer;
		mayHaveArrived ||= reply.kind !== "not_sent";
	}
	const outcome: Outcome = mayHaveArrived
		? { kind: "unknown", transactionId: null }
		: { kind: "not_charged", why: "not_sent" };
	return { outcome };
}

function saleRequest(sale: Sale) {
	return {
		method: "POST",
		path: "/transaction-service/sale",
		headers: { "Idempotency-Key": sale.attemptId },
		body: {
			amount: toDollars(sale.amountCents),
			currency,
			token: sale.token,
			email: sale.email,
			...splitName(sale.name),
			invoice_id: sale.attemptId,
		},
	} as const;
}

/** "Ana María López" → "Ana María", "López". A single name is a first name. */
export function splitName(name: string): { first_name: string; last_name?: string } {
	const space = name.lastIndexOf(" ");
	return space < 0 ? { first_name: name } : { first_name: name.slice(0, space), last_name: name.slice(space + 1) };
}

/** What one reply means; "again" when the same request should be sent once more. */
export function readSaleReply(sale: Sale, reply: Reply): SaleAnswer | "again" {
	if (reply.kind !== "answered") return "again";
	const { status, body } = reply;
	if (status === 200 || status === 402) return readRecord(sale, body);
	// 409: the first try is still running. 429 and 5xx: not now. The same key makes asking again harmless.
	if (status === 409 || status === 429 || status >= 500) return "again";
	const parsed = refusalBody.safeParse(body);
	const { message, errors: fields } = parsed.success ? parsed.data : { message: "", errors: [] };
	return { outcome: { kind: "not_charged", why: "refused" }, refusal: { status, message, fields } };
}

function readRecord(sale: Sale, body: unknown): SaleAnswer {
	const record = paymentRecord.safeParse(body);
	const believable = record.success && isRecordOf(record.data, sale);
	return { outcome: believable ? outcomeOf(record.data) : { kind: "unknown", transactionId: null } };
}

/** A refusal says nothing about an earlier try that may have arrived: only the gateway's books do. */
function afterDoubt(answer: SaleAnswer): SaleAnswer {
	return answer.outcome.kind === "not_charged" ? { outcome: { kind: "unknown", transactionId: null } } : answer;
}
