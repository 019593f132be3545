import { expect, test } from "vitest";
import { hasCardSource, partCardSource, wireNameOf } from "./card-source.ts";

test("P-02 the rest of a request has nothing of the card", () => {
	const wire = Object.fromEntries(Object.values(wireNameOf).map((name) => [name, `the ${name}`]));
	const { token, card, rest } = partCardSource({ ...wire, token: "ct1…", payment_token: "ct1…", amount: 31 });
	expect(rest).toEqual({ amount: 31 });
	expect(token).toBe("ct1…");
	for (const [name, wireName] of Object.entries(wireNameOf)) expect(card[name as "number"]).toBe(`the ${wireName}`);
});

test.each([
	[8, 30, "08", "30"],
	[12, 2030, "12", "30"],
	["08", "2030", "08", "30"],
	["8", "30", "08", "30"],
	[1, 0, "01", "00"],
	[0, 100, "00", "100"],
	[13, 2200, "13", "2200"],
])(
	"B-01 month and year may be integers of any size, and a year may have four digits: %j %j",
	(month, year, ...parts) => {
		const { card } = partCardSource({ card_expiry_month: month, card_expiry_year: year });
		expect([card.month, card.year]).toEqual(parts);
	},
);

test.each([8.5, -1, "13", " 8", "008", [8]])(
	"B-01 another month stays as it is, for the vault to refuse: %j",
	(month) => {
		expect(partCardSource({ card_expiry_month: month }).card.month).toBe(month);
	},
);

test.each([-1, 20.5, "1999", "02030", ["2030"]])(
	"B-01 another year stays as it is, for the vault to refuse: %j",
	(year) => {
		expect(partCardSource({ card_expiry_year: year }).card.year).toBe(year);
	},
);

test("B-01 numbers and codes reach the vault as they came", () => {
	const { card } = partCardSource({ card_number: 4111111111111111, cvv2: 123 });
	expect(card).toMatchObject({ number: 4111111111111111, securityCode: 123 });
});

test("payment_token is another name of token", () => {
	expect(partCardSource({ payment_token: "ct1…" }).token).toBe("ct1…");
});

test.each([{}, { token: null }, { token: "" }, { payment_token: null }, { card_number: "", cvv2: null }])(
	"empty fields bring no card: %j",
	(body) => expect(hasCardSource(body)).toBe(false),
);
