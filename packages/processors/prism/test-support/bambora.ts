import { type Context, Hono } from "hono";
import { counter, type Payment } from "./simulator.ts";

/**
 * Bambora's (Worldline's) Payments API for North America, as far as its public reference describes it:
 * https://dev.na.bambora.com/docs/references/payment_APIs/v1-0-5. Some test numbers decline with a documented code; every
 * other card is approved.
 */
export function createBambora({ merchantId, passcode }: { merchantId: string; passcode: string }) {
	const nextId = counter("1000000");
	const payments = new Map<string, Payment>();
	/** Pre-authorizations whose completions, payments of their own, are refunded and voided instead. */
	const completed = new Set<string>();
	const api = new Hono();

	const declines: Record<string, { code: number; message: string }> = {
		"4000000000000002": { code: 7, message: "DECLINE" },
		"4000000000000069": { code: 14, message: "Invalid expiration date" },
		"4000000000000341": { code: 999, message: "Something new" },
	};

	function refuse(
		context: Context,
		status: 400 | 401 | 402 | 404,
		code: number,
		category: number,
		message: string,
		id?: string,
	) {
		return context.json(
			{ code, category, message, reference: "", ...(id !== undefined && { transaction_id: id }) },
			status,
		);
	}

	api.use("*", async (context, next) => {
		const expected = `Passcode ${Buffer.from(`${merchantId}:${passcode}`).toString("base64")}`;
		if (context.req.header("authorization") === expected) return next();
		return refuse(context, 401, 21, 3, "Authentication failed");
	});

	const responseOf = (payment: Payment, type: "P" | "PA" | "PAC" | "R" | "VP", cents: number, isCvdGiven = false) => ({
		id: payment.id,
		authorizing_merchant_id: Number(merchantId),
		approved: "1",
		message_id: "1",
		message: "Approved",
		auth_code: "TEST",
		created: "2026-11-23T09:00:00",
		order_number: payment.reference,
		type,
		payment_method: "CC",
		risk_score: 0,
		amount: cents / 100,
		custom: { ref1: "", ref2: "", ref3: "", ref4: "", ref5: "" },
		card: {
			card_type: "VI",
			last_four: payment.lastFour,
			card_bin: "401288",
			address_match: 1,
			postal_result: 1,
			avs_result: "1",
			cvd_result: isCvdGiven ? "1" : "6",
			avs: { id: "Y", message: "Street address and Postal/ZIP match.", processed: true },
		},
		links: [],
	});

	api.post("/v1/payments", async (context) => {
		const { order_number: reference, amount, card } = await context.req.json();
		const amountCents = Math.round(amount * 100);
		const decline = declines[card.number];
		const payment: Payment = {
			id: nextId(),
			reference,
			status: decline ? "declined" : card.complete ? "captured" : "authorized",
			amountCents,
			currency: "CAD",
			capturedCents: decline || !card.complete ? 0 : amountCents,
			refundedCents: 0,
			lastFour: String(card.number).slice(-4),
		};
		if ([...payments.values()].some((earlier) => earlier.reference === reference && earlier.status !== "declined")) {
			return refuse(context, 402, 16, 1, "Duplicate Transaction - This transaction has already been approved");
		}
		payments.set(payment.id, payment);
		if (decline !== undefined) return refuse(context, 402, decline.code, 1, decline.message, payment.id);
		return context.json(responseOf(payment, card.complete ? "P" : "PA", amountCents, card.cvd !== undefined));
	});

	const missing = (context: Context) => refuse(context, 404, 210, 3, "Transaction not found");

	api.get("/v1/payments/:id", (context) => {
		const payment = payments.get(context.req.param("id"));
		if (payment === undefined) return missing(context);
		return context.json(responseOf(payment, payment.status === "authorized" ? "PA" : "P", payment.amountCents));
	});

	/** Adds a transaction about another one, with a new id. */
	function add(original: Payment, changes: Partial<Payment>): Payment {
		const payment = { ...original, id: nextId(), reference: `${original.reference}-${payments.size}`, ...changes };
		payments.set(payment.id, payment);
		return payment;
	}

	api.post("/v1/payments/:id/completions", async (context) => {
		const payment = payments.get(context.req.param("id"));
		if (payment === undefined) return missing(context);
		const cents = Math.round((await context.req.json()).amount * 100);
		if (payment.status !== "authorized") return refuse(context, 402, 208, 1, "Transaction cannot be adjusted");
		if (cents > payment.amountCents)
			return refuse(context, 402, 208, 1, "Completion greater than remaining reserve amount.");
		payment.status = "captured";
		completed.add(payment.id);
		return context.json(
			responseOf(add(payment, { status: "captured", amountCents: cents, capturedCents: cents }), "PAC", cents),
		);
	});

	api.post("/v1/payments/:id/returns", async (context) => {
		const payment = payments.get(context.req.param("id"));
		if (payment === undefined) return missing(context);
		const cents = Math.round((await context.req.json()).amount * 100);
		if (payment.status === "voided" || payment.refundedCents + cents > payment.capturedCents) {
			return refuse(context, 402, 194, 1, "Refund amount exceeds the remaining amount");
		}
		payment.refundedCents += cents;
		return context.json(responseOf(add(payment, { amountCents: cents }), "R", cents));
	});

	api.post("/v1/payments/:id/void", async (context) => {
		const payment = payments.get(context.req.param("id"));
		if (payment === undefined) return missing(context);
		if (payment.status === "voided" || payment.refundedCents > 0 || completed.has(payment.id))
			return refuse(context, 402, 208, 1, "Transaction cannot be adjusted");
		payment.status = "voided";
		return context.json(responseOf(add(payment, {}), "VP", payment.amountCents));
	});

	return { api, payments };
}
