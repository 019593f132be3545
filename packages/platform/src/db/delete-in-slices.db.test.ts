import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { deleteInSlices } from "./delete-in-slices.ts";

let tables: TestTables;

beforeAll(async () => {
	tables = await openTestTables();
});

afterAll(() => tables.drop());

test("waits for no row that another transaction has locked, if it skips such rows", async () => {
	const database = tables.database;
	await database
		.insertInto("revoked_tokens")
		.values(["locked", "free"].map((token_id) => ({ token_id, expires_at: 0 })))
		.execute();
	const inSlices = () => deleteInSlices(database, "revoked_tokens", sql`expires_at = 0`, { skipsLocked: true });
	const left = () => database.selectFrom("revoked_tokens").select("token_id").execute();
	await database.transaction().execute(async (other) => {
		await sql`select from revoked_tokens where token_id = 'locked' for update`.execute(other);
		await inSlices();
		expect(await left()).toEqual([{ token_id: "locked" }]);
	});
	await inSlices();
	expect(await left()).toEqual([]);
});

test.each([
	[4, [2, 2, 0]],
	[5, [2, 2, 1]],
])("deletes %i rows, at most 2 per statement, and no others", async (count, slices) => {
	const { database } = tables;
	const rows = Array.from({ length: count + 1 }, (_, index) => ({ token_id: `t${index}`, expires_at: index }));
	await database.insertInto("revoked_tokens").values(rows).execute();
	const deleted: number[] = [];
	const watched = database.withPlugin({
		transformQuery: ({ node }) => node,
		transformResult: async ({ result }) => {
			deleted.push(Number(result.numAffectedRows));
			return result;
		},
	});
	await deleteInSlices(watched, "revoked_tokens", sql`expires_at < ${count}`, { sliceRows: 2 });
	expect(deleted).toEqual(slices);
	const kept = await database.deleteFrom("revoked_tokens").returning("token_id").execute();
	expect(kept).toEqual([{ token_id: `t${count}` }]);
});
