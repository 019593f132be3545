import { expect, test } from "vitest";
import { piecesOf } from "./breakable.tsx";

test("a name breaks after spaces and hyphens, an address after @ and before points", () => {
	expect(piecesOf("Anne-Marie Roy")).toEqual(["Anne-", "Marie ", "Roy"]);
	expect(piecesOf("anne@shop.example")).toEqual(["anne@", "shop", ".example"]);
});

test("an amount in French is one piece", () => {
	expect(piecesOf("Règlement 970\u00a0999,69\u00a0$\u00a0CAD")).toEqual([
		"Règlement ",
		"970\u00a0999,69\u00a0$\u00a0CAD",
	]);
	expect(piecesOf("1\u202f000,00\u00a0$")).toHaveLength(1);
});
