import { createHmac } from "node:crypto";

/** Other sites can neither read the secret nor compute the token. */
export function csrfTokenOf(cookieSecret: string): string {
	return createHmac("sha256", cookieSecret).update("cardseal csrf v1").digest("base64url");
}
