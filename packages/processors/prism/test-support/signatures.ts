import { createHmac } from "node:crypto";

/** https://docs.stripe.com/webhooks#verify-manually */
export function stripeSignature(text: string, secret: string): string {
	const time = Math.floor(Date.now() / 1000);
	return `t=${time},v1=${createHmac("sha256", secret).update(`${time}.${text}`).digest("hex")}`;
}

/**
 * https://docs.adyen.com/development-resources/webhooks/verify-hmac-signatures
 *
 * @param fields the signed ones, in Adyen's order
 */
export function adyenSignature(fields: readonly (string | number)[], key: string): string {
	return createHmac("sha256", Buffer.from(key, "hex")).update(fields.join(":")).digest("base64");
}

/** https://developer.authorize.net/api/reference/features/webhooks.html */
export function authorizedotnetSignature(text: string, key: string): string {
	return `sha512=${createHmac("sha512", key).update(text).digest("hex").toUpperCase()}`;
}
