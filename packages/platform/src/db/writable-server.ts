import pg from "pg";

/** Shorter than the pool's limit of connecting. */
const answerLimitMs = 2_000;

export interface Server {
	host: string;
	port: number;
}

export class NoWritableServer extends Error {
	override readonly name = "NoWritableServer";
}

/**
 * Finds the primary of a replicated database.
 * @throws NoWritableServer when no reachable server takes writes, or the first server's failure
 */
export function createServerFinder(urls: string[]): () => Promise<Server> {
	let finding: Promise<Server> | undefined;
	return () => {
		finding ??= findWritable(urls).finally(() => {
			finding = undefined;
		});
		return finding;
	};
}

async function findWritable(urls: string[]): Promise<Server> {
	try {
		return await Promise.any(urls.map(requireWritable));
	} catch (error) {
		if (!(error instanceof AggregateError)) throw error;
		throw error.errors.find((one) => one instanceof NoWritableServer) ?? error.errors[0];
	}
}

async function requireWritable(url: string): Promise<Server> {
	const limits = { connectionTimeoutMillis: answerLimitMs, query_timeout: answerLimitMs };
	const client = new pg.Client({ connectionString: url, application_name: `cardseal ${process.pid}`, ...limits });
	// Without a listener, a broken connection would end the process.
	client.on("error", () => undefined);
	try {
		await client.connect();
		const { rows } = await client.query<{ transaction_read_only: string }>("show transaction_read_only");
		if (rows[0]?.transaction_read_only === "off") return { host: client.host, port: client.port };
		throw new NoWritableServer(`${client.host}:${client.port} takes no writes`);
	} finally {
		void client.end().catch(() => undefined);
	}
}
