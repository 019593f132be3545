import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as noble from "./noble.ts";
import * as node from "./node.ts";

const octets = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

test("HMAC-SHA256 is the same in the browser and on the server, for keys of any length", () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 100 }), fc.uint8Array({ maxLength: 200 }), (key, message) => {
			expect(Buffer.from(node.hmac(key, message))).toEqual(Buffer.from(noble.hmac(key, message)));
		}),
	);
});

test("both pass RFC 4231 test case 2", () => {
	const [key, message] = [Buffer.from("Jefe"), Buffer.from("what do ya want for nothing?")];
	const expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
	for (const { hmac } of [noble, node]) expect(Buffer.from(hmac(key, message)).toString("hex")).toBe(expected);
});

describe("AES-256-GCM", () => {
	test("the server opens what the browser seals", () => {
		fc.assert(
			fc.property(octets(32), octets(12), octets(20), octets(48), (key, nonce, aad, pt) => {
				const opened = node.open(key, nonce, aad, noble.seal(key, nonce, aad, pt));
				expect(opened && new Uint8Array(opened)).toEqual(pt);
			}),
		);
	});

	test("a flipped bit at any position is refused", () => {
		const [key, nonce, aad] = [new Uint8Array(32).fill(1), new Uint8Array(12).fill(2), new Uint8Array(20).fill(3)];
		const ct = noble.seal(key, nonce, aad, new Uint8Array(48));
		const flipped = Array.from({ length: ct.length * 8 }, (_, bit) =>
			ct.with(bit >> 3, (ct[bit >> 3] ?? 0) ^ (1 << (bit & 7))),
		);
		expect(flipped.filter((changed) => node.open(key, nonce, aad, changed) !== undefined)).toEqual([]);
		expect(node.open(key, nonce, aad.with(0, 0), ct)).toBeUndefined();
	});
});
