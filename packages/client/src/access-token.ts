import { exchange, type Line } from "./exchange.ts";
import { parseObject, type Reply } from "./reply.ts";

export interface Credentials {
	authUrl: string;
	clientId: string;
	clientSecret: string;
	/** Default: all scopes of the credential. */
	scopes: readonly string[] | undefined;
}

export type TokenReply = { readonly kind: "token"; readonly value: string } | Reply;

export interface AccessTokens {
	current(): Promise<TokenReply>;
	renew(rejected: string): Promise<TokenReply>;
}

interface HeldToken {
	value: string;
	/** Four fifths of the lifetime: no token expires in flight. */
	renewAtMs: number;
	endsAtMs: number;
}

/** Client credentials grant (RFC 6749 §4.4). Simultaneous callers share one request. */
export function createAccessTokens(line: Line, credentials: Credentials): AccessTokens {
	let held: HeldToken | undefined;
	let inFlight: Promise<TokenReply> | undefined;

	async function fetchToken(): Promise<TokenReply> {
		const askedAtMs = line.clock.now();
		const reply = await exchange(line, tokenRequest(credentials), new AbortController().signal);
		// The caller's own request was not sent.
		if (reply.kind === "failed" || reply.status !== 200) return { ...reply, mayHaveActed: false };
		const { access_token: value, expires_in: lifeSeconds } = parseObject(reply.text) ?? {};
		if (typeof value !== "string" || value === "" || typeof lifeSeconds !== "number") {
			return { kind: "failed", why: "unreadable", cause: undefined, mayHaveActed: false };
		}
		held = { value, renewAtMs: askedAtMs + lifeSeconds * 800, endsAtMs: askedAtMs + lifeSeconds * 1_000 };
		return { kind: "token", value };
	}

	function fetchOnce(): Promise<TokenReply> {
		inFlight ??= fetchToken().finally(() => {
			inFlight = undefined;
		});
		return inFlight;
	}

	return {
		async current() {
			const now = line.clock.now();
			if (held === undefined || now >= held.endsAtMs) return fetchOnce();
			if (now >= held.renewAtMs) void fetchOnce();
			return { kind: "token", value: held.value };
		},
		async renew(rejected) {
			if (held !== undefined && held.value !== rejected) return { kind: "token", value: held.value };
			held = undefined;
			return fetchOnce();
		},
	};
}

function tokenRequest({ authUrl, clientId, clientSecret, scopes }: Credentials) {
	const form = new URLSearchParams({
		grant_type: "client_credentials",
		client_id: clientId,
		client_secret: clientSecret,
	});
	if (scopes !== undefined) form.set("scope", scopes.join(" "));
	return {
		url: `${authUrl}/oauth/token`,
		method: "POST",
		headers: new Headers({ "Content-Type": "application/x-www-form-urlencoded" }),
		body: form.toString(),
	};
}
