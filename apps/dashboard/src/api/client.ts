import { signal as newSignal, type ReadonlySignal } from "@preact/signals-core";
import { type Answer, type MoneyAnswer, readMoneyAnswer } from "./money-answer.ts";
import { problemOf, RequestProblem } from "./problem.ts";

export interface ApiOptions {
	fetch: typeof fetch;
	/** Called once when the session is over. */
	onSignedOut: () => void;
}

export interface RequestOptions {
	query?: URLSearchParams;
	body?: object;
	signal?: AbortSignal;
	/** Sent again with the same key, the request does nothing again. */
	idempotencyKey?: string;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The gateway, as the pages speak with it. Paths are those below `/app/api`. */
export interface Api {
	/** @throws RequestProblem */
	read<Body>(path: string, options?: Omit<RequestOptions, "body" | "idempotencyKey">): Promise<Body>;
	/** @throws RequestProblem */
	change<Body>(method: Exclude<Method, "GET">, path: string, options?: RequestOptions): Promise<Body>;
	/**
	 * Asks for money to be moved. A decline is an answer; so is that nobody knows. Asked again with the same key, it moves
	 * nothing twice.
	 */
	moveMoney(path: string, body: object | undefined, idempotencyKey: string): Promise<MoneyAnswer>;
	/** Every request that changes something proves by this that it comes from our page. */
	useCsrfToken(token: string): void;
	/** For what is sent by a form of the page itself. */
	csrfToken: ReadonlySignal<string>;
}

export const apiRoot = "/app/api";

/** A request that takes longer than the processor may is lost. */
const timeLimitMs = 30_000;

export function createApi({ fetch, onSignedOut }: ApiOptions): Api {
	const csrfToken = newSignal("");

	async function send(method: Method, path: string, options: RequestOptions) {
		const { query, body, signal, idempotencyKey } = options;
		const search = query === undefined || query.size === 0 ? "" : `?${query}`;
		const limit = AbortSignal.timeout(timeLimitMs);
		const response = await answerOf(
			fetch(`${apiRoot}${path}${search}`, {
				method,
				credentials: "same-origin",
				// Nothing here leads elsewhere: a redirect would be to the sign-in page, which is no answer.
				redirect: "error",
				headers: {
					Accept: "application/json",
					...(method !== "GET" && { "X-CSRF-Token": csrfToken.peek() }),
					...(body !== undefined && { "Content-Type": "application/json" }),
					...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
				},
				...(body !== undefined && { body: JSON.stringify(body) }),
				signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
			}),
			signal,
		);
		if (response.status === 401) onSignedOut();
		return response;
	}

	async function bodyOf<Body>(answer: Promise<Answer>): Promise<Body> {
		const { status, body } = await answer;
		if (status >= 200 && status < 300) return body as Body;
		throw problemOf(status, body);
	}

	return {
		read: (path, options = {}) => bodyOf(send("GET", path, options)),
		change: (method, path, options = {}) => bodyOf(send(method, path, options)),
		async moveMoney(path, body, idempotencyKey) {
			try {
				const options = { idempotencyKey, ...(body !== undefined && { body }) };
				return readMoneyAnswer(await send("POST", path, options));
			} catch (error) {
				if (error instanceof RequestProblem) return { kind: "unknown", problem: error };
				throw error;
			}
		},
		useCsrfToken(token) {
			csrfToken.value = token;
		},
		csrfToken,
	};
}

/**
 * The status and the JSON of an answer.
 *
 * @throws RequestProblem `unreachable` when there is none; whoever gave the request up gets the browser's own error
 */
async function answerOf(answer: Promise<Response>, givenUp: AbortSignal | undefined): Promise<Answer> {
	try {
		const response = await answer;
		const text = await response.text();
		return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
	} catch (error) {
		if (givenUp?.aborted) throw error;
		throw new RequestProblem("unreachable", "");
	}
}
