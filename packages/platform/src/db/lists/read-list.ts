import { sql } from "kysely";
import { Problem } from "../../problem.ts";
import { type Database, maximumConnectionsOf } from "../database.ts";
import { remainingMs } from "../request-deadline.ts";
import { createListSlots, type ListSlots } from "./list-slots.ts";

const perMerchant = 4;

/** A search through a million rows would take longer. */
const statementMs = 2_000;

/** The statement still ends before the request's deadline. */
const waitMs = { request: 6_000, download: 60_000 };

const canceled = "57014";

const allSlots = new WeakMap<Database, ListSlots>();

/** Payments use the other half of the connections. */
function slotsOf(database: Database): ListSlots {
	const slots =
		allSlots.get(database) ??
		createListSlots({ perMerchant, inAll: Math.max(1, Math.floor(maximumConnectionsOf(database) / 2)) });
	allSlots.set(database, slots);
	return slots;
}

const tooSlow = () =>
	new Problem(
		"list_too_slow",
		"This search takes too long. Narrow it: to fewer days, or by a whole value such as an email address or an id.",
	);

const tooMany = () =>
	new Problem("too_many_in_flight", "Too many of your lists are being read. Try again in a moment.", {
		headers: { "Retry-After": "5" },
	});

/**
 * Waits until the merchant's lists, and all lists, hold less than their share of connections.
 * @throws Problem 400 for a slow statement; 429 after a long wait
 */
export async function readList<Result>(
	database: Database,
	merchantId: number,
	read: (database: Database) => Promise<Result>,
): Promise<Result> {
	if (database.isTransaction) return read(database);
	const isInRequest = Number.isFinite(remainingMs());
	const free = await slotsOf(database).take(merchantId, isInRequest ? waitMs.request : waitMs.download);
	if (free === undefined) throw tooMany();
	try {
		return await (isInRequest ? readInTime(database, read) : read(database));
	} finally {
		free();
	}
}

async function readInTime<Result>(database: Database, read: (database: Database) => Promise<Result>): Promise<Result> {
	try {
		return await database
			.transaction()
			.setAccessMode("read only")
			.execute(async (transaction) => {
				await sql`set local statement_timeout = ${sql.lit(statementMs)}`.execute(transaction);
				return read(transaction);
			});
	} catch (error) {
		throw error instanceof Error && "code" in error && error.code === canceled ? tooSlow() : error;
	}
}
