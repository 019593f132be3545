import { describe, expect, it } from "vitest";
import { readSaleReply, splitName } from "./sale.ts";

const sale = { attemptId: "order-1", amountCents: 3100, token: "", email: "", name: "" };

function answered(status: number, body: unknown = {}) {
	return readSaleReply(sale, { kind: "answered", status, body });
}

describe("what a reply to a sale means", () => {
	it.each([409, 429, 500, 502, 503])("%i: not now, the same request is sent again", (status) => {
		expect(answered(status)).toBe("again");
	});

	it.each([{ kind: "broken" } as const, { kind: "not_sent" } as const])("$kind: sent again", (reply) => {
		expect(readSaleReply(sale, reply)).toBe("again");
	});

	it.each([400, 401, 403, 404, 415, 422])("%i: refused, nothing was charged", (status) => {
		expect(answered(status, { message: "Do this." })).toEqual({
			outcome: { kind: "not_charged", why: "refused" },
			refusal: { status, message: "Do this.", fields: [] },
		});
	});

	it("a refusal brings the fields that the gateway names", () => {
		const errors = [{ field: "email", message: "Give a valid address." }];
		expect(answered(400, { message: "Check the fields.", errors })).toMatchObject({ refusal: { fields: errors } });
	});

	it.each([200, 402])("%i with a body that is no record of this sale: not known", (status) => {
		for (const body of [undefined, {}, "", [], { transaction_result: "APPROVED" }]) {
			expect(answered(status, body)).toEqual({ outcome: { kind: "unknown", transactionId: null } });
		}
	});
});

describe("a payer's name", () => {
	it.each([
		["Ana María López", { first_name: "Ana María", last_name: "López" }],
		["Ana López", { first_name: "Ana", last_name: "López" }],
		["Ana", { first_name: "Ana" }],
	])("%s is split at its last space", (name, parts) => {
		expect(splitName(name)).toEqual(parts);
	});
});
