import type { Socket } from "node:net";
import { Kysely, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { serverUrls } from "../server-urls.ts";
import { arrayLiteral } from "./arrays/array-literal.ts";
import { needsReplacement } from "./failure.ts";
import { DeadlinePassed, remainingMs } from "./request-deadline.ts";
import type { GatewayTables } from "./schema.ts";
import { createServerFinder, type Server } from "./writable-server.ts";

export type Database = Kysely<GatewayTables>;

const int8Type = 20;

/** Values stay below 2^53. */
const typeParsers = {
	getTypeParser(type: number, format?: "text" | "binary") {
		if (type === int8Type) return Number;
		return pg.types.getTypeParser(type, format as "text");
	},
};

/**
 * The mark `/* prepare: record-outcome *\/`. The statement names its columns: PostgreSQL refuses a prepared `*` after a
 * migration adds one.
 */
const preparation = /^\s*\/\* prepare: ([a-z-]+) \*\//;

/** The time limit of prepared statements, which payments wait for, and of `begin`: a job must not hold a connection that hangs. */
const preparedLimitMs = 4_000;

/**
 * Prepares marked statements only: filtered lists have hundreds of texts, each kept per connection. A late response
 * could reach another query, so a timeout closes the connection.
 */
class GatewayClient extends pg.Client {
	readonly #hooks: ClientHooks;

	constructor(options?: pg.ClientConfig & ClientHooks) {
		super(options);
		this.#hooks = options ?? {};
		// Without a listener, a broken connection would end the process.
		this.on("error", () => undefined);
	}

	// biome-ignore lint/suspicious/noExplicitAny: pg declares eight overloads; this passes all but one through unchanged.
	override query(...call: any[]): any {
		const [text, values] = call;
		if (typeof text !== "string" || !Array.isArray(values) || call.length !== 2) {
			return Reflect.apply(super.query, this, call);
		}
		const leftMs = remainingMs();
		if (leftMs <= 0) return Promise.reject(new DeadlinePassed());
		const [, name] = preparation.exec(text) ?? [];
		const isShort = name !== undefined || text === "begin";
		const limitMs = Math.min(leftMs, isShort ? preparedLimitMs : Number.POSITIVE_INFINITY);
		const result = this.#send(text, values, {
			...(name !== undefined && { name }),
			...(limitMs < this.#internals.connectionParameters.query_timeout && { query_timeout: Math.ceil(limitMs) }),
		});
		this.#measure(name, result);
		return result.catch((error: unknown) => {
			if (needsReplacement(error)) this.#cut(error);
			throw error;
		});
	}

	/** `pg` takes 10 µs to copy an object. */
	#send(text: string, values: unknown[], settings: { name?: string; query_timeout?: number }): Promise<pg.QueryResult> {
		return new Promise((resolve, reject) => {
			const callback = (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result));
			const parameters = values.map((value) => (Array.isArray(value) ? (arrayLiteral(value) ?? value) : value));
			super.query(Object.assign(new pg.Query(text, parameters), settings, { callback }));
		});
	}

	/** `pg` leaves a failed sign-in open when it has no password. */
	// biome-ignore lint/suspicious/noExplicitAny: pg declares two overloads; this serves both.
	override connect(callback?: any): any {
		const connected = this.#connect();
		if (callback === undefined) return connected;
		connected.then((client) => callback(null, client), callback);
	}

	async #connect(): Promise<this> {
		Object.assign(this, await this.#hooks.findServer?.());
		await super.connect().catch((error: Error) => {
			this.#cut(error);
			throw error;
		});
		return this;
	}

	/** Its types leave them out. */
	get #internals() {
		return this as unknown as {
			connection: { stream: Socket };
			connectionParameters: { query_timeout: number };
		};
	}

	#measure(name: string | undefined, result: Promise<unknown>): void {
		const { onStatement } = this.#hooks;
		if (onStatement === undefined) return;
		const startedAt = performance.now();
		const measure = () => onStatement(name, performance.now() - startedAt);
		result.then(measure, measure);
	}

	#cut(error: Error): void {
		this.#internals.connection.stream.destroy(error);
	}
}

/** A plan for a small table would still scan it when it has grown, and each batch size would be planned again. */
const planning = "set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set jit = off";

