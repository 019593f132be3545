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
	maximumBytes: number;
}

/** Failures to find the host, to connect, or to trust the certificate. */
const unsentSyscalls: ReadonlySet<unknown> = new Set(["getaddrinfo", "connect"]);
const unsentCodes: ReadonlySet<unknown> = new Set([
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
	const noAnswer = () => new Error(`${processor} gave no complete answer.`);
	const signal = AbortSignal.timeout(timeLimitMs);
	const response = await fetch(url, { ...init, redirect: "manual", signal }).catch((error: unknown) => {
		throw isUnsent(error) ? new NotSent(`${processor} could not be reached.`) : noAnswer();
	});
	const { status, headers } = response;
	const text = await readText(response, maximumBytes).catch(() => {
		throw noAnswer();
	});
	return { status, headers, text };
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

interface NetworkError {
	code?: unknown;
	/** A connected socket may fail with the same codes, such as EHOSTUNREACH, while it reads. */
	syscall?: unknown;
}

/** A host with several addresses has an error for each. */
function isUnsent(error: unknown): boolean {
	const { cause } = error as { cause?: NetworkError & { errors?: NetworkError[] } };
	const errors = cause?.errors ?? [cause];
	return errors.length > 0 && errors.every((one) => unsentCodes.has(one?.code) || unsentSyscalls.has(one?.syscall));
}

export function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
