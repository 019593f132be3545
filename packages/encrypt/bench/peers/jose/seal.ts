import { CompactEncrypt, importJWK, type JWK } from "jose";

/** A compact JWE, the usual alternative to a custom format. */
export async function seal(publicKey: JWK, card: object): Promise<string> {
	const key = await importJWK(publicKey);
	const plaintext = new TextEncoder().encode(JSON.stringify(card));
	return await new CompactEncrypt(plaintext)
		.setProtectedHeader({ alg: publicKey.alg ?? "", enc: "A256GCM" })
		.encrypt(key);
}
