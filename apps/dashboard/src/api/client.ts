import { signal as newSignal, type ReadonlySignal } from "@preact/signals-core";
import type { AnswerOf, Method, PathsWith, PaymentCall, RequestArguments } from "./operations.ts";
import { needsStepUp, problemOf, RequestProblem } from "./problem.ts";
import type { TransactionRecord } from "./records.ts";

export interface ApiOptions {
	/** With the mode of this tab. */
	root: string;
	translate?: (body: unknown) => unknown;
	fetch: typeof fetch;
	onSignedOut: () => void;
	/** Resolves to `false` when the user cancels. */
	confirm: () => Promise<boolean>;
}

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

export interface Api {
	root: string;
	get: Send<"get">;
	post: Send<"post">;
	put: Send<"put">;
	patch: Send<"patch">;
	delete: Send<"delete">;
	/** A decline is an answer. A retry with the same key moves nothing twice. @throws RequestProblem */
	moveMoney(call: PaymentCall, idempotencyKey: string): Promise<TransactionRecord>;
	/** Changes prove by it that they come from our page. */
	useCsrfToken(token: string): void;
	csrfToken: ReadonlySignal<string>;
}

interface Answer {
	status: number;
	body: unknown;
}

/** Longer than the processor may take. */
const usualTimeLimitMs = 30_000;

export function createApi({ root, fetch, onSignedOut, confirm, translate = (body) => body }: ApiOptions): Api {
	const csrfToken = newSignal("");

	async function send(method: Method, path: string, request: AnyRequest): Promise<Answer> {
		const answer = await attempt(method, path, request);
		if (!needsStepUp(answer.status, answer.body) || !(await confirm())) return answer;
		return attempt(method, path, request);
	}

	async function attempt(method: Method, path: string, request: AnyRequest): Promise<Answer> {
		const { query, body, signal, idempotencyKey, timeLimitMs = usualTimeLimitMs } = request;
		const search = query?.size ? `?${query}` : "";
		const sent = sentBody(body);
		const limit = AbortSignal.timeout(timeLimitMs);
		const response = await answerOf(
			fetch(`${root}${filledPath(path, request.path)}${search}`, {
				method: method.toUpperCase(),
				credentials: "same-origin",
				// It would lead to the sign-in page.
				redirect: "error",
				headers: {
					Accept: "application/json",
					...(method !== "get" && { "X-CSRF-Token": csrfToken.peek() }),
					...(sent && { "Content-Type": sent.type }),
					...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
				},
				...(sent && { body: sent.content }),
				signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
			}),
			signal,
		);
		if (response.status === 401) onSignedOut();
		// A change of the session's cookie answers with its new token; a reading may be older than the last change.
		if (method !== "get" && hasToken(response.body)) csrfToken.value = response.body.csrf_token;
		return response.status < 400 ? response : { ...response, body: translate(response.body) };
	}

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
			const { status, body } = await send("post", route, { ...call, idempotencyKey });
			if ((status === 200 || status === 402) && isRecord(body)) return body;
			// 409: the same request is still running, so its outcome is not known either.
			throw problemOf(status === 409 || status < 400 ? 500 : status, body);
		},
		useCsrfToken(token) {
			csrfToken.value = token;
		},
		csrfToken,
	};
}

function sentBody(body: unknown): { type: string; content: string | Blob } | undefined {
	if (body === undefined) return undefined;
	return body instanceof Blob
		? { type: body.type, content: body }
		: { type: "application/json", content: JSON.stringify(body) };
}

/** @throws RequestProblem `unreachable` without a response; a caller that aborted gets the browser's own error */
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

function isRecord(body: unknown): body is TransactionRecord {
	return typeof body === "object" && body !== null && "transaction_id" in body && "transaction_result" in body;
}

function hasToken(body: unknown): body is { csrf_token: string } {
	return typeof body === "object" && body !== null && "csrf_token" in body && typeof body.csrf_token === "string";
}
