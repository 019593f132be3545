import { isIPv6, type LookupFunction } from "node:net";
import { redact } from "@cardseal/platform/log";
import { isLoopbackAddress, isPublicAddress, type Resolve } from "@cardseal/platform/network";
import { withoutSecrets } from "@cardseal/vault";
import { Agent, type Dispatcher } from "undici";
import { isLocal, refusalOfUrl } from "../endpoints/endpoint-url.ts";
import type { DeliveryError } from "./delivery-error.ts";

export interface Sent {
	status: number | null;
	/** `null`: delivered. */
	error: DeliveryError | null;
	/** Shown to the merchant. */
	response: string;
	retryAfter: string | undefined;
}

export interface OutgoingEvent {
	url: string;
	headers: Record<string, string>;
	body: Buffer<ArrayBuffer>;
	/** A receiver may show one. */
	secrets: string[];
}

/** Never rejects. */
export type Send = (event: OutgoingEvent) => Promise<Sent>;

export interface Sender {
	send: Send;
	/** Ends requests in flight. */
	close(): Promise<void>;
}

export interface SenderOptions {
	/** Allows http to this machine. */
	isSandbox: boolean;
	onlyLocalOrigin?: string | undefined;
	resolve: Resolve;
	/** Includes the last byte that is read. */
	timeoutMs: number;
}

const readBytes = 8_192;

const shownCharacters = 1_000;

/** Sooner than receivers usually close connections. */
const keepAliveMs = 4_000;

const loopback = ["127.0.0.1", "::1"];

class AddressRefused extends Error {
	readonly code: DeliveryError = "address_not_public";
}

/** Each request has its connection: a slow receiver delays no other endpoint. */
export function createSender({ isSandbox, onlyLocalOrigin, resolve, timeoutMs }: SenderOptions): Sender {
	const agent = new Agent({
		connect: { lookup: guardedLookup(resolve), timeout: timeoutMs },
		keepAliveTimeout: keepAliveMs,
		// A receiver could ask for more by `Keep-Alive`.
		keepAliveMaxTimeout: keepAliveMs,
		// The request's own signal limits everything.
		headersTimeout: 0,
		bodyTimeout: 0,
		pipelining: 1,
	});
	return {
		async send(event) {
			const refusal = refusalOfUrl(event.url, { isSandbox, onlyLocalOrigin });
			if (refusal !== undefined) {
				return failed(refusal === "endpoint_address_not_public" ? "address_not_public" : "url_refused");
			}
			const limit = new AbortController();
			const timer = setTimeout(() => limit.abort(), timeoutMs);
			try {
				return await exchange(agent, event, limit.signal);
			} catch (error) {
				return failed(limit.signal.aborted ? "timeout" : errorOf(error));
			} finally {
				clearTimeout(timer);
			}
		},
		close: () => agent.destroy(),
	};
}

function failed(error: DeliveryError): Sent {
	return { status: null, error, response: "", retryAfter: undefined };
}

/** Checks addresses at each connection, since a name may change them. */
function guardedLookup(resolve: Resolve): LookupFunction {
	return (host, { all = false, family }, callback) => {
		const isAllowed = isLocal(host) ? isLoopbackAddress : isPublicAddress;
		Promise.resolve(isLocal(host) ? loopback : resolve(host))
			.then((addresses) => {
				const allowed = addresses
					.filter(isAllowed)
					.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
					.filter((one) => family === undefined || family === 0 || family === one.family);
				const [first] = allowed;
				if (first === undefined) throw new AddressRefused();
				return { allowed, first };
			})
			.then(
				({ allowed, first }) => (all ? callback(null, allowed) : callback(null, first.address, first.family)),
				() => callback(new AddressRefused(), ""),
			);
	};
}

async function exchange(
	agent: Agent,
	{ url, headers, body, secrets }: OutgoingEvent,
	signal: AbortSignal,
): Promise<Sent> {
	const { origin, pathname, search } = new URL(url);
	const answer = await agent.request({ origin, path: pathname + search, method: "POST", headers, body, signal });
	const { statusCode: status } = answer;
	const response = shownText(await readStart(answer), secrets);
	const retryAfter = answer.headers["retry-after"];
	return {
		status,
		error: errorOfStatus(status),
		response,
		retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
	};
}

function errorOfStatus(status: number): DeliveryError | null {
	if (status >= 200 && status < 300) return null;
	return status >= 300 && status < 400 ? "redirect" : "status";
}

/** The status has decided, so an early end is no failure. */
async function readStart({ body }: Dispatcher.ResponseData): Promise<string> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	try {
		for await (const chunk of body) {
			chunks.push(chunk.subarray(0, readBytes - bytes));
			bytes += chunk.length;
			if (bytes >= readBytes) break;
		}
	} catch {
		// The part that arrived is shown.
	}
	return Buffer.concat(chunks).toString("utf8");
}

/** Removes card numbers, secrets and NUL. */
function shownText(text: string, secrets: string[]): string {
	// A secret's last digits may begin a card number, and redaction decodes a text.
	const redacted = redact(withoutSecrets(text.replaceAll("\0", "\u{FFFD}"), secrets));
	return withoutSecrets(redacted, secrets).slice(0, shownCharacters).toWellFormed();
}

/** Node's and undici's codes. */
const errorsByCode: Readonly<Record<string, DeliveryError>> = {
	address_not_public: "address_not_public",
	ECONNREFUSED: "connection_refused",
	EHOSTUNREACH: "connection_refused",
	ENETUNREACH: "connection_refused",
	ETIMEDOUT: "timeout",
	UND_ERR_CONNECT_TIMEOUT: "timeout",
	UND_ERR_HEADERS_OVERFLOW: "response_invalid",
};

function errorOf(error: unknown): DeliveryError {
	const causes = error instanceof AggregateError ? error.errors : [error];
	for (const cause of causes) {
		if (!(cause instanceof Error)) continue;
		if (cause.name === "HTTPParserError") return "response_invalid";
		const code = "code" in cause ? String(cause.code) : "";
		const known = errorsByCode[code];
		if (known !== undefined) return known;
		if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code)) return "tls_failed";
	}
	return "connection_broken";
}
