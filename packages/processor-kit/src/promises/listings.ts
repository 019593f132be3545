import type { ListedRequest } from "@cardseal/vault";
import { expect } from "vitest";
import { approved, newModification, newSale, type ProcessorPromise, present, promise, type World } from "../world.ts";

const maximumPages = 100;
const day = 86_400_000;

/** Lists several days: the clock of the processor may differ. */
async function listAll({ processor }: World): Promise<ListedRequest[]> {
	const now = Date.now();
	const requests: ListedRequest[] = [];
	let cursor: string | undefined;
	for (let page = 1; page <= maximumPages; page++) {
		const read = await present(processor.listRequests)({ from: now - 365 * day, to: now + 365 * day }, cursor);
		requests.push(...read.requests);
		cursor = read.cursor;
		if (cursor === undefined) return requests;
	}
	throw new Error(`The list has more than ${maximumPages} pages.`);
}

/** Only the list tells what was charged before a restore. */
export const listings: ProcessorPromise[] = [
	promise(
		"a list has each charge and refund once, by our reference, with its amount and outcome",
		["listing", "immediate_modifications"],
		async (world) => {
			const sale = newSale(world, { invoiceId: "INV-1042" });
			const outcome = await approved(world, sale);
			const refund = newModification("refund", sale, outcome, 1_00);
			await world.processor.submit(refund);
			const listed = (await listAll(world)).filter(({ reference }) =>
				[sale.reference, refund.reference].includes(reference),
			);
			const { amountCents, currency } = sale;
			expect(listed).toEqual([
				expect.objectContaining({
					reference: sale.reference,
					operation: "sale",
					amountCents,
					currency,
					outcome,
					originalReference: null,
				}),
				expect.objectContaining({
					reference: refund.reference,
					operation: "refund",
					amountCents: 1_00,
					outcome: expect.objectContaining({ result: "approved" }),
					originalReference: sale.reference,
				}),
			]);
			// Some processors do not list it.
			expect([sale.invoiceId, null, undefined]).toContain(listed[0]?.invoiceId);
		},
	),
	promise("a list of another period has none of them", ["listing"], async (world) => {
		const sale = newSale(world);
		await approved(world, sale);
		const now = Date.now();
		const before = { from: now - 900 * day, to: now - 800 * day };
		const read = await world.processor.listRequests?.(before, undefined);
		expect(read?.requests.map(({ reference }) => reference)).not.toContain(sale.reference);
	}),
];
