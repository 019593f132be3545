import { expect, test } from "vitest";
import { judgeSignatures } from "./signatures.ts";

/** As `npm audit signatures --json` of npm 11 answers. */
const found = (name: string) => ({
	name,
	version: "1.0.0",
	location: `node_modules/${name}`,
	registry: "https://a.example/",
});
const answer = (invalid: object[], missing: object[]) => JSON.stringify({ invalid, missing });

test("packages with valid signatures pass", () => {
	expect(judgeSignatures(answer([], []))).toEqual({ checked: true, problems: [] });
});

test("a wrong and a missing signature fail", () => {
	const invalid = { ...found("left-part"), code: "EINTEGRITYSIGNATURE", message: "has an invalid registry signature" };
	expect(judgeSignatures(answer([invalid], [found("right-part")]))).toEqual({
		checked: true,
		problems: [
			"left-part@1.0.0 has a wrong signature: it may have been changed.",
			"right-part@1.0.0 has no signature.",
		],
	});
});

test.each([
	[
		"keys that cannot be had",
		JSON.stringify({ error: { code: "ENOTFOUND", summary: "request to keys failed", detail: "" } }),
		"request to keys failed",
	],
	["no answer", "", "npm wrote nothing"],
	["an answer of another form", '{"invalid":[]}', '{"invalid":[]}'],
])("%s are no clean result", (_what, text, why) => {
	expect(judgeSignatures(text)).toEqual({ checked: false, why });
});
