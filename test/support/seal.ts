import { parsePublicKey } from "@cardseal/encrypt";
import { encap, Nsk } from "../../packages/encrypt/src/hpke/kem.ts";
import { keySchedule } from "../../packages/encrypt/src/hpke/key-schedule.ts";
import { empty } from "../../packages/encrypt/src/hpke/octets.ts";
import { agree, hmac, seal } from "../../packages/encrypt/src/hpke/primitives/noble.ts";
import { x25519Sha256Aes256Gcm as suite } from "../../packages/encrypt/src/hpke/suite.ts";
import {
	encodePlaintext,
	formatToken,
	type TokenContent,
	tokenHeader,
	tokenInfo,
} from "../../packages/encrypt/src/token.ts";

/** A token with any content, also such as the library refuses to encrypt and only a forger would. */
export async function sealToken(publicKey: string, content: TokenContent): Promise<string> {
	const recipient = parsePublicKey(publicKey);
	const header = tokenHeader(recipient.keyId);
	const ephemeral = crypto.getRandomValues(new Uint8Array(Nsk));
	const { shared_secret, enc } = await encap(agree, hmac, suite, recipient.publicKey, ephemeral);
	const { key, base_nonce } = keySchedule(hmac, suite, tokenInfo(header))(shared_secret);
	return formatToken(header, enc, seal(key, base_nonce, empty, encodePlaintext(content)));
}
