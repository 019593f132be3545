import { encryptCard } from "@cardseal/encrypt";
import type { Random } from "./random.ts";

/** A sale that a writer makes, and its options. */
export interface Intent {
	/** Unique, to find every record of the sale. */
	invoiceId: string;
	amountCents: number;
	cardNumber: string;
	way: "card_fields" | "card_token";
	hasKey: boolean;
}

export type SaleResponse =
	/** A record. PENDING means that the outcome is not known yet. */
	| { kind: "acknowledged"; result: string; transactionId: string }
	/** The token of a repeated request was already used, so the first request had arrived. */
	| { kind: "token_used" }
	/** The connection broke, and a retry was not safe. */
	| { kind: "nothing" }
	/** An unexpected response. */
	| { kind: "unexpected"; answer: string };

export interface Outcome {
	intent: Intent;
	response: SaleResponse;
}

/** The gateway that writers use. */
export interface Counter {
	url: string;
	bearerToken: string;
	publicKey: string;
	/** Resolves as soon as the gateway serves. */
	open(): Promise<void>;
}

/** Shorter than `Retry-After`, so that a run notices early that the gateway works again. */
const unavailablePauseMs = 100;

/** Card numbers that follow the amount, and rarely one whose response is lost or whose request never arrives. */
const ordinaryNumbers = ["4242424242424242", "5555555555554444", "6011000990139424"] as const;
const silentNumbers = ["4000000000000259", "4000000000000267"] as const;
const silentShare = 0.02;

/** Draws the card of a sandbox's sale. */
export function drawTestCard(random: Random): string {
	return random.chance(silentShare) ? random.pick(silentNumbers) : random.pick(ordinaryNumbers);
}

/** Draws a writer's next sale. */
export function drawIntent(random: Random, invoiceId: string, drawCard: (random: Random) => string): Intent {
	return {
		invoiceId,
		amountCents: random.between(1, 99_999),
		cardNumber: drawCard(random),
		way: random.chance(0.5) ? "card_token" : "card_fields",
		hasKey: random.chance(0.5),
	};
}

/**
 * Makes a sale as a careful merchant would: after a broken connection it repeats the same request when a key or a token
 * makes that safe, and otherwise gives up.
 */
export async function makeSale(counter: Counter, intent: Intent): Promise<Outcome> {
	const request = await requestOf(counter, intent);
	const maySafelyRepeat = intent.hasKey || intent.way === "card_token";
	for (;;) {
		await counter.open();
		const reply = await post(`${counter.url}/transaction-service/sale`, request);
		if (reply === "broken" && !maySafelyRepeat) return { intent, response: { kind: "nothing" } };
		if (typeof reply === "string") continue;
		if (reply.status === 503) {
			await new Promise((retry) => setTimeout(retry, unavailablePauseMs));
			continue;
		}
		if (reply.status === 409) {
			await new Promise((retry) => setTimeout(retry, reply.retryAfterSeconds * 1000));
			continue;
		}
		return { intent, response: readReply(reply) };
	}
}

async function requestOf({ bearerToken, publicKey }: Counter, intent: Intent): Promise<RequestInit> {
	const card = {
		number: intent.cardNumber,
		month: "08",
		year: String(new Date().getUTCFullYear() + 5).slice(-2),
		securityCode: "123",
	};
	const fields =
		intent.way === "card_token"
			? { token: await encryptCard(publicKey, card) }
			: {
					card_number: card.number,
					card_expiry_month: card.month,
					card_expiry_year: card.year,
					cvv2: card.securityCode,
				};
	return {
		method: "POST",
		headers: {
			Authorization: `Bearer ${bearerToken}`,
			"Content-Type": "application/json",
			...(intent.hasKey && { "Idempotency-Key": intent.invoiceId }),
		},
		// Some processors need a name.
		body: JSON.stringify({
			amount: intent.amountCents / 100,
			invoice_id: intent.invoiceId,
			first_name: "Grace",
			...fields,
		}),
	};
}

interface Reply {
	status: number;
	retryAfterSeconds: number;
	text: string;
}

/** `never_sent`: the connection was refused; `broken`: the request may have arrived. */
async function post(url: string, request: RequestInit): Promise<Reply | "never_sent" | "broken"> {
	try {
		const response = await fetch(url, request);
		const retryAfterSeconds = Number(response.headers.get("Retry-After") ?? 1);
		return { status: response.status, retryAfterSeconds, text: await response.text() };
	} catch (error) {
		const cause = error instanceof Error ? error.cause : undefined;
		const wasRefused = cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
		return wasRefused ? "never_sent" : "broken";
	}
}

function readReply({ status, text }: Reply): SaleResponse {
	const body = JSON.parse(text) as Record<string, unknown>;
	if ((status === 200 || status === 402) && typeof body.transaction_id === "string") {
		return { kind: "acknowledged", result: String(body.transaction_result), transactionId: body.transaction_id };
	}
	if (status === 400 && String(body.message).includes("already been used")) return { kind: "token_used" };
	return { kind: "unexpected", answer: `${status} ${text}` };
}
