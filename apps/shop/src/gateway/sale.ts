import { CallError, type Client } from "@cardseal/client";
import { currency, toDollars } from "../money.ts";
import type { Outcome } from "../orders/order.ts";
import { splitName } from "./payer-name.ts";
import { isRecordOf, outcomeOf, paymentRecord } from "./payment-record.ts";

/** Which card a sale is for. A card token is used here and kept nowhere. */
export type SoldCard =
	| { readonly kind: "token"; readonly token: string }
	/** The gateway keeps the card for the customer once it has approved the sale. */
	| { readonly kind: "token_to_keep"; readonly token: string; readonly customerId: string }
	| { readonly kind: "on_file"; readonly customerId: string; readonly cardId: string };

/** A sale to ask the gateway for. */
export interface Sale {
	/** Idempotency key and invoice id in one: asking again under it can never charge twice. */
	readonly attemptId: string;
	readonly amountCents: number;
	/** Only hold the amount. */
	readonly hold: boolean;
	readonly card: SoldCard;
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
 * Charges the card, or holds the amount on it. Without an answer the outcome is `unknown`, unless the client is certain that
 * nothing was done. Never throws for what the network or the gateway does.
 */
export async function chargeSale(client: Client, sale: Sale): Promise<SaleAnswer> {
	try {
		return readRecord(sale, await post(client, sale));
	} catch (error) {
		if (!(error instanceof CallError)) throw error;
		return isCardGone(sale, error) ? { outcome: { kind: "not_charged", why: "card_gone" } } : readError(error);
	}
}

function post(client: Client, sale: Sale) {
	const { card, attemptId: idempotencyKey } = sale;
	const route = sale.hold ? "/transaction-service/authorize" : "/transaction-service/sale";
	const body = saleBody(sale);
	switch (card.kind) {
		case "token":
			return client.post(route, { body: { ...body, token: card.token }, idempotencyKey });
		case "token_to_keep": {
			const path = { customer_lookup_id: card.customerId };
			const request = { path, body: { ...body, token: card.token }, idempotencyKey };
			return client.post(`${route}/customer/{customer_lookup_id}`, request);
		}
		case "on_file": {
			const path = { customer_lookup_id: card.customerId, card_lookup_id: card.cardId };
			return client.post(`${route}/customer/{customer_lookup_id}/card/{card_lookup_id}`, {
				path,
				body,
				idempotencyKey,
			});
		}
	}
}

function saleBody(sale: Sale) {
	return {
		amount: toDollars(sale.amountCents),
		currency,
		email: sale.email,
		...splitName(sale.name),
		invoice_id: sale.attemptId,
	};
}

/** Deleted since it was offered, or the whole customer was. */
function isCardGone({ card }: Sale, { status, outcomeUnknown }: CallError): boolean {
	return card.kind === "on_file" && status === 404 && !outcomeUnknown;
}

/** What a call that brought no answer means for the order, whatever it was to be paid with. */
export function readError({ status, message, fields, outcomeUnknown }: CallError): SaleAnswer {
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
