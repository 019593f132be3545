import { expect, test } from "vitest";
import { checkout } from "./connectors/checkout.ts";

test.each(["evil.example/", "a.b", "", "a/b", "a@b", "-a", "a\n"])(
	"the prefix %j, which could lead to another host, is refused",
	(prefix) => {
		expect(() => checkout.baseUrl({ api_prefix: prefix })).toThrow("letters, digits and dashes");
	},
);

test("a prefix as processors give it is taken", () => {
	const account = { api_prefix: "1797a841fbb37ca7-Demo" };
	expect(checkout.baseUrl(account)).toBe("https://1797a841fbb37ca7-Demo.api.checkout.com/");
});
