import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { explain, firstStatement } from "../../../../test/fixtures/database/explain.ts";
import { common, rare, seedTransactions } from "../../../../test/fixtures/payments/seed-transactions.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import type { Database } from "../../../platform/src/db/database.ts";
import type { PageRequest } from "../../../platform/src/db/paging.ts";
import { outcomeNames } from "../submission/outcomes.store.ts";
import { sumCustomerPayments } from "./customer-totals.store.ts";
import { listTransactions, type TransactionFilters } from "./transaction-list.store.ts";

const merchantId = 7;
const userId = 70;
/** Enough that a filter may match more rows than are fetched at once. */
const rows = 10_000;

type Wanted = Omit<TransactionFilters, "merchantId" | "timeZone">;

let tables: TestTables;
/** The merchant's transactions, newest first: the expected content of the lists. */
let all: Awaited<ReturnType<typeof listTransactions>>;

beforeAll(async () => {
	tables = await openTestTables();
	await seedTransactions(tables.database, { merchantId, userId, rows, newest: Date.UTC(2026, 10, 21) });
	all = await tables.database
		.selectFrom("transactions")
		.selectAll()
		.where("merchant_id", "=", merchantId)
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.execute();
});

afterAll(() => tables.drop());

const firstPage: PageRequest = { limit: 25, beyond: undefined };

function list(wanted: Wanted, page = firstPage) {
	return listTransactions(tables.database.withTables(), { ...wanted, merchantId, timeZone: "UTC" }, page);
}

function isWanted(row: (typeof all)[number], wanted: Wanted): boolean {
	const same = (one: string | null, other: string | undefined) =>
		other === undefined ||
		(wanted.textMatch === "part" && one?.toLowerCase().includes(other.toLowerCase())) ||
		one?.toLowerCase() === other.toLowerCase();
	return (
		(wanted.statuses?.includes(row.status) ?? true) &&
		(wanted.channels?.includes(row.channel) ?? true) &&
		row.amount_cents >= (wanted.minimumCents ?? 0) &&
		row.amount_cents <= (wanted.maximumCents ?? Number.POSITIVE_INFINITY) &&
		same(row.email, wanted.email) &&
		same(row.first_name, wanted.firstName) &&
		same(row.last_name, wanted.lastName) &&
		same(row.invoice_id, wanted.invoiceId) &&
		same(row.card_suffix, wanted.cardSuffix) &&
		(wanted.userId ?? row.user_id) === row.user_id
	);
}

/** Each filter with values that few rows have, and values that more than a thousand have. */
const values: Wanted[][] = [
	[{ statuses: ["PENDING"] }, { statuses: ["DECLINED", "PENDING"] }, { statuses: ["APPROVED"] }],
	[{ channels: ["TABLET_POS"] }, { channels: ["INVOICE", "MOBILE"] }, { channels: ["E_COMMERCE", "RECURRING"] }],
	[{ minimumCents: rare.amountCents }, { maximumCents: 10_000 }, { minimumCents: 60_000 }],
	[{ email: rare.email.toUpperCase() }, { email: common.email }],
	[{ firstName: rare.firstName }, { firstName: common.firstName }],
	[{ lastName: rare.lastName }, { lastName: common.lastName }],
	[{ invoiceId: rare.invoiceId.toLowerCase() }, { invoiceId: common.invoiceId }],
	[{ userId: 71 }, { userId }],
	[{ cardSuffix: "4042" }],
	[
		{ textMatch: "part", email: "PAYER1" },
		{ textMatch: "part", lastName: "ily7", firstName: "ame" },
		{ textMatch: "part", invoiceId: "%" },
	],
];
const pairs = values.flatMap((ours, place) =>
	values.slice(place + 1).flatMap((theirs) => ours.flatMap((one) => theirs.map((other) => ({ ...one, ...other })))),
);

test.each([{}, ...values.flat(), ...pairs])(
	"the list filtered by %j is complete on all pages, both ways",
	async (wanted) => {
		const expected = all.filter((row) => isWanted(row, wanted)).map(({ id }) => id);
		const middle = all[4_000];
		if (middle === undefined) throw new Error("There are too few rows.");
		const position = { createdAt: middle.created_at, id: middle.id };
		const first = await list(wanted);
		const older = await list(wanted, { limit: 25, beyond: { direction: "after", position } });
		const newer = await list(wanted, { limit: 25, beyond: { direction: "before", position } });
		expect(first.map(({ id }) => id)).toEqual(expected.slice(0, 26));
		expect(older.map(({ id }) => id)).toEqual(expected.filter((id) => id < middle.id).slice(0, 26));
		expect(newer.map(({ id }) => id)).toEqual(
			expected
				.filter((id) => id > middle.id)
				.slice(-26)
				.reverse(),
		);
	},
);

