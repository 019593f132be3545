import { type Client, type ClientOptions, type Clock, createClient } from "../src/index.ts";

/** The gateway's reaction to one request. */
export type Turn =
	| { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
	/** The connection breaks, with the code by which the runtime names it. */
	| { readonly breaks: string }
	| "hangs"
	/** Something happens as the request arrives, and then this. */
	| (() => Turn);

export interface SentRequest {
	method: string;
	path: string;
	headers: Headers;
	body: string;
	/** ms since the test began. */
	atMs: number;
}

/** A client whose gateway follows a script. Its clock advances when all sides wait for it. */
export interface Scripted {
	client: Client;
	clock: SteeredClock;
	/** Requests to the services, in their order. */
	sent: SentRequest[];
	/** Requests for access tokens, in their order. */
	tokenRequests: SentRequest[];
	/** Queues reactions to the next requests; later ones are answered 200 with an approved record. */
	next(...turns: Turn[]): void;
	/** The same for requests for access tokens, which otherwise get "access-1", "access-2", … of 1,000 s each. */
	nextToken(...turns: Turn[]): void;
}

/** A clock that jumps to its next timer when nothing else is pending, or when a test advances it. */
export interface SteeredClock extends Clock {
	advance(milliseconds: number): void;
}

/** Enough event loop turns to read a response; no real input or output is involved. */
const quietTurns = 20;

function steeredClock(): SteeredClock {
	const timers = new Set<{ atMs: number; callback: () => void }>();
	let nowMs = 5_000;
	let jumping = false;

	async function jumpWhenQuiet(): Promise<void> {
		for (let turns = 0; turns < quietTurns; turns++) await new Promise((resolve) => setImmediate(resolve));
		jumping = false;
		const next = [...timers].sort((one, other) => one.atMs - other.atMs)[0];
		if (next === undefined) return;
		timers.delete(next);
		nowMs = Math.max(nowMs, next.atMs);
		next.callback();
		startJump();
	}

	function startJump(): void {
		if (jumping || timers.size === 0) return;
		jumping = true;
		void jumpWhenQuiet();
	}

	return {
		now: () => nowMs,
		after(milliseconds, callback) {
			const timer = { atMs: nowMs + milliseconds, callback };
			timers.add(timer);
			startJump();
			return () => timers.delete(timer);
		},
		advance(milliseconds) {
			nowMs += milliseconds;
		},
	};
}

export const approved = { transaction_id: "t1", transaction_result: "APPROVED", transaction_success: true };

export function script(options: Partial<ClientOptions> = {}): Scripted {
	const clock = steeredClock();
	const sent: SentRequest[] = [];
	const tokenRequests: SentRequest[] = [];
	const turns: Turn[] = [];
	const tokenTurns: Turn[] = [];

	async function fetch(url: string, { method = "", headers, body, signal }: RequestInit): Promise<Response> {
		const { pathname, search } = new URL(url);
		const request = {
			method,
			path: pathname + search,
			headers: new Headers(headers),
			body: typeof body === "string" ? body : "",
			atMs: clock.now() - 5_000,
		};
		const forToken = pathname === "/oauth/token";
		(forToken ? tokenRequests : sent).push(request);
		const token = { access_token: `access-${tokenRequests.length}`, token_type: "Bearer", expires_in: 1_000 };
		const turn = (forToken ? tokenTurns : turns).shift() ?? { status: 200, body: forToken ? token : approved };
		return play(turn, signal ?? new AbortController().signal);
	}

	const client = createClient({
		authUrl: "https://pay.example",
		baseUrl: "https://pay.example/",
		clientId: "client1",
		clientSecret: "secret1",
		fetch,
		clock,
		...options,
	});
	return {
		client,
		clock,
		sent,
		tokenRequests,
		next: (...more) => void turns.push(...more),
		nextToken: (...more) => void tokenTurns.push(...more),
	};
}

function play(turn: Turn, signal: AbortSignal): Promise<Response> {
	if (typeof turn === "function") return play(turn(), signal);
	if (turn === "hangs") {
		return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
	}
	if ("breaks" in turn) {
		return Promise.reject(new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: turn.breaks }) }));
	}
	const { status, body, headers = {} } = turn;
	const text = typeof body === "string" ? body : JSON.stringify(body);
	return Promise.resolve(new Response(status === 204 ? null : text, { status, headers }));
}
