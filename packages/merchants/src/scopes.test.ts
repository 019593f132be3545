import { describe, expect, test } from "vitest";
import { includesScope, isScope, scopes, simplifyScopes } from "./scopes.ts";

test("each service is a scope, and so is reading it", () => {
	expect(scopes).toEqual([
		"customer",
		"plan",
		"transaction",
		"eft",
		"event",
		"customer:read",
		"plan:read",
		"transaction:read",
		"eft:read",
		"event:read",
	]);
});

test.each(["", "customers", "customer:write", "read", "customer:read:read", ":read"])("%j is no scope", (text) => {
	expect(isScope(text)).toBe(false);
});

describe("a scope", () => {
	test.each([
		["transaction", "transaction"],
		["transaction", "transaction:read"],
		["plan:read", "plan:read"],
	] as const)("%s includes %s", (held, wanted) => {
		expect(includesScope([held], wanted)).toBe(true);
	});

	test.each([
		["transaction:read", "transaction"],
		["customer", "transaction:read"],
		["customer:read", "transaction:read"],
	] as const)("%s does not include %s", (held, wanted) => {
		expect(includesScope([held], wanted)).toBe(false);
	});
});

test("scopes are kept once each, in their order, without included ones", () => {
	expect(simplifyScopes(["eft:read", "customer:read", "customer", "customer", "plan:read"])).toEqual([
		"customer",
		"plan:read",
		"eft:read",
	]);
});
