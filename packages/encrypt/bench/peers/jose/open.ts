import { compactDecrypt, importJWK, type JWK } from "jose";

/** Opens a token of `seal` with an imported key. */
export async function createOpener(privateKey: JWK): Promise<(token: string) => Promise<unknown>> {
	const key = await importJWK(privateKey);
	return async (token) => {
		const { plaintext } = await compactDecrypt(token, key);
		return JSON.parse(new TextDecoder().decode(plaintext));
	};
}
