import { randomBytes } from "node:crypto";
import { ResponseBodyError } from "oauth4webapi";
import { keepTurns } from "../orders/under-way.ts";
import {
	type Authorization,
	type Connection,
	type Journey,
	openAuthorization,
	type PartnerSettings,
} from "./authorization.ts";
import { type LatestPayment, readLatestPayments } from "./payments.ts";

/** What became of something, as the page tells it. */
export type PartnerNews = "connected" | "refused" | "mismatch" | "refreshed" | "ended" | "disconnected" | "failed";

/** One browser at the partner's: what it has begun, and what it is connected to. */
interface Visit {
	readonly journey?: Journey;
	readonly connection?: Connection;
}

/**
 * The partner's side of what merchants allow it. It keeps tokens in memory, one merchant for each browser: enough for a
 * demonstration, and gone when the shop closes. A partner that means business keeps them encrypted, by merchant.
 */
export interface PartnerDesk {
	/** A key for a browser that has none. */
	newKey(): string;
	connectionOf(key: string | undefined): Pick<Connection, "merchantId" | "scopes"> | undefined;
	/** The address at the gateway's to send the browser to. */
	begin(key: string): Promise<string>;
	finish(key: string | undefined, answer: URLSearchParams): Promise<PartnerNews>;
	refresh(key: string): Promise<PartnerNews>;
	/** Ends it at the gateway, too. */
	disconnect(key: string): Promise<PartnerNews>;
	/** The merchant's latest payments, with a new access token when the one there is has run out. */
	latestPayments(key: string): Promise<readonly LatestPayment[] | PartnerNews>;
}

/** As much as the partner needs for what it shows. */
const scope = "transaction plan";

/** Browsers that are remembered; of more, the oldest is forgotten. */
const maximumVisits = 200;

export function openPartnerDesk(settings: PartnerSettings): PartnerDesk {
	return partnerDesk(settings.baseUrl, openAuthorization(settings));
}

function partnerDesk(baseUrl: string, authorization: Authorization): PartnerDesk {
	const visits = new Map<string, Visit>();
	// One request of a browser at a time: a refresh token that is used twice ends the connection.
	const turns = keepTurns();

	function keep(key: string, visit: Visit): void {
		visits.delete(key);
		visits.set(key, visit);
		const [oldest] = visits.keys();
		if (visits.size > maximumVisits && oldest !== undefined) visits.delete(oldest);
	}

	/** With what is known of a browser's connection; "ended" when the gateway does not know it any more. */
	function withConnection<Result>(
		key: string,
		work: (connection: Connection) => Promise<Result>,
	): Promise<Result | PartnerNews> {
		return turns.take(key, async () => {
			const connection = visits.get(key)?.connection;
			if (connection === undefined) return "ended";
			try {
				return await work(connection);
			} catch (error) {
				if (!(error instanceof ResponseBodyError && error.error === "invalid_grant")) throw error;
				visits.delete(key);
				return "ended";
			}
		});
	}

	async function refreshed(key: string, connection: Connection): Promise<Connection> {
		const next = await authorization.refresh(connection);
		keep(key, { connection: next });
		return next;
	}

	return {
		newKey: () => randomBytes(32).toString("base64url"),
		connectionOf: (key = "") => visits.get(key)?.connection,
		async begin(key) {
			const { address, journey } = await authorization.begin(scope);
			keep(key, { ...visits.get(key), journey });
			return address;
		},
		finish: (key = "", answer) =>
			turns.take(key, async () => {
				const { journey, ...visit } = visits.get(key) ?? {};
				// An answer that nobody asked for may be somebody else's, who wants us to work for their account.
				if (journey === undefined || answer.get("state") !== journey.state) return "mismatch";
				keep(key, visit);
				const connection = await authorization.finish(answer, journey);
				if (connection === "refused") return "refused";
				keep(key, { connection });
				return "connected";
			}),
		refresh: (key) =>
			withConnection(key, async (connection): Promise<PartnerNews> => {
				await refreshed(key, connection);
				return "refreshed";
			}),
		disconnect: (key) =>
			withConnection(key, async (connection): Promise<PartnerNews> => {
				await authorization.revoke(connection);
				visits.delete(key);
				return "disconnected";
			}),
		latestPayments: (key) =>
			withConnection(key, async (connection) => {
				const payments = await readLatestPayments(baseUrl, connection.accessToken);
				if (payments !== "unauthorized") return payments;
				const { accessToken } = await refreshed(key, connection);
				const again = await readLatestPayments(baseUrl, accessToken);
				return again === "unauthorized" ? ("ended" as const) : again;
			}),
	};
}
