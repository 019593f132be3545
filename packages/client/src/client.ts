import createFetchClient from "openapi-fetch";
import { accessTokens } from "./access-token.ts";
import type { paths } from "./api.ts";
import { type Call, type Connection, call } from "./call.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { Fetch } from "./exchange.ts";
import type { AnswerOf, CallOptions, Method, PathsWith, RequestArguments } from "./operations.ts";

export interface ClientOptions {
	/** Root of the authorization service, such as `https://pay.example`. */
	readonly authUrl: string;
	/** Root of all other services. */
	readonly baseUrl: string;
	readonly clientId: string;
	/** Belongs on a server and into no page. */
	readonly clientSecret: string;
	/** Narrows what the client may do, such as `["transaction"]`; all that the credential allows by default. */
	readonly scopes?: readonly Scope[];
	/** ms for one attempt, from connecting to the last byte; 15,000 by default, since the gateway waits 10 s for its processor. */
	readonly attemptTimeLimitMs?: number;
	/** ms for a call as a whole, attempts and pauses; 45,000 by default. */
	readonly timeLimitMs?: number;
	/** How often one request is sent at most; 4 by default. 1 sends nothing twice. */
	readonly maximumAttempts?: number;
	/** In place of the global one. */
	readonly fetch?: Fetch;
	/** In place of the runtime's timers. */
	readonly clock?: Clock;
}

export type Scope = "customer" | "plan" | "transaction" | "eft";

type Send<M extends Method> = <Path extends PathsWith<M>>(
	path: Path,
	...request: RequestArguments<M, Path>
) => Promise<AnswerOf<M, Path>>;

/** Calls the gateway: one function for each HTTP method. Each throws `CallError` when a call brings no answer. */
export interface Client {
	get: Send<"get">;
	post: Send<"post">;
	put: Send<"put">;
	patch: Send<"patch">;
	delete: Send<"delete">;
}

/** What is in a request, whatever its operation. */
interface AnyRequest extends CallOptions {
	readonly path?: Readonly<Record<string, unknown>>;
	readonly query?: Readonly<Record<string, unknown>>;
	readonly body?: unknown;
	readonly idempotencyKey?: string | undefined;
}

const defaultTimeLimitMs = 45_000;

/**
 * A client of one merchant. Makes no request before the first call. Keep one for as long as the process lives, since it holds the
 * access token.
 *
 * Throws a `TypeError` for an address that is neither HTTPS nor of this machine: secrets would cross the network readable.
 */
export function createClient(options: ClientOptions): Client {
	const { clientId, clientSecret, scopes, timeLimitMs = defaultTimeLimitMs } = options;
	const line = {
		// Called so, because workers refuse a `fetch` that is called as a method.
		fetch: options.fetch ?? ((url, init) => fetch(url, init)),
		clock: options.clock ?? systemClock,
		attemptTimeLimitMs: options.attemptTimeLimitMs ?? 15_000,
	} satisfies Partial<Connection>;
	const authUrl = readRoot("authUrl", options.authUrl);
	const connection: Connection = {
		...line,
		tokens: accessTokens(line, { authUrl, clientId, clientSecret, scopes }),
		maximumAttempts: options.maximumAttempts ?? 4,
	};
	const http = createFetchClient<paths>({ baseUrl: readRoot("baseUrl", options.baseUrl) });

	/** What a method does at run time; `Client` tells the compiler what goes in and comes out. */
	function sender<M extends Method>(method: M): Send<M> {
		const send = async (path: string, request: AnyRequest = {}): Promise<unknown> => {
			const idempotencyKey = takesKey(method, path) ? (request.idempotencyKey ?? crypto.randomUUID()) : undefined;
			const rest = { timeLimitMs: request.timeLimitMs ?? timeLimitMs, signal: request.signal, idempotencyKey };
			const { data, error } = await http.request(
				method,
				path as never,
				{
					params: { path: checkedPath(request.path), query: request.query },
					body: request.body,
					headers: idempotencyKey === undefined ? {} : { "Idempotency-Key": idempotencyKey },
					fetch: (outgoing: Request) => answer(connection, outgoing, rest),
				} as never,
			);
			return data ?? error;
		};
		return send as Send<M>;
	}

	return {
		get: sender("get"),
		post: sender("post"),
		put: sender("put"),
		patch: sender("patch"),
		delete: sender("delete"),
	};
}

/** Whether a request moves money, or begins to, and so takes an Idempotency-Key. */
export function takesKey(method: Method, path: string): boolean {
	return (
		method === "post" && /^\/(?:transaction-service(?:-vt)?\/|customer-service\/customer\/subscription$)/.test(path)
	);
}

async function answer(connection: Connection, request: Request, rest: Omit<Call, "outgoing">): Promise<Response> {
	const { url, headers } = request;
	const text = await request.text();
	const outgoing = { url, method: request.method, headers, body: text === "" ? undefined : text };
	const answered = await call(connection, { ...rest, outgoing });
	return new Response(answered.status === 204 ? null : answered.text, { status: answered.status });
}

/** Whatever an id is, it names one segment: an empty one or a dot would ask another route than the one that was meant. */
function checkedPath(parameters: AnyRequest["path"] = {}): Readonly<Record<string, unknown>> {
	for (const [name, value] of Object.entries(parameters)) {
		if (/^\.{0,2}$/.test(String(value ?? ""))) throw new TypeError(`${name} is no id.`);
	}
	return parameters;
}

const thisMachine = new Set(["localhost", "127.0.0.1", "[::1]"]);

function readRoot(name: "authUrl" | "baseUrl", address: string): string {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (url?.protocol !== "https:" && !(url?.protocol === "http:" && thisMachine.has(url.hostname))) {
		throw new TypeError(`${name} must be an https address.`);
	}
	return address.replace(/\/+$/, "");
}
