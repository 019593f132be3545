import { expect, test } from "vitest";
import * as en from "./en/index.ts";
import * as fr from "./fr/index.ts";
import { inWords } from "./problem-words.ts";

function refusal(reason: string, message: string, field?: string) {
	return { status: 400, reason, message, errors: [{ ...(field && { field }), code: reason, message }] };
}

test.each([
	["refund_exceeds_remaining", undefined, "Le remboursement dépasse ce qui reste du paiement."],
	["field_invalid", "email", "Entrez une adresse courriel comme nom@example.com."],
	["field_required", "number_of_wheels", "Vérifiez cette valeur."],
	["json_invalid", undefined, "La demande n’a pas été acceptée."],
])("a refusal for %s of the field %s is told in French", (reason, field, message) => {
	expect(inWords(fr.problems, refusal(reason, "Send English.", field))).toMatchObject({
		reason,
		message,
		errors: [{ message }],
	});
});

test("a refusal without words of ours is told in English as the gateway says it", () => {
	const body = refusal("field_invalid", "Send a whole number of wheels.", "number_of_wheels");
	expect(inWords(en.problems, body)).toMatchObject({ message: body.message, errors: body.errors });
});

test("a payment's record and a response without JSON stay as they are", () => {
	const record = { transaction_id: "9fK2mQ7xW1aZ3bC4dE5f", transaction_result: "DECLINED" };
	expect(inWords(fr.problems, record)).toBe(record);
	expect(inWords(fr.problems, undefined)).toBeUndefined();
});
