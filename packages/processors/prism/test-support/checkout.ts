import { type Context, Hono } from "hono";
import { counter, type Payment } from "./simulator.ts";

/**
 * Checkout.com's payments, as far as their public reference describes them: https://api-reference.checkout.com and
 * https://www.checkout.com/docs/developer-resources/codes. Some test numbers decline with a documented code; every other card is
 * approved. Captures, refunds and voids are accepted with 202 and carried out at once.
 */
export function createCheckout({ secretKey }: { secretKey: string }) {
	const nextPayment = counter("pay_");
	const nextAction = counter("act_");
	const payments = new Map<string, Payment>();
	const actions = new Map<
		string,
		{ id: string; type: string; amount: number; approved: boolean; reference: string }[]
	>();
	const answered = new Map<string, { status: number; text: string }>();
	const api = new Hono();

	const declines: Record<string, string> = {
		"4000000000000002": "20005",
		"4000000000009995": "20051",
		"4000000000009987": "30041",
		"4000000000000069": "30033",
		"4000000000000127": "20087",
		"4000000000000341": "29999",
	};

	const invalid = (context: Context, code: string) =>
		context.json({ request_id: "1", error_type: "request_invalid", error_codes: [code] }, 422);

	api.use("*", async (context, next) => {
		if (context.req.header("authorization") !== `Bearer ${secretKey}`) {
			return context.json(
				{ request_id: "1", error_type: "authentication_error", error_codes: ["invalid_api_key"] },
				401,
			);
		}
		const key = context.req.header("cko-idempotency-key");
		if (key === undefined) return next();
		const earlier = answered.get(key);
		if (earlier !== undefined) {
			const headers = { "Content-Type": "application/json", "Idempotent-Replayed": "true" };
			return new Response(earlier.text, { status: earlier.status, headers });
		}
		await next();
		answered.set(key, { status: context.res.status, text: await context.res.clone().text() });
	});

	const statuses = { authorized: "Authorized", captured: "Captured", voided: "Voided", declined: "Declined" };

	function statusOf({ status, capturedCents, amountCents }: Payment): string {
		return status === "captured" && capturedCents < amountCents ? "Partially Captured" : statuses[status];
	}

	const paymentOf = (payment: Payment, { isCodeGiven = false, isVerification = false } = {}) => ({
		id: payment.id,
		action_id: actions.get(payment.id)?.[0]?.id,
		amount: payment.amountCents,
		currency: payment.currency,
		approved: payment.status !== "declined",
		status: isVerification ? "Card Verified" : statusOf(payment),
		auth_code: "643381",
		response_code: payment.code ?? "10000",
		response_summary: payment.code === undefined ? "Approved" : "Declined",
		scheme_id: "638284745624527",
		balances: {
			total_captured: payment.capturedCents,
			available_to_capture: payment.status === "authorized" ? payment.amountCents : 0,
		},
		source: {
			type: "card",
			last4: payment.lastFour,
			avs_check: "Y",
			cvv_check: isCodeGiven ? "Y" : "X",
		},
		processed_on: "2026-11-23T09:00:00Z",
		reference: payment.reference,
		_links: { self: { href: `https://api.sandbox.checkout.com/payments/${payment.id}` } },
	});

	function act(payment: Payment, type: string, amount: number, reference: string): string {
		const action = { id: nextAction(), type, amount, approved: payment.status !== "declined", reference };
		actions.set(payment.id, [...(actions.get(payment.id) ?? []), action]);
		return action.id;
	}

	api.post("/payments", async (context) => {
		const { amount, capture, currency, reference, source } = await context.req.json();
		const code = declines[source.number];
		const payment: Payment = {
			id: nextPayment(),
			reference,
			status: code !== undefined ? "declined" : capture && amount > 0 ? "captured" : "authorized",
			amountCents: amount,
			currency,
			capturedCents: code === undefined && capture ? amount : 0,
			refundedCents: 0,
			lastFour: String(source.number).slice(-4),
			...(code !== undefined && { code }),
		};
		payments.set(payment.id, payment);
		act(payment, "Authorization", amount, reference);
		// A capture follows within moments; the first answer still says "Authorized".
		const shown: Payment =
			payment.status === "captured" ? { ...payment, status: "authorized", capturedCents: 0 } : payment;
		const details = { isCodeGiven: Boolean(source.cvv), isVerification: code === undefined && amount === 0 };
		return context.json(paymentOf(shown, details), 201);
	});

	const found = (context: Context) => payments.get(context.req.param("id") ?? "");

	api.get("/payments/:id", (context) => {
		const payment = found(context);
		return payment === undefined ? context.body(null, 404) : context.json(paymentOf(payment));
	});

	api.get("/payments/:id/actions", (context) => {
		const payment = found(context);
		return payment === undefined
			? context.body(null, 404)
			: context.json([...(actions.get(payment.id) ?? [])].reverse());
	});

	api.post("/payments/:id/captures", async (context) => {
		const payment = found(context);
		if (payment === undefined) return context.body(null, 404);
		const { amount, reference } = await context.req.json();
		if (payment.status !== "authorized" || amount > payment.amountCents)
			return invalid(context, "capture_value_greater_than_authorized");
		payment.status = "captured";
		payment.capturedCents = amount;
		return context.json({ action_id: act(payment, "Capture", amount, reference), reference }, 202);
	});

	api.post("/payments/:id/refunds", async (context) => {
		const payment = found(context);
		if (payment === undefined) return context.body(null, 404);
		const { amount, reference } = await context.req.json();
		if (payment.refundedCents + amount > payment.capturedCents)
			return invalid(context, "refund_amount_exceeds_balance");
		payment.refundedCents += amount;
		return context.json({ action_id: act(payment, "Refund", amount, reference), reference }, 202);
	});

	api.post("/payments/:id/voids", async (context) => {
		const payment = found(context);
		if (payment === undefined) return context.body(null, 404);
		if (payment.status !== "authorized")
			return context.json({ request_id: "1", error_type: "request_invalid", error_codes: ["void_not_allowed"] }, 403);
		payment.status = "voided";
		const { reference } = await context.req.json();
		return context.json({ action_id: act(payment, "Void", 0, reference), reference }, 202);
	});

	return { api, payments };
}
