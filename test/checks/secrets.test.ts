import { describe, expect, test } from "vitest";
import { findSecrets } from "./secrets.ts";

// Assembled here, so that this file contains none of them.
const base62 = "q7Zp2Lx9Vb4Nf8Ks1Jd6Hw3Tg5Rm0Yc".repeat(2);
const upperCase = "Q7ZP2LX9VB4NF8KS";

describe("finding secrets (P-34)", () => {
	test.each([
		["a private key", `-----BEGIN ${"PRIVATE KEY"}-----`],
		["a private key", `-----BEGIN ${"EC PRIVATE KEY"}-----`],
		["a secret of this gateway", `client_secret=${"sklive"}${base62.slice(0, 43)}`],
		["a secret of this gateway", `"${"sktest"}_${base62.slice(0, 43)}"`],
		["an access token", `Bearer ${["eyJhbGciOiJFZERTQSJ9", "eyJzdWIiOiJtXzEifQ", base62].join(".")}`],
		["an AWS access key", `AKIA${upperCase}`],
		["a GitHub token", `ghp_${base62.slice(0, 36)}`],
		["an npm token", `npm_${base62.slice(0, 36)}`],
	])("%s is found", (form, line) => {
		expect(findSecrets({ path: "a.ts", text: `first\n${line}\n` })).toEqual([{ form, place: "a.ts:2" }]);
	});

	test.each([
		`-----BEGIN ${"PUBLIC KEY"}-----`,
		"a secret starts with sktest or sklive",
		`{"private_key": "a 32-byte test vector, in hex"}`,
		"tasktestimonialsAndOtherLongWordsThatStandInACamelCaseName",
	])("%s is not found", (text) => {
		expect(findSecrets({ path: "a.ts", text })).toEqual([]);
	});
});
