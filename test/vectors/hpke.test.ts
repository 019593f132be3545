import { describe, expect, test } from "vitest";
import { labeledExpand, labeledExtract } from "../../packages/encrypt/src/hpke/kdf.ts";
import { encap, Nsk } from "../../packages/encrypt/src/hpke/kem.ts";
import { keySchedule, keyScheduleContext } from "../../packages/encrypt/src/hpke/key-schedule.ts";
import { ascii, concat, empty, fromHex, I2OSP, toHex } from "../../packages/encrypt/src/hpke/octets.ts";
import { seal } from "../../packages/encrypt/src/hpke/primitives/noble.ts";
import { decapNative, decapStepwise, open } from "../../packages/encrypt/src/hpke/primitives/node.ts";
import { type Suite, x25519Sha256Aes256Gcm } from "../../packages/encrypt/src/hpke/suite.ts";
import { importPrivateKey, primitiveSets } from "./primitive-sets.ts";
import { readVectors } from "./read.ts";

/** An entry of RFC 9180's official vectors; octet strings in hexadecimal. */
interface Vector {
	aead_id: number;
	info: string;
	ikmR: string;
	ikmE: string;
	skRm: string;
	skEm: string;
	pkRm: string;
	enc: string;
	shared_secret: string;
	key_schedule_context: string;
	secret: string;
	key: string;
	base_nonce: string;
	exporter_secret: string;
	encryptions: { aad: string; ct: string; nonce: string; pt: string }[];
	exports: { exporter_context: string; L: number; exported_value: string }[];
}

const vectors = readVectors<Vector[]>("hpke-rfc9180-x25519-sha256-base.json");

const AES_128_GCM = 0x0001;
const AES_256_GCM = 0x0002;
const ChaCha20Poly1305 = 0x0003;
const exportOnly = 0xffff;

/** Other AEADs change only suite_id and Nk, so their vectors test the key schedule as well. */
function suiteOf({ aead_id, key }: Vector): Suite {
	const suite_id = concat(ascii("HPKE"), I2OSP(0x0020, 2), I2OSP(0x0001, 2), I2OSP(aead_id, 2));
	return { kem_suite_id: x25519Sha256Aes256Gcm.kem_suite_id, suite_id, Nk: key.length / 2 };
}

const cases = vectors.flatMap((vector) =>
	primitiveSets.map((set) => ({ ...set, vector, suite: suiteOf(vector), aead: vector.aead_id })),
);

test("the vectors cover mode base with four AEADs", () => {
	expect(vectors.map(({ aead_id }) => aead_id)).toEqual([AES_128_GCM, AES_256_GCM, ChaCha20Poly1305, exportOnly]);
});

test("our suite is AES-256-GCM of the vectors", () => {
	const vector = vectors.find(({ aead_id }) => aead_id === AES_256_GCM);
	expect(vector && suiteOf(vector)).toEqual(x25519Sha256Aes256Gcm);
});

