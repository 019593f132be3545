import { describe, expect, test } from "vitest";
import { readAuthorization } from "./authorization-request.ts";

const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

function read(query: string | Record<string, string>, requiresPkce = false) {
	return readAuthorization({ requiresPkce }, new URLSearchParams(query));
}

function refusalOf(query: string | Record<string, string>, requiresPkce = false) {
	const answer = read(query, requiresPkce);
	if (!("refusal" in answer)) throw new Error("It was not refused.");
	return { error: answer.refusal.error, state: answer.state };
}

const asked = { response_type: "code", state: "xyz" };

describe("an authorization request", () => {
	test("asks for all services when it names none", () => {
		expect(read(asked)).toEqual({
			request: { state: "xyz", scopes: ["customer", "plan", "transaction", "eft", "event"], codeChallenge: undefined },
		});
	});

	test("asks for the services it names, each once", () => {
		expect(read({ ...asked, scope: "plan  customer plan" })).toMatchObject({
			request: { scopes: ["customer", "plan"] },
		});
	});

	test.each([
		["ecom", ["customer", "plan", "transaction", "eft", "event"]],
		["ecom invoice", ["customer", "plan", "transaction", "eft", "event"]],
		["transaction invoice", ["transaction"]],
		["transaction:read invoice plan", ["plan", "transaction:read"]],
	])("reads the scope %j as /oauth/token does", (scope, expected) => {
		expect(read({ ...asked, scope })).toMatchObject({ request: { scopes: expected } });
	});

	test("O-19 may have unknown and empty parameters", () => {
		expect(read("response_type=code&scope=&code_challenge=&state=&nonce=1&nonce=2&constructor=x")).toMatchObject({
			request: { state: undefined },
		});
	});

	test.each([
		["no response type", { state: "xyz" }, "invalid_request"],
		["an empty response type", { response_type: "", state: "xyz" }, "invalid_request"],
		["the implicit grant", { ...asked, response_type: "token" }, "unsupported_response_type"],
		["a hybrid", { ...asked, response_type: "code token" }, "unsupported_response_type"],
		["an unknown service", { ...asked, scope: "admin" }, "invalid_scope"],
		["a scope of spaces", { ...asked, scope: " " }, "invalid_scope"],
		["services in capitals", { ...asked, scope: "PLAN" }, "invalid_scope"],
	])("O-01 with %s is refused, and the partner gets its state back", (_what, query, error) => {
		expect(refusalOf(query)).toEqual({ error, state: "xyz" });
	});

	test.each(["response_type=code", "scope=plan", "code_challenge_method=S256"])("O-19 X-43 has %s once", (pair) => {
		const query = `response_type=code&state=xyz&scope=plan&code_challenge=${challenge}&code_challenge_method=S256&${pair}`;
		expect(refusalOf(query)).toEqual({ error: "invalid_request", state: "xyz" });
	});
});

describe("a state", () => {
	test.each(["x", "a b+c&d=e%20#/?\"'<>", "é漢😀", "x".repeat(2_048), "é".repeat(1_024)])(
		"O-05 keeps its state unchanged (%#)",
		(state) => {
			expect(read({ ...asked, state })).toMatchObject({ request: { state } });
		},
	);

	test.each([
		["2,049 bytes", new URLSearchParams({ ...asked, state: "x".repeat(2_049) }).toString()],
		["2,050 bytes of two each", new URLSearchParams({ ...asked, state: "é".repeat(1_025) }).toString()],
		["no UTF-8", "response_type=code&state=%FF"],
		["a null", "response_type=code&state=a%00b"],
		["two of them", "response_type=code&state=a&state=b"],
	])("O-05 with %s as state is refused without the state", (_what, query) => {
		expect(refusalOf(query)).toEqual({ error: "invalid_request", state: undefined });
	});
});

describe("a proof key", () => {
	const proved = { ...asked, code_challenge: challenge, code_challenge_method: "S256" };

	test("O-15 is accepted with S256", () => {
		expect(read(proved)).toMatchObject({ request: { codeChallenge: challenge } });
		expect(read(proved, true)).toMatchObject({ request: { codeChallenge: challenge } });
	});

	test.each([
		["with the plain method", { ...proved, code_challenge_method: "plain" }],
		["without a method, which means plain", { ...asked, code_challenge: challenge }],
		["with a method in lower case", { ...proved, code_challenge_method: "s256" }],
		["that is too short", { ...proved, code_challenge: challenge.slice(1) }],
		["that is too long", { ...proved, code_challenge: `${challenge}A` }],
		["with padding", { ...proved, code_challenge: `${challenge.slice(0, 42)}=` }],
		["without a challenge but with a method", { ...asked, code_challenge_method: "S256" }],
	])("O-15 %s is refused", (_what, query) => {
		expect(refusalOf(query)).toEqual({ error: "invalid_request", state: "xyz" });
	});

	test("O-16 is optional, except for a partner that must send it", () => {
		expect(read(asked)).toMatchObject({ request: { codeChallenge: undefined } });
		expect(refusalOf(asked, true)).toEqual({ error: "invalid_request", state: "xyz" });
	});
});
