import type { BookEntry } from "@cardseal/processor-kit";
import { stripe } from "../../src/connectors/stripe.ts";
import { type FarSide, kindOf } from "../far-side.ts";
import { stripeSignature } from "../signatures.ts";
import { createStripe } from "../stripe.ts";

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
	const result = status === 200 ? "approved" : "declined";
	return { reference, entry: { operation, result, amountCents, currency: currency.toUpperCase() } };
};

function stripeOperationOf(pathname: string, form: string): BookEntry["operation"] {
	const isManual = new URLSearchParams(form).get("capture_method") === "manual";
	return stripeOperations[pathname.split("/").at(-1) ?? ""] ?? (isManual ? "authorization" : "sale");
}

export function stripeFarSide(): FarSide {
	const account = { secret_key: "sk_live_simulated", webhook_secret: "whsec_simulated" };
	const { api, payments } = createStripe({ secretKey: account.secret_key });
	return {
		connector: stripe,
		api,
		account,
		testAccount: { ...account, secret_key: "sk_test_simulated" },
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
		outcomeWebhook(reference, signature) {
			const payment = [...payments.values()].find((one) => one.reference === reference);
			if (payment === undefined) throw new Error("Stripe has no payment of this reference.");
			const { id, amountCents: amount, currency } = payment;
			const intent = { id, object: "payment_intent", amount, amount_received: amount, currency, status: "succeeded" };
			const rest = { capture_method: "automatic", client_secret: `${id}_secret`, created: 1, payment_method: "pm_1" };
			const object = { ...intent, ...rest, metadata: { order_id: reference } };
			const event = { id: "evt_1", object: "event", type: "payment_intent.succeeded", created: 1, data: { object } };
			const text = JSON.stringify(event);
			const signed = signature === "empty" ? "" : stripeSignature(text, account.webhook_secret);
			const headers = {
				"content-type": "application/json",
				...(signature !== "missing" && { "stripe-signature": signed }),
			};
			return { headers, body: Buffer.from(text) };
		},
	};
}
