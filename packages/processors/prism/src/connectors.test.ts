import { describe, expect, test } from "vitest";
import { readUnreviewed, reviewed } from "./connectors.ts";

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
		["stripe=https://a.example/", "only these can be named"],
		["nmi", "needs an address for nmi"],
		["nmi=http://secure.nmi.com/", "needs an address for nmi"],
	])("is refused: %s", (setting, reason) => {
		expect(() => readUnreviewed(setting)).toThrow(reason);
	});

	test("is none by default", () => {
		expect(readUnreviewed("")).toEqual([]);
		expect(reviewed.map(({ name }) => name)).toEqual(["adyen", "authorizedotnet", "bambora", "checkout", "stripe"]);
	});
});

test("the addresses of reviewed connectors are their processors' own", () => {
	const account = { live_prefix: "1797a841fbb37ca7-Shop", api_prefix: "abcdefgh" };
	const addresses = (environment: string) =>
		reviewed.map(({ baseUrl }) => new URL(baseUrl({ ...account, environment })).hostname);
	expect(addresses("live")).toEqual([
		"1797a841fbb37ca7-shop-checkout-live.adyenpayments.com",
		"api.authorize.net",
		"api.na.bambora.com",
		"abcdefgh.api.checkout.com",
		"api.stripe.com",
	]);
	expect(addresses("test")).toEqual([
		"checkout-test.adyen.com",
		"apitest.authorize.net",
		"api.na.bambora.com",
		"abcdefgh.api.sandbox.checkout.com",
		"api.stripe.com",
	]);
});

test.each([
	["adyen", { environment: "test" }, true],
	["adyen", {}, false],
	["authorizedotnet", { environment: "test" }, true],
	["authorizedotnet", { environment: "live" }, false],
	["checkout", { environment: "test" }, true],
	["checkout", {}, false],
	["stripe", { secret_key: "sk_test_51simulated" }, true],
	["stripe", { secret_key: "rk_test_51simulated" }, true],
	["stripe", { secret_key: "sk_org_test_51simulated" }, true],
	["stripe", { secret_key: "sk_live_test_51simulated" }, false],
	["stripe", { secret_key: "rk_live_51simulated" }, false],
])("%s: of the test system is an account with %j: %s", (name, account, expected) => {
	const connector = reviewed.find((one) => one.name === name);
	expect(connector?.isTest?.(account)).toBe(expected);
});
