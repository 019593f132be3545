import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openTestTables } from "../../../../test/fixtures/tables.ts";
import { root } from "../../../../test/run/command.ts";
import { columnsOf, dataClasses } from "./data-classes.ts";

const classified = () =>
	Object.entries(dataClasses).flatMap(([table, columns]) => Object.keys(columns).map((column) => `${table}.${column}`));

test("P-45 every column of the database has a class, and every class a column", async () => {
	const tables = await openTestTables();
	const { rows } = await sql<{ name: string }>`
		select case nspname when 'public' then '' else nspname || '.' end || relname || '.' || attname as name
		from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
		where relkind in ('r', 'p') and attnum > 0 and not attisdropped
			and nspname not in ('pg_catalog', 'information_schema')`.execute(tables.database);
	await tables.drop();
	expect(classified().toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test("the guide names every table with personal data", async () => {
	const guide = await readFile(join(root, "docs/operate/retention.md"), "utf8");
	const personal = Object.keys(dataClasses).filter((table) => columnsOf(table, "personal").length > 0);
	expect(personal.filter((table) => !guide.includes(`\`${table}\``))).toEqual([]);
});
