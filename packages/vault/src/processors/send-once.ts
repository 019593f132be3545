/** Nothing left this machine. */
export class NotSent extends Error {
	override name = "NotSent";
}

export interface SentAnswer {
	status: number;
	headers: Headers;
	text: string;
}

export interface SendingLimits {
	timeLimitMs: number;
	/** Of the answer. */
	maximumBytes: number;
}

/** Failures to connect, or to trust the certificate. */
const unsentCodes: ReadonlySet<unknown> = new Set([
	"ECONNREFUSED",
	"ENOTFOUND",
	"EAI_AGAIN",
	"EHOSTUNREACH",
	"ENETUNREACH",
	"UND_ERR_CONNECT_TIMEOUT",
	"CERT_HAS_EXPIRED",
	"DEPTH_ZERO_SELF_SIGNED_CERT",
	"ERR_TLS_CERT_ALTNAME_INVALID",
	"SELF_SIGNED_CERT_IN_CHAIN",
	"UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
	"UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/**
 * Sends a request to a processor once. A redirect is an answer: followed, it would lead the card elsewhere. Errors have
 * no cause, as causes may repeat the request.
 *
 * @param processor its title, for the errors
 * @throws NotSent when the request certainly never left
 */
export async function sendOnce(
	processor: string,
	url: string,
	init: RequestInit,
	{ timeLimitMs, maximumBytes }: SendingLimits,
): Promise<SentAnswer> {
	try {
		const response = await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(timeLimitMs) });
		return { status: response.status, headers: response.headers, text: await readText(response, maximumBytes) };
	} catch (error) {
		if (isUnsent(error)) throw new NotSent(`${processor} could not be reached.`);
		throw new Error(`${processor} gave no complete answer.`);
	}
}

async function readText({ body }: Response, maximumBytes: number): Promise<string> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of body ?? []) {
		length += chunk.length;
		if (length > maximumBytes) throw new Error("The answer is too large.");
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString();
}

/** A host with several addresses has an error for each. */
function isUnsent(error: unknown): boolean {
	const { cause } = error as { cause?: { code?: unknown; errors?: { code?: unknown }[] } };
	const codes = cause?.errors?.map(({ code }) => code) ?? [cause?.code];
	return codes.length > 0 && codes.every((code) => unsentCodes.has(code));
}

/** Returns `undefined` for what is not JSON. */
export function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
