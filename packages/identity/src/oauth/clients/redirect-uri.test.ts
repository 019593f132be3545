import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isRegistered, redirectUriProblem, withAnswer } from "./redirect-uri.ts";

const registered = "https://partner.example/oauth/callback";

describe("a redirect address", () => {
	test.each([
		registered,
		"https://partner.example/",
		"https://partner.example:8443/callback?tenant=7",
		"http://localhost:8081/partner/callback",
		"http://127.0.0.1:3000/callback",
		"http://[::1]:3000/callback",
	])("O-04 is absolute and secure, or on this machine: %s", (uri) => {
		expect(redirectUriProblem(uri)).toBeUndefined();
	});

	test.each([
		["a path only", "/callback"],
		["no scheme", "partner.example/callback"],
		["plain HTTP to another machine", "http://partner.example/callback"],
		["another machine of the local network", "http://192.168.0.10/callback"],
		["a name that only starts like this machine's", "http://localhost.evil.example/callback"],
		["a custom scheme", "myapp://callback"],
		["a script", "javascript:alert(1)"],
		["data", "data:text/html,x"],
		["a fragment", `${registered}#x`],
		["an empty fragment", `${registered}#`],
		["a user", "https://user@partner.example/callback"],
		["a user and a password", "https://user:pass@partner.example/callback"],
		["capitals in the host", "https://Partner.example/callback"],
		["no path", "https://partner.example"],
		["the default port", "https://partner.example:443/callback"],
		["steps back", "https://partner.example/a/../callback"],
		["backslashes", "https://partner.example\\callback"],
		["a host in another script", "https://pärtner.example/callback"],
		["a space", "https://partner.example/call back"],
		["a line break", "https://partner.example/callback\n"],
		["a wildcard host", "https://*.partner.example/callback"],
		["a response parameter", `${registered}?code=1`],
		["another response parameter", `${registered}?a=1&iss=x`],
		["too many characters", `${registered}?a=${"a".repeat(1_000)}`],
	])("O-03 O-04 X-06 is refused with %s", (_what, uri) => {
		expect(redirectUriProblem(uri)).toMatch(/^(?:is|has|names|must) .{10}/);
	});
});

describe("the redirect address of a request", () => {
	test.each([
		"https://partner.example/oauth/callback/",
		"https://partner.example/oauth/Callback",
		"HTTPS://partner.example/oauth/callback",
		"https://PARTNER.example/oauth/callback",
		"https://partner.example/oauth/callback?",
		"https://partner.example/oauth/callback?a=1",
		"https://partner.example/oauth/callback#",
		"https://partner.example/oauth/callback#x",
		"https://partner.example/oauth/../oauth/callback",
		"https://partner.example/oauth/%63allback",
		"https://partner.example/oauth%2Fcallback",
		"https://partner.example:443/oauth/callback",
		"https://partner.example:8443/oauth/callback",
		"https://partner.example.evil.example/oauth/callback",
		"https://sub.partner.example/oauth/callback",
		"https://partner.example@evil.example/oauth/callback",
		"https://evil.example/https://partner.example/oauth/callback",
		"https://partner.example\\@evil.example/oauth/callback",
		"https://partner.examplе/oauth/callback",
		"https://partner.example。/oauth/callback",
		"http://partner.example/oauth/callback",
		"//partner.example/oauth/callback",
		"/oauth/callback",
		" https://partner.example/oauth/callback",
		"https://partner.example/oauth/callback\n",
		"javascript:alert(1)",
		"",
	])("O-03 X-28 X-38 must equal a registered one exactly: %j does not", (uri) => {
		expect(isRegistered([registered], uri)).toBe(false);
	});

	test("O-03 may be any registered one", () => {
		expect(isRegistered(["https://other.example/", registered], registered)).toBe(true);
		expect(isRegistered([], registered)).toBe(false);
	});

	test.each(["http://localhost", "http://127.0.0.1", "http://[::1]"])(
		"O-03 may have any port on this machine: %s",
		(host) => {
			const own = [`${host}:8081/callback`];
			for (const same of [`${host}:9/callback`, `${host}:80/callback`, `${host}:65535/callback`, `${host}/callback`]) {
				expect(isRegistered(own, same)).toBe(true);
			}
			for (const other of [
				`${host}:8081/callback/`,
				`${host}:/callback`,
				`${host}:999999/callback`,
				`${host}:65536/callback`,
				`${host}:99999/callback`,
				`${host}:0/callback`,
				`${host}:00080/callback`,
				`${host}:8081@evil.example/callback`,
				`${host}.evil.example/callback`,
				`${host.replace("http", "https")}:8081/callback`,
			]) {
				expect(isRegistered(own, other), other).toBe(false);
			}
		},
	);

	test("O-03 on this machine must use the registered host name", () => {
		expect(isRegistered(["http://localhost:80/callback"], "http://127.0.0.1:80/callback")).toBe(false);
	});
});

describe("our answer", () => {
	test("follows the query of the address", () => {
		expect(withAnswer("https://p.example/", { code: "abc", state: undefined })).toBe("https://p.example/?code=abc");
		expect(withAnswer("https://p.example/?a=%20b", { code: "abc" })).toBe("https://p.example/?a=%20b&code=abc");
	});

	test("O-05 returns every state unchanged", () => {
		const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 200 });
		fc.assert(
			fc.property(text, (state) => {
				const url = new URL(withAnswer(registered, { code: "abc", state }));
				expect([...url.searchParams]).toEqual([
					["code", "abc"],
					["state", state],
				]);
				expect(url.origin + url.pathname).toBe(registered);
			}),
		);
	});
});