/** The indexes of PostgreSQL's generic plan, each with the way it is read. */
async function indexesOf(wanted: Wanted, page = firstPage): Promise<string[]> {
	const { text } = await firstStatement(tables.database, (spied) =>
		listTransactions(spied, { ...wanted, merchantId, timeZone: "UTC" }, page),
	);
	const plan = await explain(tables.database, "generic_plan, costs off", { text });
	expect(plan).not.toContain("Seq Scan");
	expect(plan).not.toContain("Bitmap");
	return [...new Set([...plan.matchAll(/using (\w+)/g)].map(([, name = ""]) => name))].sort();
}

const along = "transactions_by_merchant";
const fetched = "transactions_pkey";
const position = { createdAt: Date.UTC(2026, 5, 1), id: 104_000 };

describe("X-45 a list reads only its own indexes", () => {
	test.each<[string, Wanted, string[]]>([
		["no filter", {}, [along]],
		["days", { fromDate: "2026-03-01", toDate: "2026-03-31" }, [along]],
		["approvals", { statuses: ["APPROVED"] }, [along]],
		[
			"what is pending",
			{ statuses: ["PENDING"] },
			["pending_transactions_pkey", along, fetched, "transactions_transaction_id_key"],
		],
		["declines", { statuses: ["DECLINED"] }, ["declined_transactions_pkey", along, fetched]],
		["one channel", { channels: ["VT"] }, ["transactions_by_channel"]],
		["several channels", { channels: ["VT", "MOBILE"] }, ["transactions_by_channel", along, fetched]],
		["amounts", { minimumCents: 100, maximumCents: 200 }, ["transactions_by_amount", along, fetched]],
		["an email address", { email: "a@b.example" }, ["transactions_by_email"]],
		["a first name", { firstName: "Ana" }, ["transactions_by_first_name"]],
		["a last name", { lastName: "Ito" }, ["transactions_by_last_name"]],
		["an invoice", { invoiceId: "INV-1042" }, ["transactions_by_invoice"]],
		["a user", { userId }, ["transactions_by_user"]],
		["a customer", { customerLookupId: "9fK2mQ7xW1aZ3bC4dE5f" }, ["transactions_by_customer"]],
		["the last four digits", { cardSuffix: "0005" }, ["transactions_by_card_suffix"]],
		["refunds", { types: ["refund"] }, ["transactions_by_type"]],
		["sales", { types: ["sale"] }, [along]],
		["a transaction", { transactionId: "9fK2mQ7xW1aZ3bC4dE5f" }, ["transactions_transaction_id_key", along, fetched]],
		["a transaction by its number", { transactionId: "104000" }, [along, fetched]],
		["part of a name", { textMatch: "part", lastName: "to" }, [along]],
		["a user's days", { userId, fromDate: "2026-03-01" }, ["transactions_by_user"]],
		["two names", { firstName: "Ana", lastName: "Ito" }, ["transactions_by_first_name", "transactions_by_last_name"]],
		["a user's amounts", { userId, minimumCents: 100 }, ["transactions_by_amount", "transactions_by_user", fetched]],
	])("%s", async (_name, wanted, indexes) => {
		expect(await indexesOf(wanted)).toEqual([...indexes].sort());
		for (const direction of ["after", "before"] as const) {
			expect(await indexesOf(wanted, { limit: 100, beyond: { direction, position } })).toEqual([...indexes].sort());
		}
	});
});

test("recording an outcome changes no indexed column of a transaction", async () => {
	const { rows: columns } = await sql<{ name: string }>`
		select distinct attname as name
		from pg_index join pg_depend on objid in (indexrelid, (select oid from pg_constraint where conindid = indexrelid and conrelid = indrelid))
			and refobjid = indrelid
		join pg_attribute on attrelid = refobjid and attnum = refobjsubid
		where indrelid = 'transactions'::regclass`.execute(tables.database);
	const indexed = columns.map(({ name }) => name);
	expect(indexed).toContain("created_at");
	expect(indexed.filter((name) => (outcomeNames as string[]).includes(name))).toEqual([]);
});

test("X-45 slow sums of customers leave connections to others", async () => {
	const database: Database = tables.database.withTables();
	const { sums } = await database.transaction().execute(async (transaction) => {
		await sql`lock table transactions in access exclusive mode`.execute(transaction);
		const sums = Array.from({ length: 32 }, () => sumCustomerPayments(database, merchantId, "nobody"));
		await sql`select 1`.execute(database);
		return { sums };
	});
	expect((await Promise.all(sums)).flat()).toEqual([]);
});
