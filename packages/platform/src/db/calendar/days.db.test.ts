import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestTables, type TestTables } from "../../../../../test/fixtures/tables.ts";
import { endOfDay, startOfDay } from "./days.ts";

let tables: TestTables;

beforeAll(async () => {
	tables = await openTestTables();
});

afterAll(() => tables.drop());

/** Days of 24 hours, days whose midnight comes twice, and days that begin at 01:00. */
const days = [
	{ zone: "America/Toronto", date: "2027-11-07", begins: "2027-11-07T04:00:00Z", ends: "2027-11-08T05:00:00Z" },
	{ zone: "Asia/Kathmandu", date: "2027-11-07", begins: "2027-11-06T18:15:00Z", ends: "2027-11-07T18:15:00Z" },
	{ zone: "Atlantic/Azores", date: "2027-10-31", begins: "2027-10-31T00:00:00Z", ends: "2027-11-01T01:00:00Z" },
	{ zone: "America/Havana", date: "2027-11-07", begins: "2027-11-07T04:00:00Z", ends: "2027-11-08T05:00:00Z" },
	{ zone: "America/Havana", date: "2027-03-14", begins: "2027-03-14T05:00:00Z", ends: "2027-03-15T04:00:00Z" },
	{ zone: "Africa/Cairo", date: "2027-04-30", begins: "2027-04-29T22:00:00Z", ends: "2027-04-30T21:00:00Z" },
	{ zone: "America/Nuuk", date: "2027-10-31", begins: "2027-10-31T02:00:00Z", ends: "2027-11-01T02:00:00Z" },
].map(({ zone, date, begins, ends }) => ({ zone, date, begins: Date.parse(begins), ends: Date.parse(ends) }));

describe.each(days)("a day begins at its first midnight: $date in $zone", ({ zone, date, begins, ends }) => {
	test("as the bound of a list", async () => {
		const { rows } = await sql`
			select ${startOfDay(date, 0, zone)} as begins, ${startOfDay(date, 1, zone)} as ends`.execute(tables.database);
		expect(rows).toEqual([{ begins, ends }]);
	});

	test("as the end of the day before, at all of its times", async () => {
		const times = [begins - 1, begins, begins + 1_800_000, begins + 5_400_000, ends - 1];
		const { rows } = await sql<{ end: number }>`
			select ${endOfDay(sql`time`, sql`${zone}::text`)} as end
			from unnest(${times}::bigint[]) as time order by time`.execute(tables.database);
		expect(rows.map((row) => row.end)).toEqual([begins, ends, ends, ends, ends]);
	});
});
