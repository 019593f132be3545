import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from "@hpke/core";

const suite = new CipherSuite({
	kem: new DhkemX25519HkdfSha256(),
	kdf: new HkdfSha256(),
	aead: new Aes256Gcm(),
});

/** Opens a token of `seal` with an imported key. */
export async function createOpener(privateKey: Uint8Array): Promise<(token: string) => Promise<unknown>> {
	const recipientKey = await suite.kem.deserializePrivateKey(Uint8Array.from(privateKey).buffer);
	return async (token) => {
		const octets = Uint8Array.from(Buffer.from(token, "base64"));
		const opener = await suite.createRecipientContext({ recipientKey, enc: octets.slice(0, 32).buffer });
		return JSON.parse(new TextDecoder().decode(await opener.open(octets.slice(32).buffer)));
	};
}
