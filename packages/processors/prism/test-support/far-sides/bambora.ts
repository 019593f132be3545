import type { BookEntry } from "@cardseal/processor-kit";
import { bambora } from "../../src/connectors/bambora.ts";
import { createBambora } from "../bambora.ts";
import { type FarSide, kindOf } from "../far-side.ts";

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

export function bamboraFarSide(): FarSide {
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
