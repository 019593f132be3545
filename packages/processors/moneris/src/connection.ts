import { hash } from "node:crypto";
import { AccountRefused, type AccountSecrets } from "@cardseal/vault";
import { jsonOf, NotSent, sendOnce } from "@cardseal/vault/processors";
import { z } from "zod";

export interface Answer {
	status: number;
	/** `undefined` when it is not JSON. */
	body: unknown;
	/** Moneris' clock, ms since 1970; `undefined` if it is not told. */
	serverTime: number | undefined;
}

export interface Connection {
	merchantId: string;
	get(path: string): Promise<Answer>;
	/** @throws NotSent when the request certainly never left */
	post(path: string, body: object): Promise<Answer>;
}

interface Token {
	token: string;
	/** ms since 1970. */
	expiresAt: number;
}

export interface MonerisOptions {
	/** The live system. */
	url: string;
	/** The test system. */
	sandboxUrl: string;
	timeLimitMs?: number;
	maximumDelayMs?: number;
}

/** The version of the OpenAPI description that requests.ts and answers.ts follow. */
const apiVersion = "2025-08-14";

/** Each includes the right to read. */
const scopes = "payment.write refund.write";

/** An access token is not used in its last minute. */
const marginMs = 60_000;

const maximumBytes = 4 * 1024 * 1024;

const tokenSchema = z.object({
	access_token: z.string().min(1),
	// A string in the answers of the sandbox.
	expires_in: z.coerce.number().positive(),
});

const tokenErrorSchema = z.object({ error: z.string().regex(/^[a-z_]{1,40}$/) });

const tokenRefusals: Readonly<Record<string, string>> = {
	invalid_client: "Moneris does not know this client ID with this client secret. Create an OAuth client again.",
	invalid_scope: `Give the OAuth client at Moneris the scopes ${scopes.replace(" ", " and ")}.`,
	unauthorized_client: "Moneris does not allow this OAuth client to sign in with its secret.",
};

export function createConnections(options: MonerisOptions) {
	const { timeLimitMs = 60_000 } = options;
	const tokens = new Map<string, Promise<Token>>();

	async function send(address: string, init: RequestInit): Promise<Answer> {
		const { status, headers, text } = await sendOnce("Moneris", address, init, { timeLimitMs, maximumBytes });
		return { status, body: jsonOf(text), serverTime: timeOf(headers.get("date")) };
	}

	/** https://developer.moneris.com/moneris-api/docs/authentication-api-keys */
	async function fetchToken(base: string, { client_id = "", client_secret = "" }: AccountSecrets): Promise<Token> {
		const body = new URLSearchParams({
			grant_type: "client_credentials",
			client_id,
			client_secret,
			scope: scopes,
		});
		const { status, body: answer } = await send(`${base}/oauth2/token`, { method: "POST", body });
		const token = tokenSchema.safeParse(answer);
		if (status === 200 && token.success) {
			const { access_token, expires_in } = token.data;
			return { token: access_token, expiresAt: Date.now() + Math.max(expires_in * 1000 - marginMs, 1000) };
		}
		const refused = tokenErrorSchema.safeParse(answer);
		const reason = refused.success ? tokenRefusals[refused.data.error] : undefined;
		if (status < 500 && reason !== undefined) throw new AccountRefused(reason);
		if (status === 401) throw new AccountRefused(tokenRefusals.invalid_client);
		throw new Error(`Moneris gave no access token (${status}).`);
	}

	return {
		/** @param isFresh signs in again, to check the account */
		connect(account: AccountSecrets, isFresh = false): Connection {
			const base = isSandbox(account) ? options.sandboxUrl : options.url;
			const { client_id, client_secret, merchant_id = "" } = account;
			const key = hash("sha256", JSON.stringify([base, client_id, client_secret]));
			if (isFresh) tokens.delete(key);

			/** Simultaneous requests share a token that is on its way. */
			async function tokenOf(): Promise<string> {
				const known = tokens.get(key) ?? fetchToken(base, account);
				tokens.set(key, known);
				const forget = () => void (tokens.get(key) === known && tokens.delete(key));
				const { token, expiresAt } = await known.catch((error: unknown) => {
					forget();
					throw error;
				});
				if (expiresAt > Date.now()) return token;
				forget();
				return tokenOf();
			}

			async function request(path: string, init: RequestInit = {}): Promise<Answer> {
				const withToken = async () =>
					send(`${base}${path}`, {
						...init,
						headers: {
							...init.headers,
							Accept: "application/json",
							"Accept-Language": "en",
							"Api-Version": apiVersion,
							"X-Merchant-Id": merchant_id,
							Authorization: `Bearer ${await signIn()}`,
						},
					});
				const answer = await withToken();
				if (answer.status !== 401 || isFresh) return answer;
				// The token was revoked, so nothing was done.
				tokens.delete(key);
				return withToken();
			}

			/** A failure leaves the request itself unsent. */
			async function signIn(): Promise<string> {
				try {
					return await tokenOf();
				} catch (error) {
					if (error instanceof AccountRefused) throw error;
					throw new NotSent((error as Error).message);
				}
			}

			return {
				merchantId: merchant_id,
				get: (path) => request(path),
				post: (path, body) =>
					request(path, {
						method: "POST",
						headers: { "Content-Type": "application/json" },
						body: JSON.stringify(body),
					}),
			};
		},
	};
}

export function isSandbox({ environment = "" }: AccountSecrets): boolean {
	return environment === "sandbox";
}

function timeOf(date: string | null): number | undefined {
	const time = Date.parse(date ?? "");
	return Number.isNaN(time) ? undefined : time;
}