/** PostgreSQL notices a lost gateway within a second of a cut, 10 s of silence, or a minute of a stop. */
const lostClients = [
	"set client_connection_check_interval = '1s'",
	"set tcp_keepalives_idle = 5",
	"set tcp_keepalives_interval = 2",
	"set tcp_keepalives_count = 3",
	"set tcp_user_timeout = '10s'",
	"set idle_in_transaction_session_timeout = '60s'",
].join("; ");

const keepAliveMs = 5_000;

/** Called for each statement with parameters: its name, if it is prepared, and the ms until its answer. */
type OnStatement = (name: string | undefined, ms: number) => void;

interface ClientHooks {
	onStatement?: OnStatement;
	findServer?: () => Promise<Server>;
}

const defaultConnections = 16;

const pools = new WeakMap<Database, pg.Pool>();

export function poolCounts(database: Database): { open: number; idle: number; waiting: number } {
	const { totalCount: open = 0, idleCount: idle = 0, waitingCount: waiting = 0 } = pools.get(database) ?? {};
	return { open, idle, waiting };
}

export function maximumConnectionsOf(database: Database): number {
	return pools.get(database)?.options.max ?? defaultConnections;
}

export interface DatabaseOptions {
	url: string;
	maximumConnections?: number;
	statementTimeoutMs?: number;
	answerTimeoutMs?: number;
	onConnectionLost?: (error: Error) => void;
	onStatement?: OnStatement | undefined;
	onConnect?: (connection: pg.ClientBase) => Promise<void>;
	onServer?: ((server: string) => void) | undefined;
}

/** Names the server and its history: a restored backup and a promoted replica begin timelines. */
const serverQuery = `
	select concat_ws(' ',
		(select system_identifier from pg_control_system()),
		case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end,
		(select oid from pg_database where datname = current_database())
	) as server`;

/** The job notices a restored database a second later without these functions. */
async function tellServer(client: pg.ClientBase, onServer: (server: string) => void): Promise<void> {
	const found = await client.query<{ server: string }>(serverQuery).catch((error: unknown) => {
		if (error instanceof pg.DatabaseError) return { rows: [] };
		throw error;
	});
	for (const { server } of found.rows) onServer(server);
}

/** The limit of jobs; requests have less. */
const defaultStatementTimeoutMs = 30_000;
/** Time beyond PostgreSQL's own limit, which only a broken connection needs. */
const answerReserveMs = 5_000;
const connectTimeoutMs = 5_000;

export const longStatementMs = 3_600_000;

export function openDatabase(options: DatabaseOptions): Database {
	const { url, maximumConnections = defaultConnections, statementTimeoutMs = defaultStatementTimeoutMs } = options;
	const { answerTimeoutMs = statementTimeoutMs + answerReserveMs } = options;
	const servers = serverUrls(url);
	const pool = new pg.Pool({
		connectionString: servers[0],
		max: maximumConnections,
		Client: GatewayClient,
		keepAlive: true,
		keepAliveInitialDelayMillis: keepAliveMs,
		query_timeout: answerTimeoutMs,
		types: typeParsers,
		application_name: `cardseal ${process.pid}`,
		connectionTimeoutMillis: connectTimeoutMs,
		...(options.onStatement && { onStatement: options.onStatement }),
		...(servers.length > 1 && { findServer: createServerFinder(servers) }),
		async onConnect(client: pg.ClientBase) {
			// PgBouncer refuses these settings in the startup message.
			await client.query(`${planning}; ${lostClients}; set statement_timeout = ${statementTimeoutMs}`);
			await options.onConnect?.(client);
			if (options.onServer !== undefined) await tellServer(client, options.onServer);
		},
	} as pg.PoolConfig);
	// The pool replaces an idle connection that breaks.
	pool.on("error", (error) => options.onConnectionLost?.(error));
	const database = new Kysely<GatewayTables>({ dialect: new PostgresDialect({ pool }) });
	pools.set(database, pool);
	return database;
}

export async function readDatabaseNow(database: Database): Promise<number> {
	const { rows } = await sql<{ now: number }>`
		/* prepare: database-now */
		select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(database);
	const [row] = rows;
	if (row === undefined) throw new Error("The database returned no time.");
	return row.now;
}
