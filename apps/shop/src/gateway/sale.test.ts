import { CallError } from "@cardseal/client";
import { describe, expect, test } from "vitest";
import { readError } from "./sale.ts";

function errorWith(details: { status?: number; outcomeUnknown?: boolean }) {
	const fields = [{ field: "email", message: "Give a valid address." }];
	const error = { outcomeUnknown: false, idempotencyKey: "order-1", fields, ...details };
	return readError(new CallError("BAD_REQUEST", "Do this.", error));
}

describe("what a call without an answer means for the order", () => {
	test.each([400, 401, 403, 404, 415, 422])("%i: refused, nothing was charged, and the fields are told", (status) => {
		expect(errorWith({ status })).toEqual({
			outcome: { kind: "not_charged", why: "refused" },
			refusal: { status, message: "Do this.", fields: [{ field: "email", message: "Give a valid address." }] },
		});
	});

	test.each([429, 503, undefined])(
		"%s, certain to have done nothing: not sent, the same token may go out again",
		(status) => {
			const details = status === undefined ? {} : { status };
			expect(errorWith(details)).toEqual({ outcome: { kind: "not_charged", why: "not_sent" } });
		},
	);

	test.each([400, 409, 500, undefined])("%s, but something may have been done: not known", (status) => {
		const details = { outcomeUnknown: true, ...(status === undefined ? {} : { status }) };
		expect(errorWith(details)).toEqual({ outcome: { kind: "unknown", transactionId: null } });
	});
});
