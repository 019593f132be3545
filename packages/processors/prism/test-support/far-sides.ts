import { createHmac } from "node:crypto";
import type { Ability, BookEntry, RequestKind } from "@cardseal/processor-kit";
import type { WebhookRequest } from "@cardseal/vault";
import { bambora } from "../src/connectors/bambora.ts";
import { stripe } from "../src/connectors/stripe.ts";
import { createBambora } from "./bambora.ts";
import type { FarSide } from "./far-side.ts";
import { createStripe } from "./stripe.ts";

type Result = BookEntry["result"];

/** An account is verified by asking for a payment that no processor has. */
function kindOf({ method, url }: Request, harmlessId: string): RequestKind {
	if (method === "POST") return "submit";
	return new URL(url).pathname.endsWith(`/${harmlessId}`) ? "account" : "inquire";
}

/** A modification of Stripe has its operation as the last part of its path. */
const stripeOperations: Readonly<Record<string, BookEntry["operation"]>> = {
	capture: "capture",
	cancel: "void",
	refunds: "refund",
	setup_intents: "verification",
};

const entryOfStripe: FarSide["entryOf"] = ({ request, text, status, answer }) => {
	if (request.method !== "POST" || (status !== 200 && status !== 402)) return undefined;
	const reference = request.headers.get("idempotency-key") ?? "";
	const operation = stripeOperationOf(new URL(request.url).pathname, text);
	const { amount = 0, amount_received, currency = "cad" } = answer.error?.payment_intent ?? answer;
	const amountCents = operation === "capture" ? amount_received : amount;
	const result: Result = status === 200 ? "approved" : "declined";
	return { reference, entry: { operation, result, amountCents, currency: currency.toUpperCase() } };
};

function stripeOperationOf(pathname: string, form: string): BookEntry["operation"] {
	const isManual = new URLSearchParams(form).get("capture_method") === "manual";
	return stripeOperations[pathname.split("/").at(-1) ?? ""] ?? (isManual ? "authorization" : "sale");
}

function stripeFarSide(): FarSide {
	const account = { secret_key: "sk_test_simulated", webhook_secret: "whsec_simulated" };
	const { api, payments } = createStripe({ secretKey: account.secret_key });
	return {
		connector: stripe,
		api,
		account,
		basePath: "/",
		kindOf: (request) => kindOf(request, "pi_none"),
		entryOf: entryOfStripe,
		distort(answer, fault) {
			if (fault === "other_amount") return { ...answer, amount: 100_00, amount_received: 100_00 };
			if (fault === "other_currency") return { ...answer, currency: "usd" };
			if (fault === "other_reference") return { ...answer, metadata: { order_id: "another" } };
			return { ...answer, status: "astonished" };
		},
		decline: (code) =>
			Response.json(
				{
					error: { type: "card_error", code: "card_declined", decline_code: code, message: "Your card was declined." },
				},
				{ status: 402 },
			),
		refuse: (message) => Response.json({ error: { type: "invalid_request_error", message } }, { status: 400 }),
		// https://docs.stripe.com/declines/codes
		declineCodes: {
			generic_decline: "do_not_honour",
			insufficient_funds: "insufficient_funds",
			lost_card: "lost_card",
			stolen_card: "stolen_card",
			expired_card: "expired_card",
			incorrect_cvc: "incorrect_cvv",
			processing_error: "processing_error",
		},
		outcomeWebhook(reference) {
			const payment = [...payments.values()].find((one) => one.reference === reference);
			if (payment === undefined) throw new Error("Stripe has no payment of this reference.");
			const { id, amountCents: amount, currency } = payment;
			const intent = { id, object: "payment_intent", amount, amount_received: amount, currency, status: "succeeded" };
			const rest = { capture_method: "automatic", client_secret: `${id}_secret`, created: 1, payment_method: "pm_1" };
			const object = { ...intent, ...rest, metadata: { order_id: reference } };
			return signedByStripe({ type: "payment_intent.succeeded", object, secret: account.webhook_secret });
		},
	};
}

/** https://docs.stripe.com/webhooks#verify-manually */
function signedByStripe(event: { type: string; object: object; secret: string }): WebhookRequest {
	const { type, object, secret } = event;
	const text = JSON.stringify({ id: "evt_1", object: "event", type, created: 1, data: { object } });
	const time = Math.floor(Date.now() / 1000);
	const signature = createHmac("sha256", secret).update(`${time}.${text}`).digest("hex");
	const headers = { "content-type": "application/json", "stripe-signature": `t=${time},v1=${signature}` };
	return { headers, body: Buffer.from(text) };
}

const bamboraOperations: Readonly<Record<string, BookEntry["operation"]>> = {
	completions: "capture",
	returns: "refund",
	void: "void",
};

const entryOfBambora: FarSide["entryOf"] = ({ request, text, status, answer }, noted) => {
	const isDecline = status === 402 && answer.transaction_id !== undefined;
	if (request.method !== "POST" || (status !== 200 && !isDecline)) return undefined;
	const sent = JSON.parse(text);
	const amountCents = Math.round((isDecline ? sent : answer).amount * 100);
	const entry = { result: isDecline ? "declined" : "approved", amountCents, currency: "CAD" } as const;
	const [, , , id, path = ""] = new URL(request.url).pathname.split("/");
	const modification = bamboraOperations[path];
	if (modification !== undefined) {
		return { reference: noted.get(`${modification} ${id}`) ?? "", entry: { operation: modification, ...entry } };
	}
	const hold = amountCents === 0 ? "verification" : "authorization";
	return { reference: sent.order_number, entry: { operation: sent.card.complete ? "sale" : hold, ...entry } };
};

function bamboraFarSide(): FarSide {
	const account = { merchant_id: "300200000", api_passcode: "simulated-passcode" };
	const { api } = createBambora({ merchantId: account.merchant_id, passcode: account.api_passcode });
	return {
		connector: bambora,
		api,
		account,
		basePath: "/v1",
		kindOf: (request) => kindOf(request, "1"),
		entryOf: entryOfBambora,
		distort(answer, fault) {
			if (fault === "other_amount") return { ...answer, amount: 100 };
			if (fault === "other_reference") return { ...answer, order_number: "another" };
			return { ...answer, approved: "7" };
		},
		decline: (code) =>
			Response.json(
				{ code: Number.parseInt(code, 10) || 999, category: 1, message: "DECLINE", reference: "" },
				{ status: 402 },
			),
		refuse: (message) => Response.json({ code: 49, category: 2, message, reference: message }, { status: 400 }),
		// https://docs.na.worldline-solutions.com/en/build-your-integration/payment-apis/payment-api/payment-api-response-codes
		declineCodes: {
			"7": "do_not_honour",
			"14": "expired_card",
			"16": "not_permitted",
			"26": "expired_card",
			"51": "do_not_honour",
		},
		unknownDeclineCode: "999",
		currency: "CAD",
	};
}

/** The connectors that keep the promises of the conformance kit, with what each lacks. */
export const farSides: readonly (readonly [create: () => FarSide, lacks: readonly Ability[]])[] = [
	[stripeFarSide, ["accepted", "notices", "dispute_answers", "lookup_by_reference", "void_of_sales"]],
	[
		bamboraFarSide,
		[
			"accepted",
			"notices",
			"webhooks",
			"outcome_webhooks",
			"dispute_answers",
			"lookup_by_reference",
			"currencies",
			"network_ids",
		],
	],
];
