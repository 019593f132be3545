import { describe, expect, test } from "vitest";
import { describeSecret, newTotpSecret, totpStep } from "./totp.ts";

/** RFC 6238, appendix B: the last six of the eight digits for this secret with SHA-1. */
const secret = Buffer.from("12345678901234567890");
const vectors: [seconds: number, code: string][] = [
	[59, "287082"],
	[1_111_111_109, "081804"],
	[1_111_111_111, "050471"],
	[1_234_567_890, "005924"],
	[2_000_000_000, "279037"],
	[20_000_000_000, "353130"],
];

describe("a code of an authenticator", () => {
	test.each(vectors)("P-33 at %i s is %s (RFC 6238)", (seconds, code) => {
		expect(totpStep(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
	});

	test("P-33 is valid one step early or late, and no further", () => {
		const [seconds, code] = [1_234_567_890, "005924"];
		const step = Math.floor(seconds / 30);
		const start = step * 30_000;
		for (const now of [start - 30_000, start, start + 59_999]) expect(totpStep(secret, code, now)).toBe(step);
		for (const now of [start - 30_001, start + 60_000]) expect(totpStep(secret, code, now)).toBeUndefined();
	});

	test.each(["", "5924", "0059245", "abcdef", " 05924", "٠٠٥٩٢٤", "005924\n"])("has six digits, unlike %j", (text) => {
		expect(totpStep(secret, text, 1_234_567_890_000)).toBeUndefined();
	});

	test("comes from a 160-bit secret that an authenticator reads by camera or as text", () => {
		const fresh = newTotpSecret();
		expect(fresh).toHaveLength(20);
		expect(newTotpSecret()).not.toEqual(fresh);
		const { uri, text } = describeSecret(secret, "ada@example.com");
		expect(text).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
		const { protocol, host, searchParams } = new URL(uri);
		expect({ protocol, host }).toEqual({ protocol: "otpauth:", host: "totp" });
		expect(Object.fromEntries(searchParams)).toEqual({
			issuer: "Cardseal",
			secret: text,
			algorithm: "SHA1",
			digits: "6",
			period: "30",
		});
		expect(decodeURIComponent(uri)).toContain("Cardseal:ada@example.com");
	});
});
