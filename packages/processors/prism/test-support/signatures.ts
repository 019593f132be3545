import { createHmac } from "node:crypto";

/** https://developer.authorize.net/api/reference/features/webhooks.html */
export function authorizedotnetSignature(text: string, key: string): string {
	return `sha512=${createHmac("sha512", key).update(text).digest("hex").toUpperCase()}`;
}
