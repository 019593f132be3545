import { expect, test } from "vitest";
import { cardFieldNames, partCardSource } from "./card-source.ts";

test("P-02 the rest of a request has nothing of the card", () => {
	const wire = Object.fromEntries(Object.keys(cardFieldNames).map((name) => [name, `the ${name}`]));
	const { token, card, rest } = partCardSource({ ...wire, token: "ct1…", amount: 31 });
	expect(rest).toEqual({ amount: 31 });
	expect(token).toBe("ct1…");
	for (const [name, vaultName] of Object.entries(cardFieldNames)) expect(card[vaultName]).toBe(`the ${name}`);
});
