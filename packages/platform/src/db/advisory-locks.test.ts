import { expect, test } from "vitest";
import { advisoryLocks, fingerprintLockKeys } from "./advisory-locks.ts";

test("every advisory lock has a unique number", () => {
	const numbers = Object.values(advisoryLocks);
	expect(new Set(numbers).size).toBe(numbers.length);
});

test("fingerprint locks are unique and sorted", () => {
	const [low, high] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
	const negative = Buffer.alloc(32, 0xff);
	const keys = ["-1", "72340172838076673", "144680345676153346"];
	expect(fingerprintLockKeys([high, low, high, negative])).toEqual(keys);
	expect(fingerprintLockKeys([negative, low, high])).toEqual(keys);
});
