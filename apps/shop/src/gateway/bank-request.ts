import { CallError, type Client } from "@cardseal/client";
import { z } from "zod";
import { toDollars } from "../money.ts";
import type { Outcome } from "../orders/order.ts";
import { readError, type SaleAnswer } from "./sale.ts";

/** Somebody to be asked for money. */
export interface BankRequest {
	/** The idempotency key: asked for again under it, the gateway asks nobody a second time. */
	readonly attemptId: string;
	readonly customerId: string;
	readonly amountCents: number;
	/** What the payer reads beside the amount. */
	readonly description: string;
}

const requestRecord = z.object({
	transaction_id: z.string().min(1).max(64),
	amount: z.number(),
	transaction_result: z.enum(["PENDING", "APPROVED", "DECLINED"]),
	/** When the payer's bank confirmed it, ms since 1970. */
	settled_time: z.number().nullable(),
	/** Why the payer's bank sent it back. */
	return_code: z.string().nullable(),
});

/** Has the gateway mail a link to a payer. Never throws for what the network or the gateway does. */
export async function askByBank(client: Client, request: BankRequest): Promise<SaleAnswer> {
	const { attemptId: idempotencyKey, customerId, amountCents, description } = request;
	const path = { customer_lookup_id: customerId };
	const body = { amount: toDollars(amountCents), description };
	const route = "/transaction-service-vt/eft/request/{customer_lookup_id}";
	try {
		return { outcome: readRecord(await client.post(route, { path, body, idempotencyKey }), amountCents) };
	} catch (error) {
		if (error instanceof CallError) return readError(error);
		throw error;
	}
}

/** What has become of a request by now; `undefined` while that cannot be read. */
export async function readBankRequest(
	client: Client,
	transactionId: string,
	amountCents: number,
): Promise<Outcome | undefined> {
	const path = { transaction_id: transactionId };
	try {
		const record = await client.get("/transaction-service-vt/eft/transaction/{transaction_id}", { path });
		return readRecord(record, amountCents);
	} catch (error) {
		if (error instanceof CallError) return undefined;
		throw error;
	}
}

function readRecord(body: unknown, amountCents: number): Outcome {
	const record = requestRecord.safeParse(body);
	if (!record.success || record.data.amount !== toDollars(amountCents)) return { kind: "unknown", transactionId: null };
	const { transaction_id: transactionId, transaction_result: result, return_code: returnCode } = record.data;
	if (result === "PENDING") return { kind: "asked", transactionId };
	// APPROVED says that the payer has agreed. That the money came is known when their bank has confirmed it.
	if (result === "APPROVED")
		return { kind: record.data.settled_time === null ? "accepted" : "paid_by_bank", transactionId };
	return returnCode === null ? { kind: "not_charged", why: "bank_request_over" } : { kind: "returned", transactionId };
}
