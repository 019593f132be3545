import { z } from "zod";

/** The shop's access token at the gateway, fetched when first needed and renewed ahead of its end. */
export interface AccessTokens {
	/** A token good for the next request; `undefined` when none can be had now. */
	current(): Promise<string | undefined>;
	/** A token other than `rejected`, which the gateway has just refused. */
	renew(rejected: string): Promise<string | undefined>;
}

/** The client credentials of the shop and where to use them. */
export interface TokenSource {
	/** Root of the authorization service, without a slash at the end. */
	readonly authUrl: string;
	readonly clientId: string;
	readonly clientSecret: string;
	/** ms on a clock that only real time moves: the gateway ages its tokens by real time too. */
	readonly monotonicMs: () => number;
	readonly timeLimitMs: number;
	readonly logError: (message: string) => void;
}

interface HeldToken {
	readonly value: string;
	/** When to fetch the next one: after four fifths of its life, so that none expires on the way. */
	readonly renewAtMs: number;
}

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** Access tokens by the client credentials grant (RFC 6749 §4.4). However many ask at once, one request is on its way. */
export function accessTokens(source: TokenSource): AccessTokens {
	let held: HeldToken | undefined;
	let underWay: Promise<HeldToken | undefined> | undefined;

	async function fetchOnce(): Promise<string | undefined> {
		underWay ??= fetchToken(source).finally(() => {
			underWay = undefined;
		});
		held = await underWay;
		return held?.value;
	}

	return {
		async current() {
			return held !== undefined && source.monotonicMs() < held.renewAtMs ? held.value : fetchOnce();
		},
		async renew(rejected) {
			// Another request may have met the same 401 and renewed already.
			return held !== undefined && held.value !== rejected ? held.value : fetchOnce();
		},
	};
}

async function fetchToken(source: TokenSource): Promise<HeldToken | undefined> {
	const { authUrl, clientId, clientSecret, monotonicMs, timeLimitMs, logError } = source;
	const askedAtMs = monotonicMs();
	try {
		const response = await fetch(`${authUrl}/oauth/token`, {
			method: "POST",
			body: new URLSearchParams({
				grant_type: "client_credentials",
				client_id: clientId,
				client_secret: clientSecret,
			}),
			signal: AbortSignal.timeout(timeLimitMs),
			redirect: "error",
		});
		if (!response.ok) {
			logError(`The gateway gave no access token: status ${response.status}. Check the client id and secret.`);
			return undefined;
		}
		const { access_token: value, expires_in: lifeSeconds } = tokenAnswer.parse(await response.json());
		return { value, renewAtMs: askedAtMs + lifeSeconds * 800 };
	} catch (error) {
		// The name alone: the message of a failed parse could repeat what was read.
		logError(`The gateway gave no access token: ${error instanceof Error ? error.name : "unknown failure"}.`);
		return undefined;
	}
}
