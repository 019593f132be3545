/** A request of a run, and how it was answered. */
export interface Exchange {
	/** The request as text, to repeat it. */
	request: string;
	status: number;
	contentType: string;
	requestId: string | undefined;
	text: string;
}

/** Answers of a page to a person, instead of JSON. */
const pageType = /^text\/html\b/;

/** The readiness probe says so while the database is slow, as on a busy machine. */
const isNotReady = ({ request, status, text }: Exchange) =>
	status === 503 && /^GET \/readyz\b/.test(request) && parse(text)?.reason === "database_unavailable";

/** A longer refusal would cost more than its request. */
const longestRefusal = 100_000;

/** Returns what is wrong with an answer, if anything is. */
export function faultOf(exchange: Exchange): string | undefined {
	const { status, contentType, requestId, text } = exchange;
	if (status >= 500 && !isNotReady(exchange)) return "a server error";
	if (status < 400) return undefined;
	if (text.length > longestRefusal) return `a refusal of ${text.length} characters`;
	if (requestId === undefined) return "no X-Request-Id";
	if (pageType.test(contentType)) return undefined;
	if (!contentType.startsWith("application/json")) return `an error as ${contentType}`;
	return shapeFault(status, text);
}

function shapeFault(status: number, text: string): string | undefined {
	const body = parse(text);
	if (body === undefined) return "an error that is no JSON object";
	if (body.status !== status) return "another status in the body";
	if (typeof body.code !== "string" || !/^[A-Z_]+$/.test(body.code)) return "no code";
	if (typeof body.message !== "string" || body.message.length < 8) return "no message";
	// A decline has the transaction's record instead.
	if (status !== 402 && typeof body.request_id !== "string") return "no request_id";
	return undefined;
}

function parse(text: string): Record<string, unknown> | undefined {
	try {
		const body: unknown = JSON.parse(text);
		return typeof body === "object" && body !== null && !Array.isArray(body)
			? (body as Record<string, unknown>)
			: undefined;
	} catch {
		return undefined;
	}
}
