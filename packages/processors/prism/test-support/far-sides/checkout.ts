import type { BookEntry } from "@cardseal/processor-kit";
import { checkout } from "../../src/connectors/checkout.ts";
import { createCheckout } from "../checkout.ts";
import { type FarSide, kindOf } from "../far-side.ts";

const checkoutOperations: Readonly<Record<string, BookEntry["operation"]>> = {
	captures: "capture",
	refunds: "refund",
	voids: "void",
};

function checkoutChargeOf({ amount, capture }: { amount: number; capture: boolean }): BookEntry["operation"] {
	if (amount === 0) return "verification";
	return capture ? "sale" : "authorization";
}

export function checkoutFarSide(): FarSide {
	const account = {
		secret_key: "sk_sbox_simulated",
		public_key: "pk_sbox_simulated",
		processing_channel_id: "pc_simulated",
		api_prefix: "abcdefgh",
	};
	const { api, payments } = createCheckout({ secretKey: account.secret_key });
	return {
		connector: checkout,
		api,
		account,
		testAccount: { ...account, environment: "test" },
		basePath: "/",
		kindOf: (request) => kindOf(request, "pay_none"),
		entryOf({ request, text, status, answer }) {
			if (request.method !== "POST" || (status !== 201 && status !== 202)) return undefined;
			const sent = JSON.parse(text);
			const result = answer.status === "Declined" ? "declined" : "approved";
			const [, , id = "", path = ""] = new URL(request.url).pathname.split("/");
			const { amountCents: voided = 0, currency = sent.currency } = payments.get(id) ?? {};
			const operation = checkoutOperations[path] ?? checkoutChargeOf(sent);
			const amountCents = operation === "void" ? voided : sent.amount;
			const reference = request.headers.get("cko-idempotency-key") ?? "";
			return { reference, entry: { operation, result, amountCents, currency } };
		},
		distort(answer, fault) {
			if (fault === "other_amount") return { ...answer, amount: 100_00 };
			if (fault === "other_currency") return { ...answer, currency: "USD" };
			if (fault === "other_reference") return { ...answer, reference: "another" };
			return { ...answer, status: "Astonished" };
		},
		decline(code, sent) {
			const { amount, currency, reference } = JSON.parse(sent);
			const payment = { id: "pay_declined", action_id: "act_declined", amount, currency, reference };
			const decision = { approved: false, status: "Declined", response_code: code, response_summary: "Declined" };
			return Response.json({ ...payment, ...decision, source: { type: "card" }, _links: {} }, { status: 201 });
		},
		refuse: (message) =>
			Response.json({ request_id: message, error_type: message, error_codes: [message] }, { status: 422 }),
		// https://www.checkout.com/docs/developer-resources/codes/response-codes
		declineCodes: {
			"20005": "do_not_honour",
			"20051": "insufficient_funds",
			"20087": "incorrect_cvv",
			"30033": "expired_card",
			"30041": "lost_card",
			"30043": "stolen_card",
		},
	};
}
