import { describe, expect, test } from "vitest";
import { isSameOrigin } from "./same-origin.ts";

const shop = "https://shop.example";

describe("X-24 a request that changes something comes from the shop's own pages", () => {
	test.each([
		[{ "Sec-Fetch-Site": "same-origin" }, true],
		[{ "Sec-Fetch-Site": "same-origin", Origin: "null" }, true],
		[{ Origin: shop }, true],
		[{ "Sec-Fetch-Site": "same-site" }, false],
		[{ "Sec-Fetch-Site": "cross-site", Origin: shop }, false],
		[{ "Sec-Fetch-Site": "none" }, false],
		[{ Origin: "https://shop.example.evil.example" }, false],
		[{ Origin: "http://shop.example" }, false],
		[{ Origin: "null" }, false],
		[{}, false],
	])("%j: %s", (headers, expected) => {
		expect(isSameOrigin(new Headers(headers as Record<string, string>), shop)).toBe(expected);
	});
});
