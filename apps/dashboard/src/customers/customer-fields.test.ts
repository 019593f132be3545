import { expect, test } from "vitest";
import { changesIn, draftOf } from "./customer-fields.ts";

test("a customer that was not changed is sent nothing of", () => {
	expect(changesIn(draftOf(undefined), draftOf(undefined))).toEqual({});
});

test("only what was changed is sent, and an emptied field is cleared", () => {
	const before = { ...draftOf(undefined), email: "ana@example.com", company: "Acme", city: "Toronto" };
	const after = { ...before, company: " ", city: " Ottawa ", first_name: "Ana" };
	expect(changesIn(after, before)).toEqual({ company: null, city: "Ottawa", first_name: "Ana" });
});
