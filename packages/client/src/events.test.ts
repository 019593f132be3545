import { expect, test } from "vitest";
import { type Scripted, script } from "../test-support/scripted.ts";
import { CallError, EventsMissed } from "./index.ts";

function page(sequences: number[], after: number | "") {
	const events = sequences.map((sequence) => ({ id: `evt_${sequence}`, sequence, type: "ping", data: {} }));
	return { status: 200, body: { events, paging: { cursors: { before: "", after: String(after) } } } };
}

async function sequencesOf(scripted: Scripted, options: Parameters<Scripted["client"]["events"]>[0] = {}) {
	const sequences: number[] = [];
	for await (const { sequence } of scripted.client.events(options)) sequences.push(sequence);
	return sequences;
}

const queries = ({ sent }: Scripted) => sent.map(({ path }) => path.replace("/event-service/event?", ""));

test("reads page after page, to the newest event", async () => {
	const scripted = script();
	scripted.next(page([18, 19], 19), page([20], ""));
	expect(await sequencesOf(scripted, { after: 17 })).toEqual([18, 19, 20]);
	expect(queries(scripted)).toEqual(["after=17&limit=100", "after=19&limit=100"]);
});

test("begins with the oldest event, and asks for some types only", async () => {
	const scripted = script();
	scripted.next(page([], ""));
	expect(await sequencesOf(scripted, { types: ["ping", "plan.created"] })).toEqual([]);
	expect(queries(scripted)).toEqual(["after=0&limit=100&type=ping%2Cplan.created"]);
});

test("asks for nothing when no type is wanted", async () => {
	const scripted = script();
	expect(await sequencesOf(scripted, { types: [], pollMs: 1_000 })).toEqual([]);
	expect(queries(scripted)).toEqual([]);
});

test("tells of events that are no longer kept, and continues behind them", async () => {
	const scripted = script();
	const late = page([41, 42], "");
	scripted.next(late, late, late, late, page([41], 41), page([44], ""));
	const missed = await sequencesOf(scripted, { after: 17 }).catch((error: unknown) => error);
	expect(missed).toBeInstanceOf(EventsMissed);
	expect(missed).toMatchObject({ after: 17, next: 41 });
	expect(await sequencesOf(scripted, { after: 40 })).toEqual([41, 42]);
	expect(await sequencesOf(scripted)).toEqual([41, 42]);
	expect(await sequencesOf(scripted, { after: 17, types: ["ping"] })).toEqual([41, 42]);
	await expect(sequencesOf(scripted, { after: 40 })).rejects.toMatchObject({ after: 41, next: 44 });
});

test("tells of a position that does not exist: the gateway has another database", async () => {
	const scripted = script();
	scripted.next(page([], ""), page([12], ""));
	const missed = await sequencesOf(scripted, { after: 9_999, types: ["ping"] }).catch((error: unknown) => error);
	expect(missed).toBeInstanceOf(EventsMissed);
	expect(missed).toMatchObject({ after: 9_999, next: 13, message: "There is no event 9999: the newest one is 12." });
	expect(queries(scripted)).toEqual(["after=9999&limit=100&type=ping", "limit=1"]);
});

test("asks for the newest event until there is one, and not again", async () => {
	const scripted = script();
	const none = page([], "");
	scripted.next(none, none, none, page([17], ""), none, page([18], ""));
	const sequences = [];
	for await (const { sequence } of scripted.client.events({ after: 17, pollMs: 1_000 })) {
		sequences.push(sequence);
		break;
	}
	expect(sequences).toEqual([18]);
	const newest = (query: string) => query === "limit=1";
	expect(queries(scripted).map(newest)).toEqual([false, true, false, true, false, false]);
});

test("continues behind what a page without events has read", async () => {
	const scripted = script();
	scripted.next(page([], 10_017), page([10_020], ""));
	expect(await sequencesOf(scripted, { after: 17, types: ["transaction.approved"] })).toEqual([10_020]);
	expect(queries(scripted).map((query) => query.split("&")[0])).toEqual(["after=17", "after=10017"]);
});

test("waits for new events until it is ended", async () => {
	const scripted = script();
	const ending = new AbortController();
	scripted.next(page([1], ""), page([], ""), page([2], ""));
	const sequences: number[] = [];
	for await (const { sequence } of scripted.client.events({ pollMs: 1_000, signal: ending.signal })) {
		sequences.push(sequence);
		if (sequence === 2) ending.abort();
	}
	expect(sequences).toEqual([1, 2]);
	expect(queries(scripted)).toEqual(["after=0&limit=100", "after=1&limit=100", "after=1&limit=100"]);
	const [first, second] = scripted.sent;
	expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(1_000);
});

test("tells that no answer came", async () => {
	const scripted = script();
	scripted.next({ status: 403, body: { status: 403, code: "FORBIDDEN", message: "No scope.", request_id: "r" } });
	await expect(sequencesOf(scripted)).rejects.toBeInstanceOf(CallError);
});
