import type { Socket } from "node:net";
import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { GatewayTables } from "./schema.ts";

export type Database = Kysely<GatewayTables>;

/** PostgreSQL's type numbers of the types we read otherwise than `pg` would. */
const int8Type = 20;

/** Ids, amounts and times are bigint columns whose values stay below 2^53, so that they may be numbers in JavaScript. */
const typeParsers = {
	getTypeParser(type: number, format?: "text" | "binary") {
		if (type === int8Type) return Number;
		return pg.types.getTypeParser(type, format as "text");
	},
};

/** How a statement asks to be prepared: `/* prepare: settle *\/ update …`. */
const preparation = /^\s*\/\* prepare: ([a-z-]+) \*\//;

const readTimeoutMessage = "Query read timeout";

/**
 * Prepares the statements that ask for it, so that PostgreSQL parses and plans them once a connection. Only those: a list
 * with filters has hundreds of texts, and each would be kept for as long as the connection lives.
 *
 * A connection that does not answer in time is closed: its answer might come later, to somebody else's question.
 */
class GatewayClient extends pg.Client {
	// biome-ignore lint/suspicious/noExplicitAny: pg declares eight overloads; this passes all but one through unchanged.
	override query(...call: any[]): any {
		const [text, values] = call;
		if (typeof text !== "string" || !Array.isArray(values) || call.length !== 2) {
			return Reflect.apply(super.query, this, call);
		}
		const [, name] = preparation.exec(text) ?? [];
		const result: Promise<unknown> = super.query({ text, values, ...(name !== undefined && { name }) });
		return result.catch((error: unknown) => {
			if (error instanceof Error && error.message === readTimeoutMessage) this.#cut(error);
			throw error;
		});
	}

	#cut(error: Error): void {
		// Known to be there since pg 1; its types leave it out.
		const { connection } = this as unknown as { connection: { stream: Socket } };
		connection.stream.destroy(error);
	}
}

/**
 * Every statement of ours is to be answered from an index and planned once a connection. Without this, a plan made while
 * a table is still small would go on reading all of it when it has grown, and charges written in batches would be
 * planned anew for every size of batch.
 */
const planning = "set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set jit = off";

export interface DatabaseOptions {
	/** `postgres://…` */
	url: string;
	maximumConnections?: number;
	/** How long a statement may run before PostgreSQL ends it. */
	statementTimeoutMs?: number;
	/** How long we wait for an answer before we give the connection up. */
	answerTimeoutMs?: number;
	onConnectionLost?: (error: Error) => void;
}

/** Nothing that serves a request should come near. */
const defaultStatementTimeoutMs = 30_000;
/** What we wait beyond PostgreSQL's own limit: only a connection that has gone dead runs into it. */
const answerReserveMs = 5_000;
const connectTimeoutMs = 5_000;

/** For what goes through a whole table, and nobody waits for but an operator, or a start after an upgrade. */
export const longStatementMs = 3_600_000;

/** Opens a pool of connections; nothing is connected until the first query. Close it with `destroy()`. */
export function openDatabase(options: DatabaseOptions): Database {
	const { url, maximumConnections = 16, statementTimeoutMs = defaultStatementTimeoutMs } = options;
	const { answerTimeoutMs = statementTimeoutMs + answerReserveMs } = options;
	const pool = new pg.Pool({
		connectionString: url,
		max: maximumConnections,
		Client: GatewayClient,
		keepAlive: true,
		query_timeout: answerTimeoutMs,
		types: typeParsers,
		application_name: `cardseal ${process.pid}`,
		statement_timeout: statementTimeoutMs,
		connectionTimeoutMillis: connectTimeoutMs,
	});
	// Runs ahead of whatever query the connection was opened for: a connection works its queries off in order.
	pool.on("connect", (client) => {
		client.query(planning).catch(() => client.emit("error", new Error("A database connection could not be set up.")));
	});
	// An idle connection that breaks would otherwise end the process; the pool opens a new one by itself.
	pool.on("error", (error) => options.onConnectionLost?.(error));
	// So would one that breaks under a query: that is told to the query, which rejects, and to the connection as well.
	pool.on("connect", (client) => client.on("error", () => undefined));
	return new Kysely<GatewayTables>({ dialect: new PostgresDialect({ pool }) });
}
