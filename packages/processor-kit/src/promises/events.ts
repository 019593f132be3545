import { type DisputeState, disputeStates, type ProcessorEvent, type WebhookRequest } from "@cardseal/vault";
import { expect } from "vitest";
import { transportFaults } from "../faults.ts";
import type { SimulatedEvents } from "../simulator.ts";
import {
	approved,
	type ChargeRequest,
	newModification,
	newSale,
	type ProcessorPromise,
	present,
	promise,
	resultOf,
	type World,
	withFault,
} from "../world.ts";

const maximumPages = 100;

async function readAll(
	{ processor }: World,
	from: string | undefined,
): Promise<{ events: ProcessorEvent[]; cursor: string }> {
	const events: ProcessorEvent[] = [];
	let cursor = from;
	for (let page = 1; page <= maximumPages; page++) {
		const read = await present(processor.events)(cursor);
		events.push(...read.events);
		cursor = read.cursor;
		if (read.events.length === 0 && !read.hasMore) return { events, cursor };
	}
	throw new Error(`There are events on each of ${maximumPages} pages.`);
}

export const placeOf = async (world: World) => (await readAll(world, undefined)).cursor;

export const eventsAfter = async (world: World, cursor: string) => (await readAll(world, cursor)).events;

export const simulated = ({ simulator }: World): SimulatedEvents => present(simulator.events);

export async function disputed(world: World, state: DisputeState = "open"): Promise<ChargeRequest> {
	const charge = newSale(world);
	await approved(world, charge);
	simulated(world).dispute?.(charge.reference, state);
	return charge;
}

async function newWebhook(world: World): Promise<{ request: WebhookRequest; reference: string }> {
	const { outcomeWebhook } = world.simulator;
	if (outcomeWebhook === undefined) {
		const { reference } = await disputed(world);
		return { request: newestWebhook(world), reference };
	}
	const charge = newSale(world);
	await approved(world, charge);
	return { request: outcomeWebhook(charge.reference), reference: charge.reference };
}

const newestWebhook = (world: World) => present(simulated(world).newestWebhook)();

const readWebhook = async ({ processor }: World, request: WebhookRequest) => present(processor.readWebhook)(request);

const forgeries: [string, (request: WebhookRequest, reference: string, world: World) => WebhookRequest][] = [
	[
		"a changed body",
		({ headers, body }, reference) => {
			const other = [...reference].reverse().join("");
			return { headers, body: Buffer.from(Buffer.from(body).toString().replace(reference, other)) };
		},
	],
	[
		"no signature",
		({ body }, reference, { simulator }) =>
			simulator.outcomeWebhook?.(reference, "missing") ?? { headers: { "content-type": "application/json" }, body },
	],
	[
		"an empty signature",
		({ headers, body }, reference, { simulator }) =>
			simulator.outcomeWebhook?.(reference, "empty") ?? {
				headers: Object.fromEntries(Object.keys(headers).map((name) => [name, ""])),
				body,
			},
	],
];

