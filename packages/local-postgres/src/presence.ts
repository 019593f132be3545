import { once } from "node:events";
import pg from "pg";
import { layoutOf } from "./home.ts";

const connectLimitMs = 10_000;
const closeLimitMs = 1_000;

export type Presence = NonNullable<Awaited<ReturnType<typeof connect>>>;

export async function connect({ home, url }: { home: string; url: string }) {
	const limits = { connectionTimeoutMillis: connectLimitMs, query_timeout: connectLimitMs };
	const client = new pg.Client({ connectionString: url, ...limits });
	// Without a listener, a lost connection ends the process.
	client.on("error", () => undefined);
	const ended = once(client, "end").catch(() => undefined);
	const close = async () => {
		const { connection } = client as unknown as { connection: { stream: { destroy(): void } } };
		const timer = setTimeout(() => connection.stream.destroy(), closeLimitMs);
		await client.end();
		clearTimeout(timer);
	};
	try {
		await client.connect();
		return { ended, close, countOtherGateways: () => countOtherGateways(client) };
	} catch (error) {
		await close();
		// Classes 28 (invalid authorization) and 3D (no such database).
		if (!(error instanceof pg.DatabaseError && /^(28|3D)/.test(error.code ?? ""))) return undefined;
		throw new Error(`PostgreSQL in ${home} refuses the password in ${layoutOf(home).password}.`, { cause: error });
	}
}

async function countOtherGateways(client: pg.Client): Promise<number | undefined> {
	const { rows } = await client.query<{ others: number }>(
		`SELECT count(*)::int AS others FROM pg_stat_activity
		WHERE application_name LIKE 'cardseal%' AND application_name <> current_setting('application_name')`,
	);
	return rows[0]?.others;
}
