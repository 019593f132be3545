import { z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { changesOf, withoutEmptyFields } from "./empty-fields.ts";

test("null and empty text in a POST mean that the field is not given, except beside a card token", () => {
	const given = {
		zero: 0,
		no: false,
		blank: " ",
		list: [],
		token: null,
		payment_token: "",
		card_number: "",
		cvv2: null,
	};
	expect(withoutEmptyFields({ ...given, a: null, b: "" })).toEqual(given);
	expect(withoutEmptyFields(given)).toBe(given);
});

test("null and empty text in a change clear a field that can be empty, and mean that another one is not given", () => {
	const schema = changesOf(z.object({ text: z.string().nullable().optional(), status: z.enum(["A"]).optional() }));
	expect(schema.parse({ text: "", status: "" })).toEqual({ text: null });
	expect(schema.parse({ text: null, status: null })).toEqual({ text: null });
	expect(schema.parse({ text: "x", status: "A" })).toEqual({ text: "x", status: "A" });
	expect(schema.parse({})).toEqual({});
	expect(schema.safeParse({ status: "B" }).success).toBe(false);
});
