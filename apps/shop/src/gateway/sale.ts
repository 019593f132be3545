import { CardsealError, type Client } from "@cardseal/client";
import { currency, toDollars } from "../money.ts";
import type { Outcome } from "../orders/order.ts";
import { isRecordOf, outcomeOf, paymentRecord } from "./payment-record.ts";

/** A sale to ask the gateway for. The card token is used here and kept nowhere. */
export interface Sale {
	/** Idempotency key and invoice id in one: asking again under it can never charge twice. */
	readonly attemptId: string;
	readonly amountCents: number;
	/** Only hold the amount. */
	readonly hold: boolean;
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

/**
 * Charges the card behind a token, or holds the amount on it. Without an answer the outcome is `unknown`, unless the client is certain that nothing was done.
 * Never throws for what the network or the gateway does.
 */
export async function chargeSale(client: Client, sale: Sale): Promise<SaleAnswer> {
	try {
		const options = { idempotencyKey: sale.attemptId, body: saleBody(sale) };
		const path = sale.hold ? "/transaction-service/authorize" : "/transaction-service/sale";
		return readRecord(sale, await client.post(path, options));
	} catch (error) {
		if (error instanceof CardsealError) return readError(error);
		throw error;
	}
}

function saleBody(sale: Sale) {
	return {
		amount: toDollars(sale.amountCents),
		currency,
		token: sale.token,
		email: sale.email,
		...splitName(sale.name),
		invoice_id: sale.attemptId,
	};
}

/** "Ana María López" → "Ana María", "López". A single name is a first name. */
export function splitName(name: string): { first_name: string; last_name?: string } {
	const space = name.lastIndexOf(" ");
	return space < 0 ? { first_name: name } : { first_name: name.slice(0, space), last_name: name.slice(space + 1) };
}

/** What a call that brought no answer means for the order. */
export function readError({ status, message, fields, outcomeUnknown }: CardsealError): SaleAnswer {
	if (outcomeUnknown) return { outcome: { kind: "unknown", transactionId: null } };
	// 429 is no refusal of this sale: it did not even come to it.
	if (status === undefined || status === 429 || status >= 500) {
		return { outcome: { kind: "not_charged", why: "not_sent" } };
	}
	return { outcome: { kind: "not_charged", why: "refused" }, refusal: { status, message, fields } };
}

function readRecord(sale: Sale, body: unknown): SaleAnswer {
	const record = paymentRecord.safeParse(body);
	const believable = record.success && isRecordOf(record.data, sale);
	return { outcome: believable ? outcomeOf(record.data) : { kind: "unknown", transactionId: null } };
}
