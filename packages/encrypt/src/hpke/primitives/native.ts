import { Nn } from "../aead.ts";
import { labeled, labeledInfo } from "../kdf.ts";
import { type KeyAgreement, Nsecret } from "../kem.ts";
import { mode_base } from "../key-schedule.ts";
import { concat, empty, fromHex, isZero, type Octets, type UnsharedOctets, wipe } from "../octets.ts";
import type { SetupBaseS } from "../sender.ts";

/** PKCS #8, before the 32 octets of an X25519 private key (RFC 8410 §7). */
const pkcs8Prefix = "302e020100300506032b656e04220420";

/** RFC 7748 §4.1: X25519(sk, 9) is sk's public key. */
const basePoint = /* @__PURE__ */ fromHex(`09${"00".repeat(31)}`);

const X25519 = "X25519";

/**
 * Rejects in browsers without X25519. The ephemeral key is imported, so that all implementations give the same octets.
 */
export const agree: KeyAgreement = async (skE, pkR) => {
	const { subtle } = globalThis.crypto;
	const pkcs8 = Uint8Array.from(concat(fromHex(pkcs8Prefix), skE));
	const importPublic = (octets: Octets) => subtle.importKey("raw", Uint8Array.from(octets), X25519, false, []);
	const [privateKey, recipient, base] = await Promise.all([
		subtle.importKey("pkcs8", pkcs8, X25519, false, ["deriveBits"]),
		importPublic(pkR),
		importPublic(basePoint),
	]);
	wipe(pkcs8);
	const derive = async (publicKey: CryptoKey) =>
		new Uint8Array(await subtle.deriveBits({ name: X25519, public: publicKey }, privateKey, 256));
	const [dh, enc] = await Promise.all([derive(recipient), derive(base)]);
	return { dh, enc };
};

const hash = "SHA-256";
const HKDF = "HKDF";
const HMAC = "HMAC";

/** HKDF-Extract's default salt (RFC 5869 §2.2): WebCrypto takes no empty key. */
const zeros = /* @__PURE__ */ new Uint8Array(32);

/** SetupBaseS(pkR, info), RFC 9180 §5.1.1. Each HKDF is LabeledExtract and LabeledExpand in one call (§4). */
export const setupBaseS: SetupBaseS = async ({ kem_suite_id, suite_id, Nk }, pkR, info, skE) => {
	const { subtle } = globalThis.crypto;
	const importKey = (ikm: UnsharedOctets) => subtle.importKey("raw", ikm, HKDF, false, ["deriveBits", "deriveKey"]);
	const hkdf = (salt: UnsharedOctets, info: UnsharedOctets) => ({ name: HKDF, hash, salt, info });

	// Both hashes of key_schedule_context (§5.1) while the key agreement runs.
	const extracting = subtle.importKey("raw", zeros, { name: HMAC, hash }, false, ["sign"]);
	const extract = async (label: string, ikm: Octets) =>
		new Uint8Array(await subtle.sign(HMAC, await extracting, labeled(suite_id, label, ikm)));
	const [{ dh, enc }, psk, psk_id_hash, info_hash] = await Promise.all([
		agree(skE, pkR),
		importKey(labeled(suite_id, "secret", empty)),
		extract("psk_id_hash", empty),
		extract("info_hash", info),
	]);
	const context = concat(Uint8Array.of(mode_base), psk_id_hash, info_hash);
	if (isZero(dh)) throw new RangeError();

	// ExtractAndExpand(dh, kem_context), §4.1.
	const labeled_ikm = labeled(kem_suite_id, "eae_prk", dh);
	const eae = await importKey(labeled_ikm);
	wipe(dh, labeled_ikm);
	const kem_info = labeledInfo(kem_suite_id, "shared_secret", concat(enc, pkR), Nsecret);
	const shared_secret = new Uint8Array(await subtle.deriveBits(hkdf(zeros, kem_info), eae, 8 * Nsecret));

	// KeySchedule, §5.1, with the shared secret as salt.
	const expand = (label: string, L: number) => hkdf(shared_secret, labeledInfo(suite_id, label, context, L));
	const AES = { name: "AES-GCM", length: 8 * Nk };
	const [key, iv] = await Promise.all([
		subtle.deriveKey(expand("key", Nk), psk, AES, false, ["encrypt"]),
		subtle.deriveBits(expand("base_nonce", Nn), psk, 8 * Nn),
	]);
	wipe(shared_secret);
	return { enc, seal: async (pt) => new Uint8Array(await subtle.encrypt({ ...AES, iv }, key, pt)) };
};
