import { scryptSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { remainingMs, withinDeadline } from "../../../../platform/src/db/request-deadline.ts";
import { hashPassword, isPassword } from "./password.ts";

const password = "Zoë's long passphrase 7";

/** Verifies a password against the stored text with that text's own parameters, like a sign-in. */
function matches(stored: string, candidate: string): boolean {
	const [scheme, N, r, p, salt = "", hash] = stored.split("$");
	const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: 256 * 1024 * 1024 };
	const again = scryptSync(candidate.normalize("NFC"), Buffer.from(salt, "base64"), 32, options);
	return scheme === "scrypt" && again.toString("base64") === hash;
}

describe("hashPassword", () => {
	test("P-30 stores a scrypt hash with salt and costs, and nothing of the password", async () => {
		const stored = await hashPassword(password);
		expect(stored).toMatch(/^scrypt\$131072\$8\$1\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$/);
		expect(matches(stored, password)).toBe(true);
		expect(matches(stored, `${password} `)).toBe(false);
	});

	test("P-30 salts: the same password gives a different hash each time", async () => {
		const [first, second] = await Promise.all([hashPassword(password), hashPassword(password)]);
		expect(first.split("$")[4]).not.toBe(second.split("$")[4]);
		expect(first.split("$")[5]).not.toBe(second.split("$")[5]);
	});

	test("accepts a password in any Unicode normalization", async () => {
		expect(matches(await hashPassword(password.normalize("NFD")), password)).toBe(true);
	});
});

test("hashing takes nothing of a request's time", async () => {
	const limitMs = 500;
	const leftMs = await withinDeadline(limitMs, async () => {
		// A hash costs about 0.3 s.
		for (let count = 0; count < 4; count++) await hashPassword(password);
		return remainingMs();
	});
	expect(leftMs).toBeGreaterThan(0);
});

describe("isPassword", () => {
	test("P-30 verifies a stored password with its own costs, and refuses any other", async () => {
		const salt = Buffer.from("0123456789abcdef");
		const hash = scryptSync(password, salt, 32, { N: 128, r: 8, p: 1 });
		const stored = ["scrypt", 128, 8, 1, salt.toString("base64"), hash.toString("base64")].join("$");
		expect(await isPassword(password, stored)).toBe(true);
		expect(await isPassword(password.normalize("NFD"), stored)).toBe(true);
		expect(await isPassword(`${password} `, stored)).toBe(false);
		expect(await isPassword("", stored)).toBe(false);
	});

	test("X-30 takes as long for an account that does not exist, and always fails", async () => {
		expect(await isPassword("", undefined)).toBe(false);
	});

	test("X-39 limits the queue, so that a flood is refused instead of waiting for minutes", async () => {
		const salt = Buffer.alloc(16).toString("base64");
		const stored = ["scrypt", 1024, 8, 1, salt, Buffer.alloc(32).toString("base64")].join("$");
		const flood = await Promise.allSettled(Array.from({ length: 70 }, () => isPassword("x", stored)));
		expect(flood.filter(({ status }) => status === "rejected")).toHaveLength(6);
		expect(await isPassword("x", stored)).toBe(false);
	});

	test("X-39 verifies the passwords of known browsers and open sessions while strangers fill the queue", async () => {
		const salt = Buffer.alloc(16).toString("base64");
		const stored = ["scrypt", 1024, 8, 1, salt, Buffer.alloc(32).toString("base64")].join("$");
		const flood = Promise.allSettled(Array.from({ length: 70 }, () => isPassword("x", stored)));
		await expect(isPassword("x", stored)).rejects.toMatchObject({ code: "UNAVAILABLE" });
		expect(await isPassword("x", stored, "reserved")).toBe(false);
		await flood;
	});
});
