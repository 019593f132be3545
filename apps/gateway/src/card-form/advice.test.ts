import { formatPublicKey, generateRecipientKey } from "@cardseal/encrypt/open";
import { describe, expect, test } from "vitest";
import { adviceFor } from "./advice.ts";

const { publicKey: point } = generateRecipientKey();
const testKey = formatPublicKey(point, "test");
const liveKey = formatPublicKey(point, "live");
const page = { publicKey: testKey, origin: "http://localhost:5173", locale: "en-CA" };

describe("each fault of a key has a sentence of its own:", () => {
	const half = testKey.slice(0, 30);
	const faults: [what: string, key: string, words: string][] = [
		["missing", "-", "the public key is missing"],
		[
			"a client secret",
			`s${"x".repeat(54)}`,
			"this is a client secret, not a public key. Remove it from the page and revoke it.",
		],
		[
			"an access token",
			`e${"x".repeat(30)}.e${"x".repeat(80)}`,
			"this is an access token, not a public key. Remove it",
		],
		["a client id", `A${"x".repeat(19)}`, "this is a client id, which is for your server"],
		["another text", "yxxx-axx-kxx", "this is not a public key"],
		["the placeholder of the guide", "pktest1…", "this public key is the placeholder of a sample"],
		["the placeholder of the README", "pktest1qyq…", "this public key is the placeholder of a sample"],
		["half", half, "the public key has 30 characters, not 68"],
		[
			"a typing error",
			testKey.replace(/.$/, (last) => (last === "q" ? "p" : "q")),
			"the public key has a wrong character",
		],
		["live in a sandbox", liveKey, "this gateway does not know this live key. A sandbox has test keys only."],
		["of another gateway", testKey, "this gateway does not know this test key"],
	];

	test.each(faults)("%s", (_what, publicKey, words) => {
		const advice = adviceFor({ ...page, publicKey }, "key");
		expect(advice).toContain(`Cardseal: ${words}`);
		expect(advice).toContain("Settings, Encryption keys");
		expect(publicKey === "-" || !advice?.includes(publicKey)).toBe(true);
	});

	test("none has another's", () => {
		const sentences = faults.map(([, publicKey]) => adviceFor({ ...page, publicKey }, "key"));
		expect(new Set(sentences).size).toBe(faults.length - 1);
	});
});

test("an origin that is not registered is named, with the key, the place of the setting and the command", () => {
	const advice = adviceFor(page, "origin");
	expect(advice).toContain(`http://localhost:5173 is not registered for the key ${testKey.slice(0, 14)}…`);
	expect(advice).toContain("Settings, Allowed origins");
	expect(advice).toContain(`npm run admin -- origin add ${testKey} http://localhost:5173`);
});

describe("an environment that contradicts the key is advised to be changed", () => {
	test.each([
		[
			testKey,
			"LIVE",
			'environment "LIVE" contradicts the test key, which decides: no real card is charged. Write "test"',
		],
		[
			liveKey,
			"TEST",
			'environment "TEST" contradicts the live key, which decides: real cards are charged. Write "live"',
		],
		[liveKey, "UAT", 'Write "live"'],
	])("%s with %s", (publicKey, environment, words) => {
		expect(adviceFor({ ...page, publicKey, environment }, null)).toContain(words);
	});

	test.each([
		[testKey, "sandbox"],
		[testKey, "TEST"],
		[testKey, ""],
		[liveKey, "Live"],
		[liveKey, "production"],
	])("%s with %s has no advice", (publicKey, environment) => {
		expect(adviceFor({ ...page, publicKey, environment }, null)).toBeNull();
	});
});

describe("a page with a test key gets hints, and one with a live key none", () => {
	test.each([
		["an element outside of the form", { controls: "1" }, "the card is outside of the form"],
		["a form without a button that submits", { controls: "text,button" }, 'one with type="button" does not'],
		["an unknown language", { locale: "klingon" }, 'the form has no language "klingon"'],
	])("%s", (_what, facts, words) => {
		expect(adviceFor({ ...page, ...facts }, null)).toContain(words);
		expect(adviceFor({ ...page, ...facts, publicKey: liveKey }, null)).toBeNull();
	});

	test.each([
		["no form on the page", { controls: "0" }],
		["a button that submits beside another one", { controls: "button,submit" }],
		["no button yet", { controls: "text" }],
		["a supported language with its region", { locale: "fr-CA" }],
		["an older code of a language", { locale: "iw" }],
		["no language", { locale: "" }],
	])("%s is no mistake", (_what, facts) => {
		expect(adviceFor({ ...page, ...facts }, null)).toBeNull();
	});
});
