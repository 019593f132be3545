import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from "@hpke/core";

const suite = new CipherSuite({
	kem: new DhkemX25519HkdfSha256(),
	kdf: new HkdfSha256(),
	aead: new Aes256Gcm(),
});

/** The same HPKE suite as ours, over WebCrypto alone: enc and ciphertext in base64. */
export async function seal(publicKey: string, card: object): Promise<string> {
	const octets = Uint8Array.from(atob(publicKey), (character) => character.charCodeAt(0));
	const recipientPublicKey = await suite.kem.deserializePublicKey(octets.buffer);
	const sender = await suite.createSenderContext({ recipientPublicKey });
	const ciphertext = await sender.seal(new TextEncoder().encode(JSON.stringify(card)).buffer);
	return btoa(String.fromCharCode(...new Uint8Array(sender.enc), ...new Uint8Array(ciphertext)));
}
