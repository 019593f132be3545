import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";
const secretBytes = 32;

/** Returns `whsec_` and base64 (Standard Webhooks). */
export function newWebhookSecret(): string {
	return prefix + randomBytes(secretBytes).toString("base64");
}

export interface SignedMessage {
	/** The event's id. */
	id: string;
	/** Seconds since 1970. */
	timestamp: number;
	body: string | Buffer;
}

/**
 * Signs as in Standard Webhooks.
 * @param secrets every valid one
 */
export function signatureHeaders({ id, timestamp, body }: SignedMessage, secrets: readonly string[]) {
	const signatures = secrets.map((secret) => {
		const key = Buffer.from(secret.slice(prefix.length), "base64");
		return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")}`;
	});
	return {
		"webhook-id": id,
		"webhook-timestamp": String(timestamp),
		"webhook-signature": signatures.join(" "),
	};
}
