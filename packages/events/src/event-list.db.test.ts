import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertMerchant } from "../../../test/fixtures/builders.ts";
import { openTestTables, type TestTables } from "../../../test/fixtures/tables.ts";
import { type EventPage, listEvents } from "./event-list.store.ts";

let tables: TestTables;
let merchantId: number;

/** The positions of approvals among bank payments. Those before 1,001 are no longer kept. */
const approvals = [1_500, 1_501, 40_000];
const [oldest, newest] = [1_001, 45_000];

beforeAll(async () => {
	tables = await openTestTables();
	merchantId = await insertMerchant(tables.database);
	await sql`
		insert into events (merchant_id, sequence, event_id, type, created_at, recorded_at, data)
		select ${merchantId}::bigint, sequence, 'evt_' || sequence,
			case when sequence = any(${approvals}::bigint[]) then 'transaction.approved' else 'eft.pending' end, 0, 0, '{}'
		from generate_series(${oldest}::bigint, ${newest}::bigint) as sequence`.execute(tables.database);
});

afterAll(() => tables.drop());

async function list(page: EventPage) {
	const { events, ...around } = await listEvents(tables.database.withTables(), merchantId, page);
	return { sequences: events.map(({ sequence }) => sequence), ...around };
}

/** Follows the list to its end. Returns what it found, and the number of pages. */
async function follow(direction: "before" | "after", begin: number, types: EventPage["types"]) {
	const found: number[] = [];
	let pages = 0;
	for (let sequence: number | undefined = begin; sequence !== undefined; pages++) {
		const page = await list({ limit: 2, beyond: { direction, sequence }, types });
		found.push(...page.sequences);
		sequence = page.continuesBeyond;
	}
	return { found, pages };
}

test("approvals among a great many other events are found a part at a time", async () => {
	const types = ["transaction.approved"] as const;
	expect(await list({ limit: 2, types })).toEqual({
		sequences: [40_000],
		continuesBeyond: newest - 10_000 + 1,
		hasOtherSide: false,
	});
	expect(await follow("after", 0, types)).toEqual({ found: approvals, pages: 5 });
	expect(await follow("before", newest + 1, types)).toEqual({ found: approvals.toReversed(), pages: 5 });
	expect(await follow("after", 39_990, [...types, "eft.pending"])).toMatchObject({ pages: (newest - 39_990) / 2 });
});

test("other types are found at once, however many events are between", async () => {
	const beyond = { direction: "after", sequence: 0 } as const;
	expect(await list({ limit: 1, beyond, types: ["eft.pending"] })).toEqual({
		sequences: [oldest],
		continuesBeyond: oldest,
		hasOtherSide: false,
	});
	expect(await list({ limit: 1, beyond, types: ["ping"] })).toEqual({
		sequences: [],
		continuesBeyond: undefined,
		hasOtherSide: false,
	});
});

test("an empty page has another side where events of its types are", async () => {
	const beyond = { direction: "after", sequence: newest } as const;
	expect(await list({ limit: 1, beyond })).toMatchObject({ sequences: [], hasOtherSide: true });
	expect(await list({ limit: 1, beyond, types: ["eft.pending"] })).toMatchObject({ hasOtherSide: true });
	expect(await list({ limit: 1, beyond, types: ["ping"] })).toMatchObject({ hasOtherSide: false });
	const before = { direction: "before", sequence: oldest } as const;
	expect(await list({ limit: 1, beyond: before })).toMatchObject({ sequences: [], hasOtherSide: true });
});
