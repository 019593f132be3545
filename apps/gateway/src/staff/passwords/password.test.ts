import { scryptSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { hashPassword, isPassword } from "./password.ts";

const password = "Zoë's long passphrase 7";

/** Whether the stored text is of this password: read by its own parameters, as a sign-in will. */
function matches(stored: string, candidate: string): boolean {
	const [scheme, N, r, p, salt = "", hash] = stored.split("$");
	const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: 256 * 1024 * 1024 };
	const again = scryptSync(candidate.normalize("NFC"), Buffer.from(salt, "base64"), 32, options);
	return scheme === "scrypt" && again.toString("base64") === hash;
}

describe("hashPassword", () => {
	test("P-30 stores a scrypt hash with its salt and costs, and nothing of the password", async () => {
		const stored = await hashPassword(password);
		expect(stored).toMatch(/^scrypt\$131072\$8\$1\$[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=$/);
		expect(matches(stored, password)).toBe(true);
		expect(matches(stored, `${password} `)).toBe(false);
	});

	test("P-30 salts: the same password gives another hash each time", async () => {
		const [first, second] = await Promise.all([hashPassword(password), hashPassword(password)]);
		expect(first.split("$")[4]).not.toBe(second.split("$")[4]);
		expect(first.split("$")[5]).not.toBe(second.split("$")[5]);
	});

	test("takes a password however a keyboard composes its letters", async () => {
		expect(matches(await hashPassword(password.normalize("NFD")), password)).toBe(true);
	});
});

describe("isPassword", () => {
	test("P-30 knows a stored password by its own costs, and no other", async () => {
		const salt = Buffer.from("0123456789abcdef");
		const hash = scryptSync(password, salt, 32, { N: 128, r: 8, p: 1 });
		const stored = ["scrypt", 128, 8, 1, salt.toString("base64"), hash.toString("base64")].join("$");
		expect(await isPassword(password, stored)).toBe(true);
		expect(await isPassword(password.normalize("NFD"), stored)).toBe(true);
		expect(await isPassword(`${password} `, stored)).toBe(false);
		expect(await isPassword("", stored)).toBe(false);
	});

	test("X-30 is as much work for an account that does not exist, and never right", async () => {
		expect(await isPassword("", undefined)).toBe(false);
	});

	test("X-39 has no more than a few wait, so that a flood ends in refusals and not in minutes", async () => {
		const salt = Buffer.alloc(16).toString("base64");
		const stored = ["scrypt", 1024, 8, 1, salt, Buffer.alloc(32).toString("base64")].join("$");
		const flood = await Promise.allSettled(Array.from({ length: 70 }, () => isPassword("x", stored)));
		expect(flood.filter(({ status }) => status === "rejected")).toHaveLength(6);
		expect(await isPassword("x", stored)).toBe(false);
	});
});
