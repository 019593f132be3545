import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isUnsettled, newOrderId, type Order } from "./order.ts";

/** Only this user may read the file: it holds names. @throws with its path when it cannot be opened, or is no database */
export function openDatabase(directory: string, busyMs = 5_000): DatabaseSync {
	const path = join(directory, "shop.sqlite");
	try {
		mkdirSync(directory, { recursive: true, mode: 0o700 });
		closeSync(openSync(path, "a", 0o600));
		const database = new DatabaseSync(path, { timeout: busyMs });
		database.exec(tables);
		return database;
	} catch (cause) {
		const advice = "correct its rights, make room on its disk, or move it away, and start again";
		throw new Error(`The demo shop cannot use ${path} (${(cause as Error).message}): ${advice}.`, { cause });
	}
}

const tables = `
	CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, unsettled INTEGER NOT NULL, record TEXT NOT NULL) STRICT;
	CREATE INDEX IF NOT EXISTS unsettled_orders ON orders (id) WHERE unsettled = 1;
	CREATE INDEX IF NOT EXISTS order_numbers ON orders (substr(id, 1, 8));
	CREATE TABLE IF NOT EXISTS card_holders (
		customer_id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT NOT NULL,
		saved_at INTEGER NOT NULL, forgotten_at INTEGER, key_hash TEXT UNIQUE
	) STRICT;
	CREATE TABLE IF NOT EXISTS endpoint (row INTEGER PRIMARY KEY, id TEXT NOT NULL, secret TEXT NOT NULL) STRICT;
`;

export type Orders = ReturnType<typeof createOrders>;

export function createOrders(database: DatabaseSync, now: () => number) {
	const parse = (row: unknown): Order => JSON.parse((row as { record: string }).record);
	const select = (where: string) => database.prepare(`SELECT record FROM orders WHERE ${where}`);
	const [byId, unsettled] = [select("id = ?"), select("unsettled = 1")];
	const byNumber = select("substr(id, 1, 8) = replace(?, '-', '')");
	const byCustomer = select("EXISTS (SELECT 1 FROM json_each(record, '$.attempts') WHERE value ->> 'customerId' = ?)");
	const upsert = database.prepare(
		"INSERT INTO orders VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET unsettled = excluded.unsettled, record = excluded.record",
	);

	function find(id: string): Order | undefined {
		const row = byId.get(id);
		return row && parse(row);
	}

	function save(order: Order): Order {
		upsert.run(order.id, isUnsettled(order) ? 1 : 0, JSON.stringify(order));
		return order;
	}

	return {
		find,
		save,
		get(id: string): Order {
			const order = find(id);
			if (order === undefined) throw new Error("There is no such order.");
			return order;
		},
		place: (purchase: Pick<Order, "slug" | "quantity" | "amountCents" | "hold">): Order =>
			save({ id: newOrderId(), placedAt: now(), ...purchase, attempts: [] }),
		findByNumber(number: string): Order | undefined {
			const row = byNumber.get(number);
			return row && parse(row);
		},
		listUnsettled: (): Order[] => unsettled.all().map(parse),
		listOfCustomer: (customerId: string): Order[] => byCustomer.all(customerId).map(parse),
	};
}
