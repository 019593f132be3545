import type { AccountSecrets } from "@cardseal/vault";

/** Nothing left this machine. */
export class NotSent extends Error {
	override name = "NotSent";
}

export interface Answer {
	status: number;
	/** Parsed JSON. */
	body: unknown;
}

/** The passcodes of an account: one for payments, another for reports. */
export type Passcode = "api_passcode" | "reporting_passcode";

export interface Call {
	method: "GET" | "POST";
	path: string;
	passcode: Passcode;
	body?: object;
}

export type Send = (call: Call, account: AccountSecrets) => Promise<Answer>;

/** Answers have a few kilobytes; a page of a report has 500 rows. */
const maximumBytes = 4 * 1024 * 1024;

/** Failures to connect or to trust the certificate come before the request. */
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

/** Sends each call once. Errors have no cause, as causes may repeat the request. */
export function createSend(urlNow: () => string, timeLimitMs: number): Send {
	return async ({ method, path, passcode, body }, account) => {
		const credentials = `${account.merchant_id ?? ""}:${account[passcode] ?? ""}`;
		const init: RequestInit = {
			method,
			headers: {
				Accept: "application/json",
				Authorization: `Passcode ${Buffer.from(credentials).toString("base64")}`,
				...(body && { "Content-Type": "application/json" }),
			},
			...(body && { body: JSON.stringify(body) }),
			// A redirect would send the card elsewhere; 302 is also Bambora's answer for 3-D Secure.
			redirect: "manual",
			signal: AbortSignal.timeout(timeLimitMs),
		};
		try {
			const response = await fetch(`${urlNow()}${path}`, init);
			return { status: response.status, body: JSON.parse(await textOf(response)) };
		} catch (error) {
			if (unsentCodes.has(codeOf(error))) throw new NotSent("Bambora could not be reached.");
			throw new Error("Bambora gave no answer, or one that is not JSON.");
		}
	};
}

async function textOf(response: Response): Promise<string> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of response.body ?? []) {
		length += chunk.length;
		if (length > maximumBytes) throw new Error("The answer is too large.");
		chunks.push(chunk);
	}
	return Buffer.concat(chunks)
		.toString()
		.replace(/^\uFEFF/, "");
}

/** Looks at the error, its cause, and the first of several causes. */
function codeOf(error: unknown): string {
	const { cause } = error as Error;
	const [first] = (cause as AggregateError | undefined)?.errors ?? [];
	const codes = [error, cause, first].map((one) => (one as { code?: unknown } | undefined)?.code);
	return codes.find((code) => typeof code === "string") ?? "";
}
