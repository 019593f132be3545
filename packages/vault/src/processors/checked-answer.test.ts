import fc from "fast-check";
import { expect, test } from "vitest";
import { knownAddress } from "./authentication.ts";
import { checkAnswer } from "./checked-answer.ts";
import type { Inquiry, Outcome } from "./processor.ts";

const approval: Outcome = {
	result: "approved",
	message: "Approved",
	authorizationCode: "123456",
	processorTransactionId: "p1",
	networkTransactionId: "n1",
	avsResult: "MATCH",
	amountCents: 100,
	currency: "CAD",
};

const decline: Outcome = {
	result: "declined",
	message: "Declined",
	processorTransactionId: "",
	declineClass: "hard",
	declineCode: "lost_card",
	adviceCode: "24",
	issuerCode: "41",
};

test.each<[string, Inquiry]>([
	["an approval", approval],
	["a decline", decline],
	["an acceptance", { result: "accepted", processorTransactionId: "p1" }],
	["an acceptance without an id", { result: "accepted" }],
	["not received", { result: "not_received" }],
	[
		"an action",
		{
			result: "action",
			processorTransactionId: "p1",
			action: { url: "https://bank.example/", method: "POST", fields: { a: "b" } },
		},
	],
	["an action whose address was told before", { result: "action", processorTransactionId: "p1", action: knownAddress }],
	["unknown", { result: "unknown", reason: "no lookup", isFinal: true }],
])("%s that is right stays as it is", (_which, answer) => {
	expect(checkAnswer(answer, { cardNumber: "4111111111111111" })).toEqual({ answer, fields: [] });
});

test.each<[string, Outcome, object, object]>([
	["an endless id", approval, { processorTransactionId: "x".repeat(256) }, { processorTransactionId: "" }],
	["a control character in an id", approval, { networkTransactionId: "n\u00001" }, { networkTransactionId: undefined }],
	["half a character in a code", approval, { authorizationCode: "\ud800" }, { authorizationCode: "" }],
	["a number for a code", approval, { authorizationCode: 123456 }, { authorizationCode: "" }],
	["no message", approval, { message: undefined }, { message: "" }],
	["another word for a check", approval, { avsResult: "Y" }, { avsResult: undefined }],
	["another class", decline, { declineClass: "fatal" }, { declineClass: "soft" }],
	["a code of the gateway's rules", decline, { declineCode: "cvv_mismatch" }, { declineCode: "generic" }],
	["another code", decline, { declineCode: "41" }, { declineCode: "generic" }],
	["another advice", decline, { adviceCode: "99" }, { adviceCode: undefined }],
	["the card in the issuer's code", decline, { issuerCode: "4111-1111-1111-1111" }, { issuerCode: undefined }],
	["the card in an id", decline, { processorTransactionId: "x4111111111111111" }, { processorTransactionId: "" }],
])("P-08 %s is left out, and the result stays", (_which, right, wrong, instead) => {
	const { answer, fields } = checkAnswer({ ...right, ...wrong } as Outcome, { cardNumber: "4111111111111111" });
	expect(answer).toEqual({ ...right, ...instead });
	expect(fields).toEqual(Object.keys(wrong));
});

test("a long message with line ends is cut and written in one line, without an alarm", () => {
	const { answer, fields } = checkAnswer({ ...approval, message: `a\r\nb${"c".repeat(9_000)}` }, {});
	expect(answer.message).toMatch(/^a bc{1996}$/);
	expect(fields).toEqual([]);
});

test.each([null, undefined, "approved", { result: "paid" }, {}])("%j is no answer", (answer) => {
	expect(() => checkAnswer(answer as never, {})).toThrow();
});

test("P-08 no answer has the card's number afterwards, in any field and any grouping", () => {
	const number = "4111111111111111";
	const separator = fc.constantFrom("", " ", "-", " - ");
	fc.assert(
		fc.property(
			fc.constantFrom("message", "processorTransactionId", "authorizationCode"),
			separator,
			(name, between) => {
				const told = number.match(/.{4}/g)?.join(between) ?? "";
				const { answer, fields } = checkAnswer({ ...approval, [name]: `id ${told}` } as Outcome, {
					cardNumber: number,
				});
				expect(JSON.stringify(answer).replace(/[ -]/g, "")).not.toContain(number);
				expect(fields).toEqual([name]);
			},
		),
	);
});

test("a message that repeats a secret of the account hides it", () => {
	const secrets = ["sk_live/1 2"];
	const message = "Key sk_live/1 2 (sk_live%2F1%202) is revoked";
	const { answer, fields } = checkAnswer({ ...approval, message }, { secrets });
	expect([answer.message, fields]).toEqual(["Key [secret] ([secret]) is revoked", []]);
});

test.each([
	["03", "hard"],
	["21", "hard"],
	["24", "soft"],
] as const)("after the networks' advice %s, the class is %s", (adviceCode, declineClass) => {
	const { authorizationCode: _, ...told } = approval;
	const declined = { ...told, result: "declined", declineClass: "soft", declineCode: "generic", adviceCode } as const;
	expect(checkAnswer(declined, {}).answer).toMatchObject({ declineClass });
});
