import { expect, test } from "vitest";
import { findForeignTables, findOwners, findTables } from "./foreign-tables.ts";

const payments = "packages/payments/src";
const mail = "packages/platform/src/mail";

const tables = [
	{
		path: `${payments}/tables.ts`,
		text: `import type { X } from "x";
			interface Row { id: number }
			/** A comment. */
			export interface PaymentTables extends X { transactions: Row; "demo.journal": { nested: number } }`,
	},
	{ path: `${mail}/tables.ts`, text: "export interface MailTables { mail_outbox: { id: number } }" },
];

const store = (path: string, text: string) => ({ path, text });

test("a table belongs to the neighbourhood whose tables.ts declares it", () => {
	expect([...findOwners(tables)]).toEqual([
		["transactions", `${payments}/tables.ts`],
		["demo.journal", `${payments}/tables.ts`],
		["mail_outbox", `${mail}/tables.ts`],
	]);
});

test.each([
	["sql`select 1 from transactions`", ["transactions"]],
	["sql`with a as (select 1) update only transactions set x = $" + "{1}`", ["transactions"]],
	["const statement = `insert into demo.journal (a) values (1)`", ["demo.journal"]],
	["sql`with transactions as (select 1) select from transactions`", []],
	[`database.selectFrom("transactions as sale").innerJoin("mail_outbox", "a", "b")`, ["transactions", "mail_outbox"]],
	[`deleteInSlices(database, "mail_outbox", where)`, ["mail_outbox"]],
	[`claimDueRows(database, { table: "mail_outbox" })`, ["mail_outbox"]],
	[`sql\`select \${sql.table("transactions")}\``, ["transactions"]],
	["// from transactions\nconst kind = 'transactions';", []],
])("%s names the tables %j", (text, expected) => {
	const owners = findOwners(tables);
	expect([...findTables(store("a.store.ts", text), (name) => owners.has(name))]).toEqual(expected);
});

test("a store may name its own tables, and those of neighbourhoods that it may import", () => {
	const files = [
		...tables,
		store(`${payments}/a.store.ts`, "sql`select from transactions join mail_outbox using (id)`"),
		store(`${mail}/b.store.ts`, "sql`select from transactions`"),
		store(`${mail}/no-store.ts`, "sql`select from transactions`"),
	];
	expect(findForeignTables(files, {})).toEqual([`${mail}/b.store.ts names transactions of ${payments}/tables.ts.`]);
	const allowed = { [`${mail}/b.store.ts`]: { tables: ["transactions"], because: "It is a test." } };
	expect(findForeignTables(files, allowed)).toEqual([]);
});

test("an exception that nothing needs is reported", () => {
	const allowed = { [`${mail}/b.store.ts`]: { tables: ["transactions"], because: "It is a test." } };
	expect(findForeignTables(tables, allowed)).toEqual([
		`${mail}/b.store.ts does not use transactions: remove the exception.`,
	]);
});
