import creditCardType from "credit-card-type";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Brand, brandOf, numberLengths } from "./brand.ts";

const digits = (minimum: number, maximum: number) =>
	fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: minimum, maxLength: maximum });

describe("the brand of the digits typed so far", () => {
	test.each([
		["4", "Visa"],
		["51", "Mastercard"],
		["2221", "Mastercard"],
		["2720", "Mastercard"],
		["34", "Amex"],
		["37", "Amex"],
		["6011", "Discover"],
		["644", "Discover"],
		["65", "Discover"],
		["300", "Diners"],
		["305", "Diners"],
		["3095", "Diners"],
		["36", "Diners"],
		["39", "Diners"],
		["3528", "JCB"],
		["3589", "JCB"],
		["1800", "JCB"],
		["2131", "JCB"],
		["62", "UnionPay"],
		["8100", "UnionPay"],
		["8171", "UnionPay"],
		["50", "Maestro"],
		["58", "Maestro"],
		["67", "Maestro"],
	] satisfies [string, Brand][])("B-07 %s is %s", (typed, brand) => {
		expect(brandOf(typed)).toBe(brand);
	});

	test.each(["", "2", "22", "222", "3", "30", "35", "352", "5", "6", "60", "601", "64", "1", "18", "8", "81"])(
		"%j may still become several brands, or none",
		(typed) => {
			expect(brandOf(typed)).toBeUndefined();
		},
	);

	test.each(["2200", "2220", "2721", "306", "3094", "3527", "3590", "59", "8099", "8172", "9792", "0", "7", "1801"])(
		"%s has no brand",
		(typed) => {
			expect(brandOf(typed)).toBeUndefined();
		},
	);

	test("a co-branded Discover and UnionPay number is UnionPay, the mark on the card", () => {
		expect(["622126", "622925"].map(brandOf)).toEqual(["UnionPay", "UnionPay"]);
	});

	test("a known brand does not change with further digits", () => {
		fc.assert(
			fc.property(digits(0, 6), digits(0, 13), (typed, rest) => {
				const brand = brandOf(typed);
				fc.pre(brand !== undefined);
				expect(brandOf(typed + rest)).toBe(brand);
			}),
		);
	});
});

describe("compared with credit-card-type", () => {
	/** Brands that we do not distinguish; their numbers count as the range around them. */
	for (const name of ["elo", "hiper", "hipercard", "mir", "naranja", "troy", "verve"]) creditCardType.removeCard(name);

	const names: Record<string, Brand> = {
		visa: "Visa",
		mastercard: "Mastercard",
		"american-express": "Amex",
		discover: "Discover",
		"diners-club": "Diners",
		jcb: "JCB",
		unionpay: "UnionPay",
		maestro: "Maestro",
	};

	function theirs(number: string): Brand | undefined {
		const [only, ...others] = creditCardType(number);
		return only && others.length === 0 ? names[only.type] : undefined;
	}

	/** Known differences from that library, with their reasons. */
	const differences: { prefix: RegExp; brand: Brand | undefined; why: string }[] = [
		{ prefix: /^3095/, brand: "Diners", why: "assigned to Diners Club; missing there" },
		{ prefix: /^59/, brand: undefined, why: "not assigned to Maestro" },
		{ prefix: /^493698/, brand: "Visa", why: "one Maestro card of the past inside Visa's range" },
		{ prefix: /^50/, brand: "Maestro", why: "Elo and Verve inside Maestro's range" },
		{ prefix: /^62/, brand: "UnionPay", why: "all of 62 belongs to UnionPay; theirs lists what was in use" },
	];

	const expected = (number: string) => {
		const difference = differences.find(({ prefix }) => prefix.test(number));
		return difference ? difference.brand : theirs(number);
	};

	test("B-07 every number has the same brand by its first five digits, except for known differences", () => {
		const wrong = Array.from({ length: 100_000 }, (_, i) => `${String(i).padStart(5, "0")}00000000000`).filter(
			(number) => brandOf(number) !== expected(number),
		);
		expect(wrong).toEqual([]);
	});

	test("B-07 every number has the same brand at every length, except for known differences", () => {
		fc.assert(
			fc.property(digits(6, 19), (number) => {
				expect(brandOf(number)).toBe(expected(number));
			}),
			{ numRuns: 5_000 },
		);
	});

	test.each(differences)("the difference at $prefix still exists: $why", ({ prefix, brand }) => {
		const numbers = Array.from({ length: 1_000_000 }, (_, i) => String(i).padStart(6, "0"));
		expect(numbers.some((number) => prefix.test(number) && theirs(number) !== brand)).toBe(true);
	});

	test.each([
		["Visa", "4", [13]],
		["Mastercard", "51", []],
		["Amex", "34", []],
		["Discover", "6011", [17, 18]],
		["Diners", "36", [15, 17, 18]],
		["JCB", "3528", []],
		["JCB", "1800", [15]],
		["UnionPay", "62", []],
		["Maestro", "50", []],
	])("%s numbers (%s…) have the same lengths, and also %j", (brand, prefix, more) => {
		const type = Object.keys(names).find((name) => names[name] === brand) ?? "";
		const lengths = [...creditCardType.getTypeInfo(type).lengths, ...more];
		expect(numberLengths(prefix)).toEqual(lengths.sort((a, b) => a - b));
	});

	test("a number of an unknown brand has no length", () => {
		expect(numberLengths("2200")).toEqual([]);
	});
});