/** The processor events arrive complete, and once for each id. */
export const events: ProcessorPromise[] = [
	promise(
		"events are read in order and over pages, and none is left out",
		["events", "dispute_events"],
		async (world) => {
			const place = await placeOf(world);
			const charges = [
				await disputed(world),
				await disputed(world),
				await disputed(world),
				await disputed(world),
				await disputed(world),
			];
			const read = await eventsAfter(world, place);
			expect(read.map((event) => event.kind === "dispute" && event.reference)).toEqual(
				charges.map(({ reference }) => reference),
			);
			expect(new Set(read.map(({ id }) => id)).size).toBe(charges.length);
		},
	),
	promise("a cursor may be read from again, and gives the same events", ["events", "dispute_events"], async (world) => {
		const place = await placeOf(world);
		await disputed(world);
		const first = await eventsAfter(world, place);
		expect(first).toHaveLength(1);
		expect(await eventsAfter(world, place)).toEqual(first);
	}),
	promise("a page without events keeps its place", ["events", "dispute_events"], async (world) => {
		const { cursor } = await readAll(world, await placeOf(world));
		const { reference } = await disputed(world);
		expect(await eventsAfter(world, cursor)).toMatchObject([{ kind: "dispute", reference }]);
	}),
	promise(
		"each state of a dispute is told with charge, amount and reason",
		["events", "dispute_events"],
		async (world) => {
			const place = await placeOf(world);
			const charge = newSale(world);
			await approved(world, charge);
			for (const state of disputeStates) simulated(world).dispute?.(charge.reference, state);
			const read = await eventsAfter(world, place);
			const { reference, amountCents, currency } = charge;
			expect(read).toMatchObject(
				disputeStates.map((state) => ({
					kind: "dispute",
					reference,
					state,
					amountCents,
					currency,
					reasonCode: expect.stringMatching(/./),
				})),
			);
			expect(new Set(read.map((event) => event.kind === "dispute" && event.disputeId)).size).toBe(1);
		},
	),
	promise("a settlement pays the sum of its items less their fees", ["events"], async (world) => {
		const place = await placeOf(world);
		const [sold, refunded] = [newSale(world), newSale(world)];
		await approved(world, sold);
		const refund = newModification("refund", refunded, await approved(world, refunded), 33_00);
		await approved(world, refund);
		simulated(world).settle([sold, refunded, refund].map(({ reference }) => reference));
		const [settlement, ...others] = await eventsAfter(world, place);
		if (settlement?.kind !== "settlement") throw new Error("The first event is no settlement.");
		expect(others).toEqual([]);
		const { items, netCents } = settlement;
		expect(netCents).toBe(items.reduce((total, { amountCents, feeCents }) => total + amountCents - feeCents, 0));
		expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
		expect(items).toEqual(
			expect.arrayContaining([
				expect.objectContaining({ kind: "payment", reference: sold.reference, amountCents: 99_00 }),
				expect.objectContaining({ kind: "refund", reference: refund.reference, amountCents: -33_00 }),
			]),
		);
	}),
	promise("faults while events are read lose none", ["events", "dispute_events", "network"], async (world) => {
		const place = await placeOf(world);
		const { reference } = await disputed(world);
		for (const fault of transportFaults) {
			const read = await withFault(world, "events", fault, () => eventsAfter(world, place));
			if (read.status === "fulfilled") expect([fault, read.value]).toMatchObject([fault, [{ reference }]]);
		}
		expect(await eventsAfter(world, place)).toMatchObject([{ kind: "dispute", reference }]);
	}),
	promise(
		"a webhook has the event that is also read by cursor",
		["events", "dispute_events", "webhooks"],
		async (world) => {
			const place = await placeOf(world);
			await disputed(world);
			expect(await readWebhook(world, newestWebhook(world))).toEqual(await eventsAfter(world, place));
		},
	),
	promise(
		"a webhook tells the outcome of a charge whose answer was lost",
		["network", "outcome_webhooks"],
		async (world) => {
			const request = newSale(world);
			world.simulator.failNext("submit", "reset_after");
			await expect(world.processor.submit(request)).rejects.toThrow();
			const sent = present(world.simulator.outcomeWebhook)(request.reference);
			const { reference, amountCents } = request;
			expect(await readWebhook(world, sent)).toMatchObject([
				{ kind: "outcome", reference, operation: "charge", outcome: { result: "approved", amountCents } },
			]);
		},
	),
	promise("a webhook with a space at the end is refused, or tells the same", ["webhooks"], async (world) => {
		const { request } = await newWebhook(world);
		const longer = { ...request, body: Buffer.concat([request.body, Buffer.from(" ")]) };
		const result = await resultOf(readWebhook(world, longer));
		if (result.status === "fulfilled") expect(result.value).toEqual(await readWebhook(world, request));
	}),
	...forgeries.map(([words, forge]) =>
		promise(`a webhook with ${words} is refused`, ["webhooks"], async (world) => {
			const { request, reference } = await newWebhook(world);
			await expect(readWebhook(world, request)).resolves.toHaveLength(1);
			const refusal = { name: "WebhookRefused" };
			await expect(readWebhook(world, forge(request, reference, world))).rejects.toMatchObject(refusal);
		}),
	),
];
