import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SealedEvent, WaitingEvent } from "./audit.store.ts";
import { beginning, checkChain, type Head, headOf, sealBehind } from "./chain.ts";

const mac = (message: string) => createHmac("sha256", "key of the audit log").update(message).digest();

const text = fc.string({ maxLength: 12 });
const time = fc.nat({ max: 2 ** 40 });
const waiting: fc.Arbitrary<Omit<WaitingEvent, "id">> = fc.record({
	type: fc.constantFrom("card.stored", "card.read", "origin.allowed", "client_authentication.failed"),
	merchant_id: fc.option(fc.nat()),
	actor_kind: fc.constantFrom("client", "operator", "nobody"),
	actor_id: fc.option(text),
	object: fc.option(text),
	details: fc.dictionary(text, fc.oneof(text, fc.nat(), fc.array(text, { maxLength: 3 })), { maxKeys: 3 }),
	times: fc.integer({ min: 1, max: 1_000 }),
	client_address: fc.option(fc.ipV4()),
	request_id: fc.option(text),
	occurred_at: time,
	business_at: time,
});

/** Seals events in one or several batches, and returns them as stored. */
function seal(events: WaitingEvent[], times: number[]): SealedEvent[] {
	const sealed: SealedEvent[] = [];
	for (const now of times) {
		const batch = events.slice(sealed.length, now === times.at(-1) ? undefined : sealed.length + 2);
		const seals = sealBehind(mac, sealed.at(-1), batch, now);
		for (const [index, one] of seals.entries()) {
			const { id: _id, ...content } = batch[index] as WaitingEvent;
			sealed.push({ ...content, ...one });
		}
	}
	return sealed;
}

const chain = fc
	.tuple(fc.array(waiting, { minLength: 2, maxLength: 12 }), fc.array(time, { minLength: 1, maxLength: 3 }))
	.map(([events, times]) =>
		seal(
			events.map((event, index) => ({ id: 100 + 3 * index, ...event })),
			times,
		),
	);

/** A chain and the position that an attacker without the key changes. */
const attacked = chain.chain((events) => fc.tuple(fc.constant(events), fc.nat({ max: events.length - 1 })));

async function firstBreak(events: SealedEvent[], anchors: Head[] = [], start = beginning): Promise<number | undefined> {
	const { broken } = await checkChain(mac, { start, anchors }, events);
	return broken?.sequence;
}

function lastHead(events: SealedEvent[]): Head {
	return headOf(events.at(-1) as SealedEvent);
}

/** Renumbers events from the first on, to hide a gap. */
function renumbered(events: SealedEvent[]): SealedEvent[] {
	return events.map((event, index) => ({ ...event, sequence: index + 1 }));
}

/** Returns a different value of the column's type. */
function altered(value: unknown): unknown {
	if (typeof value === "number") return value + 1;
	if (Buffer.isBuffer(value)) return Buffer.concat([Buffer.of((value[0] ?? 0) ^ 1), value.subarray(1)]);
	if (typeof value === "object" && value !== null) return { ...value, added: "x" };
	return value === null ? "" : `${value}x`;
}

