import { describe, expect, test } from "vitest";
import { pages } from "../addresses.ts";
import { hrefIn, hrefOf, matchPath, rootIn, searchOf } from "./router.ts";

describe("an address", () => {
	test.each(Object.keys(pages))("of the page %s leads to that page", (name) => {
		const path = pages[name as keyof typeof pages].address.replaceAll(/\{\w+\}/g, "9fK2mQ7xW1aZ3bC4dE5f");
		expect(matchPath(path)?.name).toBe(name);
	});

	test("brings the ids in it", () => {
		expect(matchPath("/app/transactions/100001")).toEqual({
			name: "transaction",
			parameters: { transaction_id: "100001" },
		});
	});

	test("may end with a slash", () => {
		expect(matchPath("/app/transactions/")?.name).toBe("transactions");
	});

	test.each([
		["/app/live", "/app/live"],
		["/app/demo/transactions/1", "/app/demo"],
		["/app/transactions", "/app"],
		["/app/lively", "/app"],
	])("%s is below %s", (path, expected) => {
		expect(rootIn(path)).toBe(expected);
	});

	test("of another mode is no page of this tab: the browser loads it", () => {
		expect(hrefIn("live", "credentials")).toBe("/app/live/settings/credentials");
		expect(matchPath("/app/live/settings/credentials")).toBeUndefined();
	});

	test.each(["/", "/app/sign-in", "/app/api/session", "/app/transactions/1/more", "/app/transactions/%2e%2e", "/apps"])(
		"%s is no page of the application: the browser goes there itself",
		(path) => {
			expect(matchPath(path)).toBeUndefined();
		},
	);
});

describe("a link", () => {
	test("holds its ids so that nothing in them becomes a part of the path", () => {
		expect(hrefOf("transaction", { transaction_id: "a/b?c" })).toBe("/app/transactions/a%2Fb%3Fc");
	});

	test("leaves out what is empty in its query", () => {
		expect(hrefOf("transactions", {}, { channel: "VT,MOBILE", after: "" })).toBe(
			"/app/transactions?channel=VT%2CMOBILE",
		);
		expect(searchOf({ after: undefined })).toBe("");
	});
});
