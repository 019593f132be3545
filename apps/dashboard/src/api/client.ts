import { signal as newSignal, type ReadonlySignal } from "@preact/signals-core";
import { type Answer, type MoneyAnswer, readMoneyAnswer } from "./money-answer.ts";
import type { AnswerOf, Method, PathsWith, PaymentCall, RequestArguments } from "./operations.ts";
import { needsStepUp, problemOf, RequestProblem } from "./problem.ts";

export interface ApiOptions {
	/** The path of the API, with the mode of this tab. */
	root: string;
	/** Returns the body of a refusal in the reader's language. */
	translate?: (body: unknown) => unknown;
	fetch: typeof fetch;
	/** Called once when the session has ended. */
	onSignedOut: () => void;
	/** Asks the user for password and second factor. Resolves to `false` when they cancel. */
	confirm: () => Promise<boolean>;
}

/** The members of any request. */
interface AnyRequest {
	path?: Record<string, unknown>;
	query?: URLSearchParams;
	body?: unknown;
	signal?: AbortSignal;
	idempotencyKey?: string;
	timeLimitMs?: number;
}

/** @throws RequestProblem */
type Send<M extends Method> = <Path extends PathsWith<M>>(
	path: Path,
	...request: RequestArguments<M, Path>
) => Promise<AnswerOf<M, Path>>;

/** The gateway's API for the dashboard, typed by path. Paths are those below its root. */
export interface Api {
	/** The path of the API, for links to files. */
	root: string;
	get: Send<"get">;
	post: Send<"post">;
	put: Send<"put">;
	patch: Send<"patch">;
	delete: Send<"delete">;
	/**
	 * Requests a charge, capture, refund or void. A decline or an unknown outcome is an answer. A retry with the same key
	 * moves nothing twice.
	 */
	moveMoney(call: PaymentCall, idempotencyKey: string): Promise<MoneyAnswer>;
	/** Every request that changes something proves by this that it comes from our page. */
	useCsrfToken(token: string): void;
	/** For what is sent by a form of the page itself. */
	csrfToken: ReadonlySignal<string>;
}

/** A request that takes longer than the processor may is lost. */
const usualTimeLimitMs = 30_000;

export function createApi({ root, fetch, onSignedOut, confirm, translate = (body) => body }: ApiOptions): Api {
	const csrfToken = newSignal("");

	/** Sends a request, and once more after the user has confirmed it, when the gateway asks for that. */
	async function send(method: Method, path: string, request: AnyRequest): Promise<Answer> {
		const answer = await attempt(method, path, request);
		if (!needsStepUp(answer.status, answer.body) || !(await confirm())) return answer;
		return attempt(method, path, request);
	}

	async function attempt(method: Method, path: string, request: AnyRequest): Promise<Answer> {
		const { query, body, signal, idempotencyKey, timeLimitMs = usualTimeLimitMs } = request;
		const search = query === undefined || query.size === 0 ? "" : `?${query}`;
		const limit = AbortSignal.timeout(timeLimitMs);
		const response = await answerOf(
			fetch(`${root}${filledPath(path, request.path)}${search}`, {
				method: method.toUpperCase(),
				credentials: "same-origin",
				// A redirect would lead to the sign-in page, which is no answer.
				redirect: "error",
				headers: {
					Accept: "application/json",
					...(method !== "get" && { "X-CSRF-Token": csrfToken.peek() }),
					...(body !== undefined && { "Content-Type": "application/json" }),
					...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
				},
				...(body !== undefined && { body: JSON.stringify(body) }),
				signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
			}),
			signal,
		);
		if (response.status === 401) onSignedOut();
		return response.status < 400 ? response : { ...response, body: translate(response.body) };
	}

	/** Sends at run time; `Api` has the types of what goes in and comes out. */
	function sender<M extends Method>(method: M): Send<M> {
		const sendAndRead = async (path: string, request: AnyRequest = {}): Promise<unknown> => {
			const { status, body } = await send(method, path, request);
			if (status >= 200 && status < 300) return body;
			throw problemOf(status, body);
		};
		return sendAndRead as Send<M>;
	}

	return {
		root,
		get: sender("get"),
		post: sender("post"),
		put: sender("put"),
		patch: sender("patch"),
		delete: sender("delete"),
		async moveMoney({ route, ...call }, idempotencyKey) {
			try {
				return readMoneyAnswer(await send("post", route, { ...call, idempotencyKey }));
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
 * Reads the status and the JSON of a response.
 *
 * @throws RequestProblem `unreachable` without a response; a caller that aborted gets the browser's own error
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

function filledPath(path: string, parameters: AnyRequest["path"] = {}): string {
	return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
}
