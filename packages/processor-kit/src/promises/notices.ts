import { type DisputeState, disputeStates, type Notice, type WebhookRequest } from "@cardseal/vault";
import { expect } from "vitest";
import { isWaiting, transportFaults } from "../faults.ts";
import type { SimulatedNotices } from "../simulator.ts";
import {
	approved,
	arrived,
	type ChargeRequest,
	countReceived,
	newModification,
	newSale,
	type ProcessorPromise,
	resultOf,
	type World,
} from "../world.ts";

const maximumPages = 100;

async function readAll({ processor }: World, from: string | undefined): Promise<{ notices: Notice[]; cursor: string }> {
	if (processor.notices === undefined) throw new Error("The processor has no notices.");
	const notices: Notice[] = [];
	let cursor = from;
	for (let page = 1; page <= maximumPages; page++) {
		const read = await processor.notices(cursor);
		notices.push(...read.notices);
		cursor = read.cursor;
		if (read.notices.length === 0 && !read.hasMore) return { notices, cursor };
	}
	throw new Error(`There are notices on each of ${maximumPages} pages.`);
}

export async function placeOf(world: World): Promise<string> {
	return (await readAll(world, undefined)).cursor;
}

export async function noticesAfter(world: World, cursor: string): Promise<Notice[]> {
	return (await readAll(world, cursor)).notices;
}

export function simulated({ simulator }: World): SimulatedNotices {
	if (simulator.notices === undefined) throw new Error("The simulator has no notices.");
	return simulator.notices;
}

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

function newestWebhook(world: World): WebhookRequest {
	const newest = simulated(world).newestWebhook?.();
	if (newest === undefined) throw new Error("There are no webhooks.");
	return newest;
}

async function readWebhook({ processor }: World, request: WebhookRequest): Promise<Notice[]> {
	if (processor.readWebhook === undefined) throw new Error("There are no webhooks.");
	return processor.readWebhook(request);
}

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

/** The notices of a processor arrive complete, and once for each id. */
export const notices: ProcessorPromise[] = [
	{
		name: "notices are read in order and over pages, and none is left out",
		needs: ["notices", "dispute_notices"],
		async check(world) {
			const place = await placeOf(world);
			const charges = [
				await disputed(world),
				await disputed(world),
				await disputed(world),
				await disputed(world),
				await disputed(world),
			];
			const read = await noticesAfter(world, place);
			expect(read.map((notice) => notice.kind === "dispute" && notice.reference)).toEqual(
				charges.map(({ reference }) => reference),
			);
			expect(new Set(read.map(({ id }) => id)).size).toBe(charges.length);
		},
	},
	{
		name: "a cursor may be read from again, and gives the same notices",
		needs: ["notices", "dispute_notices"],
		async check(world) {
			const place = await placeOf(world);
			await disputed(world);
			const first = await noticesAfter(world, place);
			expect(first).toHaveLength(1);
			expect(await noticesAfter(world, place)).toEqual(first);
		},
	},
	{
		name: "a page without notices keeps its place",
		needs: ["notices", "dispute_notices"],
		async check(world) {
			const { cursor } = await readAll(world, await placeOf(world));
			const { reference } = await disputed(world);
			expect(await noticesAfter(world, cursor)).toMatchObject([{ kind: "dispute", reference }]);
		},
	},
	{
		name: "each state of a dispute is told with charge, amount and reason",
		needs: ["notices", "dispute_notices"],
		async check(world) {
			const place = await placeOf(world);
			const charge = newSale(world);
			await approved(world, charge);
			for (const state of disputeStates) simulated(world).dispute?.(charge.reference, state);
			const read = await noticesAfter(world, place);
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
			expect(new Set(read.map((notice) => notice.kind === "dispute" && notice.disputeId)).size).toBe(1);
		},
	},
	{
		name: "a settlement pays the sum of its items less their fees",
		needs: ["notices"],
		async check(world) {
			const place = await placeOf(world);
			const [sold, refunded] = [newSale(world), newSale(world)];
			await approved(world, sold);
			const refund = newModification("refund", refunded, await approved(world, refunded), 33_00);
			await approved(world, refund);
			simulated(world).settle([sold, refunded, refund].map(({ reference }) => reference));
			const [settlement, ...others] = await noticesAfter(world, place);
			if (settlement?.kind !== "settlement") throw new Error("The first notice is no settlement.");
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
		},
	},
	{
		name: "faults while notices are read lose none",
		needs: ["notices", "dispute_notices", "network"],
		async check(world) {
			const place = await placeOf(world);
			const { reference } = await disputed(world);
			for (const fault of transportFaults) {
				const earlier = countReceived(world, "notices");
				world.simulator.failNext("notices", fault);
				const reading = resultOf(noticesAfter(world, place));
				if (isWaiting(fault)) {
					await arrived(world, "notices", earlier);
					await world.simulator.endWaiting();
				}
				const read = await reading;
				if (read.status === "fulfilled") expect([fault, read.value]).toMatchObject([fault, [{ reference }]]);
			}
			expect(await noticesAfter(world, place)).toMatchObject([{ kind: "dispute", reference }]);
		},
	},
	{
		name: "a webhook has the notice that is also read by cursor",
		needs: ["notices", "dispute_notices", "webhooks"],
		async check(world) {
			const place = await placeOf(world);
			await disputed(world);
			expect(await readWebhook(world, newestWebhook(world))).toEqual(await noticesAfter(world, place));
		},
	},
	{
		name: "a webhook tells the outcome of a charge whose answer was lost",
		needs: ["network", "outcome_webhooks"],
		async check(world) {
			const request = newSale(world);
			world.simulator.failNext("submit", "reset_after");
			await expect(world.processor.submit(request)).rejects.toThrow();
			const sent = world.simulator.outcomeWebhook?.(request.reference);
			if (sent === undefined) throw new Error("Webhooks tell no outcomes.");
			const { reference, amountCents } = request;
			expect(await readWebhook(world, sent)).toMatchObject([
				{ kind: "outcome", reference, operation: "charge", outcome: { result: "approved", amountCents } },
			]);
		},
	},
	{
		name: "a webhook with a space at the end is refused, or tells the same",
		needs: ["webhooks"],
		async check(world) {
			const { request } = await newWebhook(world);
			const longer = { ...request, body: Buffer.concat([request.body, Buffer.from(" ")]) };
			const result = await resultOf(readWebhook(world, longer));
			if (result.status === "fulfilled") expect(result.value).toEqual(await readWebhook(world, request));
		},
	},
	...forgeries.map(
		([words, forge]): ProcessorPromise => ({
			name: `a webhook with ${words} is refused`,
			needs: ["webhooks"],
			async check(world) {
				const { request, reference } = await newWebhook(world);
				await expect(readWebhook(world, request)).resolves.toHaveLength(1);
				const refusal = { name: "WebhookRefused" };
				await expect(readWebhook(world, forge(request, reference, world))).rejects.toMatchObject(refusal);
			},
		}),
	),
];
