import type { Schemas } from "./generated/api.ts";

/** The id is the same in every delivery. */
export type WebhookEvent = Schemas["Event"];

/** The Fetch API's, or Node's `request.headers`. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Not from the gateway, or too late. Answer it with 400. */
export class WebhookRefused extends Error {
	override readonly name = "WebhookRefused";
	readonly code: "HEADERS_MISSING" | "TOO_OLD" | "SIGNATURE_WRONG";

	constructor(code: WebhookRefused["code"], message: string) {
		super(message);
		this.code = code;
	}
}

/** A recorded request cannot be sent again later. */
const toleranceSeconds = 300;

const prefix = "whsec_";

/**
 * Checks the signature (Standard Webhooks) and returns the event.
 *
 * @param body the bytes as received: JSON that was parsed and written again has another signature
 * @param secrets one, or several while a secret is being replaced
 * @throws WebhookRefused, also for an empty array
 * @throws TypeError for a parsed body, and for a missing or incomplete secret
 */
export async function verifyWebhook(
	body: string | Uint8Array<ArrayBuffer>,
	headers: WebhookHeaders,
	secrets: string | readonly string[] | undefined,
	{ now = Date.now }: { now?: () => number } = {},
): Promise<WebhookEvent> {
	const bytes = bytesOfBody(body);
	const keys = await Promise.all([secrets].flat().map(keyOf));
	const id = headerOf(headers, "webhook-id");
	const timestamp = headerOf(headers, "webhook-timestamp");
	const signatures = headerOf(headers, "webhook-signature");
	if (id === undefined || timestamp === undefined || signatures === undefined) {
		throw new WebhookRefused(
			"HEADERS_MISSING",
			"The request has no webhook-id, webhook-timestamp or webhook-signature.",
		);
	}
	const isInTime = /^[0-9]{1,12}$/.test(timestamp) && Math.abs(now() / 1_000 - Number(timestamp)) <= toleranceSeconds;
	if (!isInTime) throw new WebhookRefused("TOO_OLD", "The request is more than five minutes old, or a clock is wrong.");
	const signed = signedBytes({ id, timestamp, bytes });
	for (const signature of signaturesIn(signatures)) {
		for (const key of keys) {
			if (await crypto.subtle.verify("HMAC", key, signature, signed))
				return JSON.parse(new TextDecoder().decode(bytes));
		}
	}
	throw new WebhookRefused("SIGNATURE_WRONG", "No signature is of this body under one of the secrets.");
}

/**
 * For tests of a receiver.
 *
 * @param message.timestamp seconds since 1970
 * @throws TypeError for an incomplete message or secret
 */
export async function signWebhook(
	{ id, timestamp, body }: { id: string; timestamp: number; body: string },
	secret: string | undefined,
): Promise<Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string>> {
	if (typeof id !== "string" || !Number.isInteger(timestamp) || typeof body !== "string") {
		throw new TypeError("Call signWebhook({ id, timestamp, body }, secret); timestamp is whole seconds since 1970.");
	}
	const signed = signedBytes({ id, timestamp: String(timestamp), bytes: bytesOfBody(body) });
	const signature = await crypto.subtle.sign("HMAC", await keyOf(secret), signed);
	return {
		"webhook-id": id,
		"webhook-timestamp": String(timestamp),
		"webhook-signature": `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`,
	};
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
	if (headers instanceof Headers) return headers.get(name) ?? undefined;
	// Frameworks other than Node may keep the case.
	const [, value] = Object.entries(headers).find(([given]) => given.toLowerCase() === name) ?? [];
	return typeof value === "string" ? value : value?.[0];
}

function signedBytes({ id, timestamp, bytes }: { id: string; timestamp: string; bytes: Uint8Array }) {
	const head = new TextEncoder().encode(`${id}.${timestamp}.`);
	const signed = new Uint8Array(head.length + bytes.length);
	signed.set(head);
	signed.set(bytes, head.length);
	return signed;
}

function bytesOfBody(body: string | Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
	if (typeof body === "string") return new TextEncoder().encode(body);
	if (body instanceof Uint8Array) return body;
	throw new TypeError("Pass the body as it was received, as text or bytes, not parsed.");
}

function keyOf(secret: string | undefined): Promise<CryptoKey> {
	if (typeof secret !== "string" || secret === "") throw new TypeError("The secret is missing. Is its variable set?");
	if (!secret.startsWith(prefix)) throw new TypeError("A secret begins with whsec_.");
	const bytes = bytesOf(secret.slice(prefix.length));
	if (bytes === undefined) throw new TypeError("The secret is incomplete: copy it once more.");
	return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"]);
}

/** Ignores versions other than 1. */
function signaturesIn(header: string): Uint8Array<ArrayBuffer>[] {
	return header.split(" ").flatMap((part) => {
		const [version, signature = ""] = part.split(",");
		const bytes = version === "v1" ? bytesOf(signature) : undefined;
		return bytes === undefined ? [] : [bytes];
	});
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
	if (!/^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64)) return undefined;
	return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
