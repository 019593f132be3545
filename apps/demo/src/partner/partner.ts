import type { Schemas } from "@cardseal/client";
import { createKeyedLock } from "@cardseal/shop";
import { ResponseBodyError } from "oauth4webapi";
import { type AuthorizationRequest, type Connection, createOauth, type PartnerSettings } from "./oauth.ts";

export type PartnerNews = "connected" | "refused" | "mismatch" | "refreshed" | "ended" | "disconnected" | "failed";

export type Partner = ReturnType<typeof createPartner>;

const scope = "transaction plan";

const maximumBrowsers = 200;

const shownPayments = 5;
const timeLimitMs = 15_000;

export type PartnerPayment = Pick<
	Schemas["TransactionRecord"],
	"amount" | "currency" | "transaction_result" | "transaction_time"
>;

/** Holds tokens in memory, one merchant per browser; a real partner stores them encrypted. */
export function createPartner(settings: PartnerSettings) {
	const oauth = createOauth(settings);
	const browsers = new Map<string, { request?: AuthorizationRequest; connection?: Connection }>();
	// A refresh token that is used twice ends the connection.
	const lock = createKeyedLock();

	function save(key: string, browser: { request?: AuthorizationRequest; connection?: Connection }): void {
		browsers.delete(key);
		browsers.set(key, browser);
		const [oldest] = browsers.keys();
		if (browsers.size > maximumBrowsers && oldest !== undefined) browsers.delete(oldest);
	}

	/** "ended" when the gateway has revoked the connection. */
	function connected<Result>(key: string, work: (connection: Connection) => Promise<Result>) {
		return lock.run(key, async (): Promise<Result | PartnerNews> => {
			const connection = browsers.get(key)?.connection;
			if (connection === undefined) return "ended";
			try {
				return await work(connection);
			} catch (error) {
				if (!(error instanceof ResponseBodyError && error.error === "invalid_grant")) throw error;
				browsers.delete(key);
				return "ended";
			}
		});
	}

	async function refresh(key: string, connection: Connection): Promise<Connection> {
		const next = await oauth.refresh(connection);
		save(key, { connection: next });
		return next;
	}

	async function readPayments({ accessToken }: Connection): Promise<PartnerPayment[] | undefined> {
		const response = await fetch(`${settings.baseUrl}/transaction-service/transaction?limit=${shownPayments}`, {
			headers: { Authorization: `Bearer ${accessToken}` },
			signal: AbortSignal.timeout(timeLimitMs),
		});
		if (response.status === 401) return undefined;
		if (!response.ok) throw new Error(`The gateway answered ${response.status}.`);
		return ((await response.json()) as { entities: PartnerPayment[] }).entities;
	}

	return {
		connectionOf: (key = "") => browsers.get(key)?.connection,
		async begin(key: string): Promise<string> {
			const { address, request } = await oauth.begin(scope);
			save(key, { ...browsers.get(key), request });
			return address;
		},
		finish: (key: string, answer: URLSearchParams) =>
			lock.run(key, async (): Promise<PartnerNews> => {
				const { request, ...browser } = browsers.get(key) ?? {};
				// An attacker's answer would make the partner work for the attacker's account.
				if (request === undefined || answer.get("state") !== request.state) return "mismatch";
				save(key, browser);
				const connection = await oauth.finish(answer, request);
				if (connection === "refused") return connection;
				save(key, { connection });
				return "connected";
			}),
		refresh: (key: string) =>
			connected(key, async (connection) => refresh(key, connection).then(() => "refreshed" as const)),
		disconnect: (key: string) =>
			connected(key, async (connection) => {
				await oauth.revoke(connection);
				browsers.delete(key);
				return "disconnected" as const;
			}),
		listPayments: (key: string) =>
			connected<PartnerPayment[] | PartnerNews>(key, async (connection) => {
				const payments = await readPayments(connection);
				return payments ?? (await readPayments(await refresh(key, connection))) ?? "ended";
			}),
	};
}