describe.each(cases)("RFC 9180, AEAD $aead, $name", ({ vector, suite, agree, hmac }) => {
	/**
	 * The product has random keys and no export. DeriveKeyPair (§7.1.3) and Export (§5.3) are written out here, so
	 * that the labelled functions are tested with every label.
	 */
	function deriveKeyPair(ikm: string): string {
		const dkp_prk = labeledExtract(hmac, suite.kem_suite_id, "dkp_prk", fromHex(ikm))(empty);
		return toHex(labeledExpand(hmac, suite.kem_suite_id, "sk", empty, Nsk)(dkp_prk));
	}

	test("§7.1.3 DeriveKeyPair: skRm, skEm", () => {
		expect(deriveKeyPair(vector.ikmR)).toBe(vector.skRm);
		expect(deriveKeyPair(vector.ikmE)).toBe(vector.skEm);
	});

	test("§4.1 Encap: enc, shared_secret", async () => {
		const { enc, shared_secret } = await encap(agree, hmac, suite, fromHex(vector.pkRm), fromHex(vector.skEm));
		expect(toHex(enc)).toBe(vector.enc);
		expect(toHex(shared_secret)).toBe(vector.shared_secret);
	});

	test("§5.1 KeySchedule: key_schedule_context, secret", () => {
		const shared_secret = fromHex(vector.shared_secret);
		expect(toHex(keyScheduleContext(hmac, suite, fromHex(vector.info)))).toBe(vector.key_schedule_context);
		expect(toHex(labeledExtract(hmac, suite.suite_id, "secret", empty)(shared_secret))).toBe(vector.secret);
	});

	test("§5.1 and §5.3: exporter_secret and the exported values", () => {
		const secret = fromHex(vector.secret);
		const context = fromHex(vector.key_schedule_context);
		const exporter_secret = labeledExpand(hmac, suite.suite_id, "exp", context, 32)(secret);
		expect(toHex(exporter_secret)).toBe(vector.exporter_secret);
		for (const { exporter_context, L, exported_value } of vector.exports) {
			const value = labeledExpand(hmac, suite.suite_id, "sec", fromHex(exporter_context), L)(exporter_secret);
			expect(toHex(value)).toBe(exported_value);
		}
	});
});

const sealing = cases.filter(({ aead }) => aead !== exportOnly);

describe.each(sealing)("RFC 9180, AEAD $aead, $name", ({ vector, suite, hmac }) => {
	const schedule = () => keySchedule(hmac, suite, fromHex(vector.info))(fromHex(vector.shared_secret));

	test("§5.1 KeySchedule: key, base_nonce", () => {
		const { key, base_nonce } = schedule();
		expect(toHex(key)).toBe(vector.key);
		expect(toHex(base_nonce)).toBe(vector.base_nonce);
	});

	test("§5.2 the nonces of 257 sequence numbers; the product seals with the first only", () => {
		const { base_nonce } = schedule();
		const nonces = vector.encryptions.map((_, seq) =>
			toHex(base_nonce.map((octet, i) => octet ^ (I2OSP(seq, 12)[i] ?? 0))),
		);
		expect(nonces).toEqual(vector.encryptions.map(({ nonce }) => nonce));
		expect(nonces).toHaveLength(257);
	});
});

const aesGcm = vectors.filter(({ aead_id }) => aead_id === AES_128_GCM || aead_id === AES_256_GCM);

test.each(aesGcm)("RFC 9180 §5.2 Seal: 257 ciphertexts of AEAD $aead_id", ({ key, encryptions }) => {
	for (const { nonce, aad, pt, ct } of encryptions) {
		expect(toHex(seal(fromHex(key), fromHex(nonce), fromHex(aad), fromHex(pt)))).toBe(ct);
	}
});

test("RFC 9180 §5.2 Open: 257 plaintexts of AES-256-GCM, and none when a bit of the tag is wrong", () => {
	const { key, encryptions } = vectors.find(({ aead_id }) => aead_id === AES_256_GCM) ?? { key: "", encryptions: [] };
	for (const { nonce, aad, pt, ct } of encryptions) {
		const ciphertext = fromHex(ct);
		expect(toHex(open(fromHex(key), fromHex(nonce), fromHex(aad), ciphertext) ?? empty)).toBe(pt);
		const last = ciphertext.length - 1;
		ciphertext[last] = (ciphertext[last] ?? 0) ^ 1;
		expect(open(fromHex(key), fromHex(nonce), fromHex(aad), ciphertext)).toBeUndefined();
	}
	expect(encryptions).toHaveLength(257);
});

test.each(vectors)("RFC 9180 §4.1 Decap with OpenSSL's DHKEM and step by step, AEAD $aead_id", (vector) => {
	const skR = importPrivateKey(fromHex(vector.skRm));
	const stepwise = decapStepwise(x25519Sha256Aes256Gcm, skR, fromHex(vector.pkRm));
	for (const decap of [decapNative(skR), stepwise]) {
		expect(toHex(decap(fromHex(vector.enc)) ?? empty)).toBe(vector.shared_secret);
	}
});
