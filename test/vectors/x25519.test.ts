import { describe, expect, test } from "vitest";
import { isLowOrder } from "../../packages/encrypt/src/hpke/curve25519.ts";
import { encap, sharedSecret } from "../../packages/encrypt/src/hpke/kem.ts";
import { fromHex, toHex } from "../../packages/encrypt/src/hpke/octets.ts";
import {
	decapNative,
	decapStepwise,
	hmac,
	importRecipientKey,
} from "../../packages/encrypt/src/hpke/primitives/node.ts";
import { x25519Sha256Aes256Gcm as suite } from "../../packages/encrypt/src/hpke/suite.ts";
import { formatPublicKey } from "../../packages/encrypt/src/open.ts";
import { parsePublicKey } from "../../packages/encrypt/src/public-key.ts";
import { importPrivateKey, primitiveSets } from "./primitive-sets.ts";
import { readVectors } from "./read.ts";

/** A Wycheproof case; octet strings in hexadecimal. Other implementations may refuse "acceptable" points. */
interface Case {
	tcId: number;
	comment: string;
	flags: string[];
	public: string;
	private: string;
	shared: string;
	result: "valid" | "acceptable";
}

const wycheproof = readVectors<{ numberOfTests: number; testGroups: { tests: Case[] }[] }>("wycheproof-x25519.json");
const all = wycheproof.testGroups.flatMap(({ tests }) => tests);
const zero = all.filter(({ flags }) => flags.includes("ZeroSharedSecret"));
const sound = all.filter(({ flags }) => !flags.includes("ZeroSharedSecret"));
const lowOrder = readVectors<{ publicKeys: string[] }>("x25519-low-order.json").publicKeys;

const id = ({ tcId, comment }: Case) => `${tcId} ${comment}`;

test("Wycheproof has 518 cases, 31 of them with an all-zero secret", () => {
	expect([all.length, zero.length, sound.length]).toEqual([wycheproof.numberOfTests, 31, 487]);
});

describe.each(primitiveSets)("X25519 by $name", ({ agree, hmac }) => {
	test("C-02 agrees with Wycheproof, including twist and non-canonical points", async () => {
		const wrong = [];
		for (const vector of sound) {
			const { dh } = await agree(fromHex(vector.private), fromHex(vector.public));
			if (toHex(dh) !== vector.shared) wrong.push(id(vector));
		}
		expect(wrong).toEqual([]);
	});

	test("C-01 Encap refuses every Wycheproof case with an all-zero secret", async () => {
		for (const vector of zero) {
			await expect(encap(agree, hmac, suite, fromHex(vector.public), fromHex(vector.private))).rejects.toThrow();
		}
	});

	test.each(lowOrder)("C-01 Encap refuses %s as pkR", async (pkR) => {
		await expect(encap(agree, hmac, suite, fromHex(pkR), crypto.getRandomValues(new Uint8Array(32)))).rejects.toThrow();
	});
});

describe.each([
	{ name: "OpenSSL's DHKEM", native: true },
	{ name: "step by step", native: false },
])("Decap with $name", ({ native }) => {
	const decap = (skRm: string, enc: string) => {
		const { pkRm } = importRecipientKey(suite, fromHex(skRm));
		const skR = importPrivateKey(fromHex(skRm));
		return (native ? decapNative(skR) : decapStepwise(suite, skR, pkRm))(fromHex(enc));
	};

	test("C-02 C-04 derives from Wycheproof's secrets, for any 32 octets of private key", () => {
		const wrong = sound.filter((vector) => {
			const { pkRm } = importRecipientKey(suite, fromHex(vector.private));
			const expected = sharedSecret(hmac, suite, fromHex(vector.shared), fromHex(vector.public), pkRm);
			const found = decap(vector.private, vector.public);
			return !expected || !found || toHex(found) !== toHex(expected);
		});
		expect(wrong.map(id)).toEqual([]);
	});

	test("C-01 refuses every Wycheproof case with an all-zero secret", () => {
		expect(zero.filter((vector) => decap(vector.private, vector.public) !== undefined).map(id)).toEqual([]);
	});

	test.each(lowOrder)("C-01 refuses %s as enc", (enc) => {
		expect(decap("77".repeat(32), enc)).toBeUndefined();
	});
});

test("C-01 an all-zero result gives no shared secret", () => {
	expect(sharedSecret(hmac, suite, new Uint8Array(32), new Uint8Array(32), new Uint8Array(32))).toBeUndefined();
});

describe("low order is detected from the point alone", () => {
	test("C-01 for exactly the Wycheproof cases with an all-zero secret", () => {
		expect(all.filter((vector) => isLowOrder(fromHex(vector.public)))).toEqual(zero);
	});

	test.each(lowOrder)("C-01 E-01 %s is refused as a merchant's public key", (point) => {
		expect(isLowOrder(fromHex(point))).toBe(true);
		expect(() => parsePublicKey(formatPublicKey(fromHex(point), "test"))).toThrow("is a point of low order");
	});

	test("C-02 a non-canonical point of high order is accepted as a merchant's public key", () => {
		const points = sound.filter(({ flags }) => flags.includes("NonCanonicalPublic")).map((vector) => vector.public);
		expect(points.length).toBeGreaterThan(0);
		for (const point of points) {
			expect(toHex(parsePublicKey(formatPublicKey(fromHex(point), "live")).publicKey)).toBe(point);
		}
	});
});
