import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { newTransactionId } from "./keyed-transaction.ts";

const vault = {
	mac: (purpose: string, message: string | Uint8Array) => createHmac("sha256", purpose).update(message).digest(),
};
const noon = Date.UTC(2026, 10, 28, 12);
const asked = { merchantId: 1, route: "/sale", key: "order 1042", now: noon };

function idOf(changes: Partial<typeof asked> = {}): string {
	return newTransactionId({ vault }, { ...asked, ...changes, fingerprint: Buffer.alloc(32) });
}

test("the id of a keyed transaction follows from merchant, operation, key and day alone", () => {
	expect(idOf()).toMatch(/^[0-9A-Za-z]{20}$/);
	expect(idOf({ now: noon + 3_600_000 })).toBe(idOf());
	const others = [{ merchantId: 2 }, { route: "/refund" }, { key: "order 1043" }, { now: noon + 86_400_000 }].map(idOf);
	expect(new Set([idOf(), ...others]).size).toBe(5);
});

test("the id of a transaction without a key is random", () => {
	const random = () => newTransactionId({ vault }, undefined);
	expect(random()).not.toBe(random());
});
