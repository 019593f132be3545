import { describe, expect, test } from "vitest";
import { isOrigin, mayBeAllowed } from "./origin.ts";

describe("isOrigin", () => {
	test.each([
		"https://shop.example",
		"https://shop.example:8443",
		"https://a.b-c.example",
		"https://xn--bcher-kva.example",
		"http://shop.example",
		"http://localhost:8081",
		"http://127.0.0.1:8081",
	])("knows %s", (text) => expect(isOrigin(text)).toBe(true));

	test.each([
		["a path", "https://shop.example/"],
		["a query", "https://shop.example?a"],
		["a fragment", "https://shop.example#a"],
		["a user", "https://me@shop.example"],
		["the default port", "https://shop.example:443"],
		["a port beyond the last one", "https://shop.example:65536"],
		["a port with a leading zero", "https://shop.example:08443"],
		["capitals", "https://Shop.example"],
		["a letter beyond ASCII", "https://bücher.example"],
		["no scheme", "shop.example"],
		["another scheme", "ftp://shop.example"],
		["a scheme without a host", "https://"],
		["a leading space", " https://shop.example"],
		["a trailing line break", "https://shop.example\n"],
		["a trailing dot", "https://shop.example."],
		["an IPv6 address", "https://[::1]"],
		["a number as an address", "http://2130706433"],
		["too many characters", `https://${"a.".repeat(140)}example`],
		["the opaque origin", "null"],
		["nothing", ""],
	])("refuses %s", (_what, text) => expect(isOrigin(text)).toBe(false));

	test.each(["https://*.shop.example", "https://*", "https://shop.example:*", "https:", "*", "'self'"])(
		"X-26 refuses %s, which would match several origins in a policy",
		(text) => expect(isOrigin(text)).toBe(false),
	);

	test.each([
		"https://a;script-src",
		"https://a,default-src",
		"https://a'b",
		"https://a https://b",
		"https://a\thttps://b",
	])("X-26 refuses %s, which would extend the policy", (text) => expect(isOrigin(text)).toBe(false));

	test("P-06 refuses one with a card number, because responses repeat it", () => {
		expect(isOrigin("https://4111111111111111.example")).toBe(false);
	});
});

describe("mayBeAllowed", () => {
	test.each([
		["https://shop.example", "live", true],
		["https://shop.example:8443", "demo", true],
		["https://localhost", "live", true],
		["http://localhost:8081", "demo", true],
		["http://127.0.0.1:8081", "demo", true],
		["http://localhost:8081", "live", false],
		["http://127.0.0.1", "live", false],
		["http://shop.example", "demo", false],
		["http://localhost.example", "demo", false],
		["https://shop.example/", "live", false],
	] as const)("for %s and a %s merchant, returns %s", (origin, mode, expected) => {
		expect(mayBeAllowed(origin, mode)).toBe(expected);
	});
});
