import { createHash } from "node:crypto";
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

/**
 * Sends every statement with parameters as a named prepared statement, so that PostgreSQL parses and plans it once a
 * connection. Texts come from our code alone and are few.
 */
class PreparingClient extends pg.Client {
	// biome-ignore lint/suspicious/noExplicitAny: pg declares eight overloads; this passes all but one through unchanged.
	override query(...call: any[]): any {
		const [text, values] = call;
		if (typeof text === "string" && Array.isArray(values) && values.length > 0 && call.length === 2) {
			return super.query({ name: statementName(text), text, values });
		}
		return Reflect.apply(super.query, this, call);
	}
}

const statementNames = new Map<string, string>();

function statementName(text: string): string {
	let name = statementNames.get(text);
	if (name === undefined) {
		name = createHash("sha256").update(text).digest("base64url").slice(0, 22);
		statementNames.set(text, name);
	}
	return name;
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
	onConnectionLost?: (error: Error) => void;
}

/** How long a statement may run before PostgreSQL ends it: nothing we send should come near. */
const statementTimeoutMilliseconds = 30_000;
const connectTimeoutMilliseconds = 5_000;

/** Opens a pool of connections; nothing is connected until the first query. Close it with `destroy()`. */
export function openDatabase({ url, maximumConnections = 16, onConnectionLost }: DatabaseOptions): Database {
	const pool = new pg.Pool({
		connectionString: url,
		max: maximumConnections,
		Client: PreparingClient,
		types: typeParsers,
		application_name: `cardseal ${process.pid}`,
		statement_timeout: statementTimeoutMilliseconds,
		connectionTimeoutMillis: connectTimeoutMilliseconds,
	});
	// Runs ahead of whatever query the connection was opened for: a connection works its queries off in order.
	pool.on("connect", (client) => {
		client.query(planning).catch(() => client.emit("error", new Error("A database connection could not be set up.")));
	});
	// An idle connection that breaks would otherwise end the process; the pool opens a new one by itself.
	pool.on("error", (error) => onConnectionLost?.(error));
	// So would one that breaks under a query: that is told to the query, which rejects, and to the connection as well.
	pool.on("connect", (client) => client.on("error", () => undefined));
	return new Kysely<GatewayTables>({ dialect: new PostgresDialect({ pool }) });
}