describe("a sealed chain", () => {
	test("P-37 is intact without changes, for every stored head", async () => {
		await fc.assert(
			fc.asyncProperty(attacked, async ([events, place]) => {
				const kept = headOf(events[place] as SealedEvent);
				const check = await checkChain(mac, { start: beginning, anchors: [kept] }, events);
				expect(check).toEqual({ broken: undefined, events: events.length, head: lastHead(events) });
			}),
		);
	});

	test("P-37 X-46 reveals an edit of any column, at that event", async () => {
		const columns = Object.keys((fc.sample(chain, 1)[0] as SealedEvent[])[0] as SealedEvent).filter(
			(column) => column !== "sequence",
		) as (keyof SealedEvent)[];
		expect(columns).toHaveLength(14);
		await fc.assert(
			fc.asyncProperty(attacked, fc.constantFrom(...columns), async ([events, place], column) => {
				const edited = events.with(place, {
					...(events[place] as SealedEvent),
					[column]: altered(events[place]?.[column]),
				});
				expect(await firstBreak(edited)).toBe(place + 1);
			}),
			{ numRuns: 500 },
		);
	});

	test("P-37 X-46 reveals a removed event at its position, even when the others are renumbered", async () => {
		await fc.assert(
			fc.asyncProperty(attacked, async ([events, place]) => {
				const removed = events.toSpliced(place, 1);
				const anchors = [lastHead(events)];
				expect(await firstBreak(removed, anchors)).toBe(place + 1);
				expect(await firstBreak(renumbered(removed), anchors)).toBe(place + 1);
			}),
		);
	});

	test("P-37 X-46 reveals two swapped events, at the first of them", async () => {
		await fc.assert(
			fc.asyncProperty(attacked, fc.nat(), async ([events, place], distance) => {
				const other = (place + 1 + (distance % (events.length - 1))) % events.length;
				const [one, two] = [events[place] as SealedEvent, events[other] as SealedEvent];
				expect(await firstBreak(renumbered(events.with(place, two).with(other, one)))).toBe(Math.min(place, other) + 1);
			}),
		);
	});

	test("P-37 X-46 reveals an inserted event, new or copied, at its position", async () => {
		await fc.assert(
			fc.asyncProperty(attacked, fc.nat(), waiting, fc.boolean(), async ([events, place], from, event, isCopy) => {
				const model = events[from % events.length] as SealedEvent;
				const forged = isCopy ? model : { ...model, ...event, event_id: 7 };
				const at = isCopy && from % events.length === place ? place + 1 : place;
				expect(await firstBreak(renumbered(events.toSpliced(at, 0, forged)))).toBe(at + 1);
			}),
		);
	});

	test("P-37 reveals a truncated end only with a stored head", async () => {
		await fc.assert(
			fc.asyncProperty(attacked, async ([events, place]) => {
				const cut = events.slice(0, place);
				expect(await firstBreak(cut, [lastHead(events)])).toBe(place + 1);
				expect(await firstBreak(cut)).toBeUndefined();
			}),
		);
	});

	test("P-37 reveals an end that was sealed again, with a stored head", async () => {
		await fc.assert(
			fc.asyncProperty(attacked, waiting, async ([events, place], event) => {
				const cut = events.slice(0, place);
				const anew = Array.from({ length: events.length - place }, (_, index) => ({ id: 900 + index, ...event }));
				const seals = sealBehind(mac, cut.at(-1), anew, 2 ** 41);
				const sealed = seals.map((one) => ({ ...event, ...one }));
				expect(await firstBreak([...cut, ...sealed])).toBeUndefined();
				expect(await firstBreak([...cut, ...sealed], [lastHead(events)])).toBe(events.length);
			}),
		);
	});

	test("P-37 reveals an event before the beginning of the log", async () => {
		await fc.assert(
			fc.asyncProperty(attacked, async ([events, place]) => {
				const start = headOf(events[place] as SealedEvent);
				expect(await firstBreak(events.slice(place + 1), [], start)).toBeUndefined();
				expect(await firstBreak(events.slice(place), [], start)).toBe(place + 1);
			}),
		);
	});

	test("P-37 cannot be sealed with another key", async () => {
		await fc.assert(
			fc.asyncProperty(chain, async (events) => {
				const others = (message: string) => createHmac("sha256", "another key").update(message).digest();
				const check = await checkChain(others, { start: beginning, anchors: [] }, events);
				expect(check.broken?.sequence).toBe(1);
			}),
		);
	});

	test("P-39 never goes back in time, even when a gateway's clock does", async () => {
		await fc.assert(
			fc.asyncProperty(chain, async (events) => {
				const times = events.map(({ sealed_at }) => sealed_at);
				expect(times).toEqual(times.toSorted((a, b) => a - b));
			}),
		);
	});
});
