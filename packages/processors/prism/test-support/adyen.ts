import { type Context, Hono } from "hono";
import { counter, type Payment } from "./simulator.ts";

/**
 * Adyen's Checkout API 68, as far as its public reference describes it: https://docs.adyen.com/api-explorer/Checkout/68/overview,
 * https://docs.adyen.com/development-resources/refusal-reasons and https://docs.adyen.com/development-resources/error-codes.
 * Some test numbers are refused with a documented reason; every other card is authorised. Modifications are received with 201, and
 * carried out at once or never, as a webhook would tell.
 */
export function createAdyen({ apiKey, merchantAccount }: { apiKey: string; merchantAccount: string }) {
	const nextReference = counter("PSP000000000000");
	const payments = new Map<string, Payment>();
	/** Modifications that were received and then failed, by their ids. */
	const failed = new Set<string>();
	const answered = new Map<string, { status: number; text: string }>();
	const api = new Hono();

	const refusals: Record<string, { code: string; reason: string }> = {
		"4000000000000002": { code: "2", reason: "Refused" },
		"4000000000009995": { code: "12", reason: "Not enough balance" },
		"4000000000009987": { code: "5", reason: "Blocked Card" },
		"4000000000000069": { code: "6", reason: "Expired Card" },
		"4000000000000127": { code: "24", reason: "CVC Declined" },
		"4000000000000341": { code: "99", reason: "Something new" },
	};

	const refuse = (
		context: Context,
		status: 401 | 403 | 422,
		errorCode: string,
		message: string,
		errorType = "validation",
	) => context.json({ status, errorCode, message, errorType }, status);

	api.use("*", async (context, next) => {
		if (context.req.header("x-api-key") !== apiKey) {
			return refuse(context, 401, "000", "HTTP Status Response - Unauthorized", "security");
		}
		const { merchantAccount: given } = await context.req.raw.clone().json();
		if (given !== merchantAccount) return refuse(context, 403, "901", "Invalid Merchant Account", "security");
		const key = context.req.header("idempotency-key");
		if (key === undefined) return next();
		const earlier = answered.get(key);
		if (earlier !== undefined) {
			const headers = { "Content-Type": "application/json", "Idempotent-Replayed": "true" };
			return new Response(earlier.text, { status: earlier.status, headers });
		}
		await next();
		answered.set(key, { status: context.res.status, text: await context.res.clone().text() });
	});

	api.post("/v68/payments", async (context) => {
		const { additionalData, amount, billingAddress, paymentMethod, reference } = await context.req.json();
		const refusal = refusals[paymentMethod.number];
		const isManual = additionalData?.manualCapture === "true";
		const payment: Payment = {
			id: nextReference(),
			reference,
			status: refusal !== undefined ? "declined" : isManual ? "authorized" : "captured",
			amountCents: amount.value,
			currency: amount.currency,
			capturedCents: refusal !== undefined || isManual ? 0 : amount.value,
			refundedCents: 0,
			lastFour: String(paymentMethod.number).slice(-4),
		};
		payments.set(payment.id, payment);
		return context.json({
			additionalData: {
				authCode: "065696",
				avsResult: billingAddress === undefined ? "5 No AVS data provided" : "7 Both postal code and address match",
				cvcResult: paymentMethod.cvc === undefined ? "6 No CVC/CVV provided" : "1 Matches",
				networkTxReference: "MCC123456789012",
			},
			pspReference: payment.id,
			resultCode: refusal === undefined ? "Authorised" : "Refused",
			amount,
			merchantReference: reference,
			...(refusal !== undefined && { refusalReason: refusal.reason, refusalReasonCode: refusal.code }),
		});
	});

	const missing = (context: Context) =>
		refuse(context, 422, "167", "Original pspReference required for this operation");

	function receive(
		context: Context,
		isPossible: boolean,
		{ amount, reference }: { amount?: unknown; reference: string },
	) {
		const pspReference = nextReference();
		if (!isPossible) failed.add(pspReference);
		return context.json(
			{
				merchantAccount,
				paymentPspReference: context.req.param("id"),
				pspReference,
				reference,
				status: "received",
				...(amount !== undefined && { amount }),
			},
			201,
		);
	}

	api.post("/v68/payments/:id/captures", async (context) => {
		const payment = payments.get(context.req.param("id"));
		if (payment === undefined) return missing(context);
		const request = await context.req.json();
		const isPossible = payment.status === "authorized" && request.amount.value <= payment.amountCents;
		if (isPossible) {
			payment.status = "captured";
			payment.capturedCents = request.amount.value;
		}
		return receive(context, isPossible, request);
	});

	api.post("/v68/payments/:id/refunds", async (context) => {
		const payment = payments.get(context.req.param("id"));
		if (payment === undefined) return missing(context);
		const request = await context.req.json();
		const isPossible = payment.refundedCents + request.amount.value <= payment.capturedCents;
		if (isPossible) payment.refundedCents += request.amount.value;
		return receive(context, isPossible, request);
	});

	api.post("/v68/payments/:id/cancels", async (context) => {
		const payment = payments.get(context.req.param("id"));
		if (payment === undefined) return missing(context);
		const isPossible = payment.status === "authorized";
		if (isPossible) payment.status = "voided";
		return receive(context, isPossible, await context.req.json());
	});

	return { api, payments, failed };
}
