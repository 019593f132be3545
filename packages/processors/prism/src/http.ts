import type { Call, Failure } from "./messages.ts";

/** Those of card payments have a few kilobytes. */
const maximumResponseBytes = 1024 * 1024;

/** Failures to connect, or to trust the certificate: nothing was sent. */
const unsentCodes = new Set([
	"ECONNREFUSED",
	"ENOTFOUND",
	"EAI_AGAIN",
	"UND_ERR_CONNECT_TIMEOUT",
	"CERT_HAS_EXPIRED",
	"DEPTH_ZERO_SELF_SIGNED_CERT",
	"ERR_TLS_CERT_ALTNAME_INVALID",
	"SELF_SIGNED_CERT_IN_CHAIN",
	"UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
	"UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

export interface BuiltRequest {
	url: string;
	method: string;
	headers: Record<string, string>;
	body: Uint8Array;
}

interface Answered {
	status: number;
	headers: Record<string, string>;
	bytes: Uint8Array;
}

/** Sends a request once. Redirections are not followed. */
export async function send(
	{ url, method, headers, body }: BuiltRequest,
	call: Call,
): Promise<Answered | { failure: Failure }> {
	try {
		const response = await fetch(url, {
			method,
			headers: { ...headers, ...call.headers },
			body: body.length > 0 ? Buffer.from(body) : null,
			redirect: "manual",
			signal: AbortSignal.timeout(call.timeoutMs),
		});
		const answered = { status: response.status, headers: Object.fromEntries(response.headers) };
		const code = codeWithoutOutcome(answered);
		if (code !== undefined) return { failure: { isUnsent: false, code, status: response.status } };
		return { ...answered, bytes: await readBytes(response) };
	} catch (error) {
		const code = codeOfCause(error);
		return { failure: { isUnsent: unsentCodes.has(code), code } };
	}
}

/** Errors of a server, redirections and a proxy's pages leave open what happened. */
function codeWithoutOutcome({ status, headers }: Pick<Answered, "status" | "headers">): string | undefined {
	if (status >= 500 || (status >= 300 && status < 400)) return "HTTP_STATUS";
	return headers["content-type"]?.startsWith("text/html") ? "HTML_PAGE" : undefined;
}

async function readBytes(response: Response): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of response.body ?? []) {
		length += chunk.length;
		if (length > maximumResponseBytes) throw Object.assign(new Error("too large"), { code: "RESPONSE_TOO_LARGE" });
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/** The code of a failed fetch, such as ECONNRESET: of the error, its cause, or the first of several causes. */
function codeOfCause(error: unknown): string {
	const codes: unknown[] = [error, (error as Error).cause].flatMap((one) => [
		(one as { code?: unknown } | undefined)?.code,
		...((one as AggregateError | undefined)?.errors ?? []).map((each: { code?: unknown }) => each.code),
	]);
	const code = codes.find((each) => typeof each === "string");
	if (typeof code === "string" && /^[A-Z][A-Z_]+$/.test(code)) return code;
	return (error as Error).name === "TimeoutError" ? "TIMEOUT" : "NETWORK";
}

/** Returns the JSON of an answer; `null` for anything else. */
export function jsonOf(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(bytes));
	} catch {
		return null;
	}
}

/** The names of the security code in the requests of the reviewed processors. */
const securityCodeNames = new Set(["cardCode", "cvv"]);

/**
 * Leaves out an empty security code. The library demands one, and sends it empty for a stored card; processors would compare an
 * empty one.
 */
export function withoutSecurityCode(built: BuiltRequest): BuiltRequest {
	const text = Buffer.from(built.body).toString();
	const isEmptyCode = (name: string, value: unknown) => value === "" && securityCodeNames.has(name);
	if (!built.headers["content-type"]?.startsWith("application/json")) return built;
	const kept = JSON.stringify(JSON.parse(text), (name, value) => (isEmptyCode(name, value) ? undefined : value));
	return { ...built, body: Buffer.from(kept) };
}

/** The library chooses the path; the host is ours, so that no card is sent elsewhere. */
export function isForBaseUrl(url: string, baseUrl: unknown): boolean {
	if (typeof baseUrl !== "string" || !URL.canParse(url)) return false;
	return new URL(url).origin === new URL(baseUrl).origin;
}
