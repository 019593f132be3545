import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import unreviewed from "./connectors/unreviewed.json" with { type: "json" };
import { readUnreviewed, reviewed, withOwnAdapter } from "./connectors.ts";

describe("a connector that an operator names", () => {
	test("goes to the operator's address, with the fields of the library", () => {
		const [nmi, ...others] = readUnreviewed("nmi=https://secure.nmi.com/, ");
		expect(others).toEqual([]);
		expect(nmi).toMatchObject({ name: "nmi", library: "nmi", title: "nmi (not reviewed)", lookup: "reference" });
		expect(nmi?.baseUrl({})).toBe("https://secure.nmi.com/");
		expect(nmi?.fields.map(({ name, isSecret }) => [name, isSecret])).toEqual([
			["api_key", true],
			["public_key", true],
		]);
	});

	test.each([
		["nobody=https://a.example/", "only these can be named"],
		["checkout=https://a.example/", "only these can be named"],
		["stripe=https://a.example/", "name @cardseal/processor-stripe in PROCESSORS_MODULE"],
		["Adyen=https://a.example/", "name @cardseal/processor-adyen in PROCESSORS_MODULE"],
		["nmi", "needs an address for nmi"],
		["nmi=http://secure.nmi.com/", "needs an address for nmi"],
	])("is refused: %s", (setting, reason) => {
		expect(() => readUnreviewed(setting)).toThrow(reason);
	});

	test("is none by default", () => {
		expect(readUnreviewed("")).toEqual([]);
		expect(reviewed.map(({ name }) => name)).toEqual(["authorizedotnet", "checkout"]);
	});
});

test("no connector takes the name of an adapter outside this package", () => {
	const names = [...reviewed, ...unreviewed].map(({ name }) => name.toLowerCase());
	expect(names.filter((name) => withOwnAdapter.has(name))).toEqual([]);
	for (const name of withOwnAdapter) {
		expect(existsSync(new URL(`../../${name}/package.json`, import.meta.url))).toBe(true);
	}
});

test("the addresses of reviewed connectors are their processors' own", () => {
	const account = { api_prefix: "abcdefgh" };
	const addresses = (environment: string) =>
		reviewed.map(({ baseUrl }) => new URL(baseUrl({ ...account, environment })).hostname);
	expect(addresses("live")).toEqual(["api.authorize.net", "abcdefgh.api.checkout.com"]);
	expect(addresses("test")).toEqual(["apitest.authorize.net", "abcdefgh.api.sandbox.checkout.com"]);
});

test.each(["evil.example/", "a.b", "", "a/b", "a@b", "-a", "a\n"])(
	"the prefix %j, which could lead to another host, is refused",
	(prefix) => {
		const checkout = reviewed.find(({ name }) => name === "checkout");
		expect(() => checkout?.baseUrl({ api_prefix: prefix })).toThrow("letters, digits and dashes");
	},
);

test.each([
	["authorizedotnet", { environment: "test" }, true],
	["authorizedotnet", { environment: "live" }, false],
	["checkout", { environment: "test" }, true],
	["checkout", {}, false],
])("%s: of the test system is an account with %j: %s", (name, account, expected) => {
	const connector = reviewed.find((one) => one.name === name);
	expect(connector?.isTest?.(account)).toBe(expected);
});
