import type { KeyAgreement } from "../kem.ts";
import { concat, fromHex, type Octets, wipe } from "../octets.ts";

/** The prefix of a PKCS #8 X25519 private key before its 32 octets (RFC 8410 §7). */
const pkcs8Prefix = "302e020100300506032b656e04220420";

/** The u-coordinate 9 of the base point (RFC 7748 §4.1): X25519(sk, 9) is sk's public key. */
const basePoint = /* @__PURE__ */ fromHex(`09${"00".repeat(31)}`);

const X25519 = "X25519";

/**
 * X25519 through WebCrypto, which is compiled and constant-time, unlike noble's BigInt. Rejects in browsers without
 * X25519, and on pages without a secure context, which have no `crypto.subtle`.
 *
 * The ephemeral key is imported rather than generated. So all implementations use the same random source and give the
 * same octets for the same key.
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
