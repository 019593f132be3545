import { createAccessTokens } from "./access-token.ts";
import { type Connection, call } from "./call.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type EventsOptions, readEvents } from "./events.ts";
import type { Fetch } from "./exchange.ts";
import type { AnswerOf, CallOptions, Method, PathsWith, RequestArguments } from "./operations.ts";
import { contentOf } from "./reply.ts";
import type { WebhookEvent } from "./webhook.ts";

export interface ClientOptions {
	/** Root of the authorization service, such as `https://pay.example`. */
	authUrl: string;
	/** Root of all other services. */
	baseUrl: string;
	/** Required; may be typed as an environment variable. */
	clientId: string | undefined;
	/** Required. Keep it on a server, never in a page. */
	clientSecret: string | undefined;
	/** Such as `["transaction"]`; default: all scopes of the credential. */
	scopes?: readonly Scope[];
	/** For one attempt. Default 15,000: the gateway waits 10 s for its processor. */
	attemptTimeLimitMs?: number;
	/** For a call with all attempts and pauses. Default 45,000. */
	timeLimitMs?: number;
	/** Default 4; 1 disables retries. */
	maximumAttempts?: number;
	fetch?: Fetch;
	clock?: Clock;
}

type Service = "customer" | "plan" | "transaction" | "eft" | "event";

/** The `:read` form allows requests that only read. */
export type Scope = Service | `${Service}:read`;

type Send<M extends Method> = <Path extends PathsWith<M>>(
	path: Path,
	...request: RequestArguments<M, Path>
) => Promise<AnswerOf<M, Path>>;

/** Each function throws `CallError` when no answer comes. */
export interface Client {
	get: Send<"get">;
	post: Send<"post">;
	put: Send<"put">;
	patch: Send<"patch">;
	delete: Send<"delete">;
	/** Throws `EventsMissed` after a gap. */
	events(options?: EventsOptions): AsyncGenerator<WebhookEvent, void, undefined>;
}

interface AnyRequest extends CallOptions {
	path?: Record<string, unknown>;
	query?: Record<string, unknown>;
	body?: unknown;
	idempotencyKey?: string | undefined;
}

const defaultTimeLimitMs = 45_000;

/**
 * Creates a client of one merchant. Create one per process, since it caches the access token.
 *
 * @throws TypeError without client id or secret, and for an address that is neither HTTPS nor local
 */
export function createClient(options: ClientOptions): Client {
	const { scopes, timeLimitMs = defaultTimeLimitMs } = options;
	const clientId = given("clientId", options.clientId);
	const clientSecret = given("clientSecret", options.clientSecret);
	const line = {
		// Workers refuse a `fetch` called as a method.
		fetch: options.fetch ?? ((url, init) => fetch(url, init)),
		clock: options.clock ?? systemClock,
		attemptTimeLimitMs: options.attemptTimeLimitMs ?? 15_000,
	} satisfies Partial<Connection>;
	const authUrl = readRoot("authUrl", options.authUrl);
	const connection: Connection = {
		...line,
		tokens: createAccessTokens(line, { authUrl, clientId, clientSecret, scopes }),
		maximumAttempts: options.maximumAttempts ?? 4,
	};
	const baseUrl = readRoot("baseUrl", options.baseUrl);

	function sender<M extends Method>(method: M): Send<M> {
		const send = async (path: string, request: AnyRequest = {}): Promise<unknown> => {
			const idempotencyKey = takesKey(method, path) ? (request.idempotencyKey ?? crypto.randomUUID()) : undefined;
			const answered = await call(connection, {
				outgoing: {
					url: `${baseUrl}${filledPath(path, request.path)}${searchOf(request.query)}`,
					method: method.toUpperCase(),
					headers: new Headers({
						...(request.body !== undefined && { "Content-Type": "application/json" }),
						...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
					}),
					body: request.body === undefined ? undefined : JSON.stringify(request.body),
				},
				timeLimitMs: request.timeLimitMs ?? timeLimitMs,
				signal: request.signal,
				idempotencyKey,
			});
			return contentOf(answered);
		};
		return send as Send<M>;
	}

	const get = sender("get");
	return {
		get,
		post: sender("post"),
		put: sender("put"),
		patch: sender("patch"),
		delete: sender("delete"),
		events: (options = {}) =>
			readEvents((query, signal) => get("/event-service/event", { query, signal }), line.clock, options),
	};
}

const movesMoney =
	/^\/(?:transaction-service(?:-vt)?\/|customer-service\/customer\/(?:\{customer_lookup_id\}\/)?subscription$)/;

/** It moves money, makes a payment link, starts a subscription or changes its plan. A link's mail is sent each time. */
export function takesKey(method: Method, path: string): boolean {
	if (method !== "post" || path.endsWith("/send")) return false;
	return movesMoney.test(path) || path.endsWith("/change-plan");
}

/** An empty id or a dot would address another route. */
function filledPath(path: string, parameters: AnyRequest["path"] = {}): string {
	return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
		const id = String(parameters[name] ?? "");
		if (/^\.{0,2}$/.test(id)) throw new TypeError(`${name} is no id.`);
		return encodeURIComponent(id);
	});
}

/** Without a value, a list begins at its start. */
const pageParameters = new Set(["limit", "before", "after"]);

/** @throws TypeError for a filter without a value, which would list all records */
function searchOf(query: AnyRequest["query"] = {}): string {
	const search = new URLSearchParams();
	for (const [name, value] of Object.entries(query).flatMap(parametersOf)) {
		if (value !== undefined && value !== null && value !== "") search.append(name, String(value));
		else if (!pageParameters.has(name)) throw new TypeError(`The query parameter ${name} has no value.`);
	}
	return search.size === 0 ? "" : `?${search}`;
}

function parametersOf([name, value]: [name: string, value: unknown]): [name: string, value: unknown][] {
	const members = isObject(value) ? membersOf(name, value) : [];
	return members.length > 0 ? members : [[name, isObject(value) ? undefined : value]];
}

function isObject(value: unknown): value is object {
	return typeof value === "object" && value !== null;
}

function membersOf(name: string, value: object): [name: string, value: unknown][] {
	return Object.entries(value).map(([key, member]) => [`${name}[${key}]`, member]);
}

function given(name: string, value: string | undefined): string {
	if (typeof value !== "string" || value === "") throw new TypeError(`${name} is missing. Is its variable set?`);
	return value;
}

const thisMachine = new Set(["localhost", "127.0.0.1", "[::1]"]);

function readRoot(name: "authUrl" | "baseUrl", address: string): string {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (url?.protocol !== "https:" && !(url?.protocol === "http:" && thisMachine.has(url.hostname))) {
		throw new TypeError(`${name} must be an https address. On this machine http will do: http://localhost:8080.`);
	}
	const [service] = /\/(?:[a-z]+-service(?:-vt)?|oauth)\/*$/.exec(url.pathname) ?? [];
	if (service !== undefined) throw new TypeError(`${name} ends in ${service.replace(/\/+$/, "")}; leave that out.`);
	return address.replace(/\/+$/, "");
}
