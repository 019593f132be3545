import { expect, test } from "vitest";
import * as en from "../locale/en/index.ts";
import * as fr from "../locale/fr/index.ts";
import { paidAt, statusText } from "./link-words.tsx";

test.each([
	["OPEN", "sale", "Open", "En attente"],
	["OPEN", "authorize", "Open", "En attente"],
	["PAID", "sale", "Paid", "Payé"],
	["PAID", "authorize", "Authorized", "Autorisé"],
	["EXPIRED", "authorize", "Expired", "Expiré"],
	["CANCELED", "sale", "Cancelled", "Annulé"],
] as const)("the status %s of a link to %s is %j, in French %j", (status, operation, english, french) => {
	expect(statusText(en, { status, operation })).toBe(english);
	expect(statusText(fr, { status, operation })).toBe(french);
});

test("only the end of a paid link is its payment", () => {
	expect(paidAt({ status: "PAID", ended_at: 1_000 })).toBe(1_000);
	expect(paidAt({ status: "CANCELED", ended_at: 1_000 })).toBeUndefined();
	expect(paidAt({ status: "OPEN", ended_at: null })).toBeUndefined();
});
