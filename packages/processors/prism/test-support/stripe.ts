import { type Context, Hono } from "hono";
import { counter, type Payment } from "./simulator.ts";

/**
 * Stripe's payment intents, setup intents and refunds, as far as their public reference describes them:
 * https://docs.stripe.com/api/payment_intents, /api/setup_intents, /api/refunds, /api/errors, /api/idempotent_requests.
 * Cards of https://docs.stripe.com/testing decline with the documented code; every other card is approved.
 */
export function createStripe({ secretKey }: { secretKey: string }) {
	const nextIntent = counter("pi_");
	const nextRefund = counter("re_");
	const payments = new Map<string, Payment>();
	const refunds = new Map<string, { id: string; payment: string; amountCents: number }>();
	/** The first answer to each idempotency key, with the body that it was for. */
	const answered = new Map<string, { form: string; status: number; text: string }>();
	const api = new Hono();

	const declines: Record<string, { code: string; decline_code?: string }> = {
		"4000000000000002": { code: "card_declined", decline_code: "generic_decline" },
		"4000000000009995": { code: "card_declined", decline_code: "insufficient_funds" },
		"4000000000009987": { code: "card_declined", decline_code: "lost_card" },
		"4000000000009979": { code: "card_declined", decline_code: "stolen_card" },
		"4000000000000069": { code: "expired_card" },
		"4000000000000127": { code: "incorrect_cvc" },
		"4000000000000119": { code: "processing_error" },
		"4000000000000341": { code: "card_declined", decline_code: "something_new" },
	};

	function refuse(context: Context, status: 400 | 401 | 402 | 404, error: object) {
		return context.json({ error: { type: status === 402 ? "card_error" : "invalid_request_error", ...error } }, status);
	}

	api.use("*", async (context, next) => {
		if (context.req.header("authorization") !== `Bearer ${secretKey}`) {
			return refuse(context, 401, { message: "Invalid API Key provided: sk_test_***" });
		}
		const key = context.req.header("idempotency-key");
		if (key === undefined) return next();
		const form = await context.req.raw.clone().text();
		const earlier = answered.get(key);
		if (earlier !== undefined) {
			if (earlier.form !== form) {
				return refuse(context, 400, {
					type: "idempotency_error",
					message: "Keys for idempotent requests can only be used with the same parameters.",
				});
			}
			const headers = { "Content-Type": "application/json", "Idempotent-Replayed": "true" };
			return new Response(earlier.text, { status: earlier.status, headers });
		}
		await next();
		answered.set(key, { form, status: context.res.status, text: await context.res.clone().text() });
	});

	const intentOf = (payment: Payment, form?: URLSearchParams) => ({
		id: payment.id,
		object: "payment_intent",
		amount: payment.amountCents,
		amount_capturable: payment.status === "authorized" ? payment.amountCents : 0,
		amount_received: payment.capturedCents,
		capture_method: payment.status === "authorized" ? "manual" : "automatic",
		client_secret: `${payment.id}_secret`,
		created: 1_763_900_000,
		currency: payment.currency,
		status: {
			authorized: "requires_capture",
			captured: "succeeded",
			voided: "canceled",
			declined: "requires_payment_method",
		}[payment.status],
		metadata: { order_id: payment.reference },
		payment_method: "pm_1",
		latest_charge: {
			id: payment.id.replace("pi", "ch"),
			object: "charge",
			captured: payment.status === "captured",
			payment_method_details: {
				type: "card",
				card: {
					brand: "visa",
					last4: payment.lastFour,
					authorization_code: "123456",
					network_transaction_id: "123456789012345",
					checks: {
						address_line1_check: form?.get("payment_method_data[billing_details][address][line1]") ? "pass" : null,
						address_postal_code_check: form?.get("payment_method_data[billing_details][address][postal_code]")
							? "pass"
							: null,
						cvc_check: form?.get("payment_method_data[card][cvc]") ? "pass" : null,
					},
				},
			},
		},
	});

	api.post("/v1/payment_intents", async (context) => {
		const form = new URLSearchParams(await context.req.text());
		const number = form.get("payment_method_data[card][number]") ?? "";
		const amountCents = Number(form.get("amount"));
		if (!(amountCents > 0))
			return refuse(context, 400, {
				code: "parameter_invalid_integer",
				param: "amount",
				message: "This value must be greater than or equal to 1.",
			});
		const decline = declines[number];
		const isManual = form.get("capture_method") === "manual";
		const payment: Payment = {
			id: nextIntent(),
			reference: form.get("metadata[order_id]") ?? "",
			status: decline ? "declined" : isManual ? "authorized" : "captured",
			amountCents,
			currency: (form.get("currency") ?? "").toLowerCase(),
			capturedCents: decline || isManual ? 0 : amountCents,
			refundedCents: 0,
			lastFour: number.slice(-4),
		};
		payments.set(payment.id, payment);
		if (decline === undefined) return context.json(intentOf(payment, form));
		return refuse(context, 402, {
			...decline,
			charge: payment.id.replace("pi", "ch"),
			message: "Your card was declined.",
			payment_intent: intentOf(payment, form),
		});
	});

	const found = (context: Context) => payments.get(context.req.param("id") ?? "");
	const missing = (context: Context) =>
		refuse(context, 404, { code: "resource_missing", message: "No such payment_intent" });
	const wrongState = (context: Context) =>
		refuse(context, 400, {
			code: "payment_intent_unexpected_state",
			message: "This PaymentIntent's status does not allow it.",
		});

	api.get("/v1/payment_intents/:id", (context) => {
		const payment = found(context);
		return payment === undefined ? missing(context) : context.json(intentOf(payment));
	});

	api.post("/v1/payment_intents/:id/capture", async (context) => {
		const payment = found(context);
		if (payment === undefined) return missing(context);
		if (payment.status !== "authorized") return wrongState(context);
		const form = new URLSearchParams(await context.req.text());
		const amountCents = Number(form.get("amount_to_capture"));
		if (amountCents > payment.amountCents) {
			return refuse(context, 400, { code: "amount_too_large", message: "The amount is more than can be captured." });
		}
		payment.status = "captured";
		payment.capturedCents = amountCents;
		return context.json(intentOf(payment));
	});

	api.post("/v1/payment_intents/:id/cancel", (context) => {
		const payment = found(context);
		if (payment === undefined) return missing(context);
		if (payment.status !== "authorized") return wrongState(context);
		payment.status = "voided";
		return context.json(intentOf(payment));
	});

	api.post("/v1/refunds", async (context) => {
		const form = new URLSearchParams(await context.req.text());
		const payment = payments.get(form.get("payment_intent") ?? "");
		if (payment === undefined) return missing(context);
		const amountCents = Number(form.get("amount"));
		if (payment.refundedCents + amountCents > payment.capturedCents) {
			return refuse(context, 400, {
				code: "charge_already_refunded",
				message: "The charge has already been refunded.",
			});
		}
		payment.refundedCents += amountCents;
		const refund = { id: nextRefund(), payment: payment.id, amountCents };
		refunds.set(refund.id, refund);
		return context.json(refundOf(refund, form.get("metadata[order_id]") ?? ""));
	});

	const refundOf = (refund: { id: string; payment: string; amountCents: number }, reference = "") => ({
		id: refund.id,
		object: "refund",
		amount: refund.amountCents,
		currency: payments.get(refund.payment)?.currency,
		payment_intent: refund.payment,
		metadata: { order_id: reference },
		status: "succeeded",
	});

	api.get("/v1/refunds/:id", (context) => {
		const refund = refunds.get(context.req.param("id"));
		return refund === undefined ? missing(context) : context.json(refundOf(refund));
	});

	api.post("/v1/setup_intents", async (context) => {
		const form = new URLSearchParams(await context.req.text());
		const decline = declines[form.get("payment_method_data[card][number]") ?? ""];
		const intent = {
			id: nextIntent().replace("pi", "seti"),
			object: "setup_intent",
			payment_method: "pm_1",
			client_secret: "seti_secret",
			metadata: {},
			status: "succeeded",
		};
		if (decline === undefined) return context.json(intent);
		return refuse(context, 402, {
			...decline,
			message: "Your card was declined.",
			setup_intent: { ...intent, status: "requires_payment_method" },
		});
	});

	return { api, payments, refunds };
}
