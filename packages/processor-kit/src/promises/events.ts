import { type DisputeState, disputeStates, type Notice, type WebhookRequest } from "@cardseal/vault";
import { expect } from "vitest";
import { transportFaults } from "../faults.ts";
import type { SimulatedNotices } from "../simulator.ts";
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

async function readAll({ processor }: World, from: string | undefined): Promise<{ notices: Notice[]; cursor: string }> {
	const notices: Notice[] = [];
	let cursor = from;
	for (let page = 1; page <= maximumPages; page++) {
		const read = await present(processor.notices)(cursor);
		notices.push(...read.notices);
		cursor = read.cursor;
		if (read.notices.length === 0 && !read.hasMore) return { notices, cursor };
	}
	throw new Error(`There are notices on each of ${maximumPages} pages.`);
}

export const placeOf = async (world: World) => (await readAll(world, undefined)).cursor;

export const noticesAfter = async (world: World, cursor: string) => (await readAll(world, cursor)).notices;

export const simulated = ({ simulator }: World): SimulatedNotices => present(simulator.notices);

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

/** The notices of a processor arrive complete, and once for each id. */
export const notices: ProcessorPromise[] = [
	promise(
		"notices are read in order and over pages, and none is left out",
		["notices", "dispute_notices"],
		async (world) => {
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
	),
	promise(
		"a cursor may be read from again, and gives the same notices",
		["notices", "dispute_notices"],
		async (world) => {
			const place = await placeOf(world);
			await disputed(world);
			const first = await noticesAfter(world, place);
			expect(first).toHaveLength(1);
			expect(await noticesAfter(world, place)).toEqual(first);
		},
	),
	promise("a page without notices keeps its place", ["notices", "dispute_notices"], async (world) => {
		const { cursor } = await readAll(world, await placeOf(world));
		const { reference } = await disputed(world);
		expect(await noticesAfter(world, cursor)).toMatchObject([{ kind: "dispute", reference }]);
	}),
	promise(
		"each state of a dispute is told with charge, amount and reason",
		["notices", "dispute_notices"],
		async (world) => {
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
	),
	promise("a settlement pays the sum of its items less their fees", ["notices"], async (world) => {
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
	}),
	promise("faults while notices are read lose none", ["notices", "dispute_notices", "network"], async (world) => {
		const place = await placeOf(world);
		const { reference } = await disputed(world);
		for (const fault of transportFaults) {
			const read = await withFault(world, "notices", fault, () => noticesAfter(world, place));
			if (read.status === "fulfilled") expect([fault, read.value]).toMatchObject([fault, [{ reference }]]);
		}
		expect(await noticesAfter(world, place)).toMatchObject([{ kind: "dispute", reference }]);
	}),
	promise(
		"a webhook has the notice that is also read by cursor",
		["notices", "dispute_notices", "webhooks"],
		async (world) => {
			const place = await placeOf(world);
			await disputed(world);
			expect(await readWebhook(world, newestWebhook(world))).toEqual(await noticesAfter(world, place));
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
