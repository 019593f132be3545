import { expect } from "vitest";
import type { TransportFault } from "../faults.ts";
import {
	afterDelay,
	approved,
	decided,
	findsByReference,
	inquired,
	inquiredById,
	newModification,
	newSale,
	type ProcessorPromise,
	promise,
	withFault,
} from "../world.ts";

const faults: Partial<Record<TransportFault, string>> = {
	reset_before: "a reset connection",
	answer_lost: "a lost answer",
	answer_late: "a late answer",
	torn: "half an answer",
	error_500_before: "a 500",
	html_502: "a 502 with HTML",
	html_200: "a 200 with HTML",
	empty_200: "a 200 without a body",
	rate_limited: "a 429 with Retry-After",
};

const afterFault = ([fault, words]: [TransportFault, string]) =>
	promise(
		`an inquiry that meets ${words} decides nothing, and the next one does`,
		["network", "lookup_by_id"],
		async (world) => {
			const request = newSale(world);
			const outcome = await approved(world, request);
			const { result, processorTransactionId: id } = outcome;
			// A lookup by the processor's id may give fewer details.
			const finds = findsByReference(world);
			const inquire = () => (finds ? inquired(world, request) : inquiredById(world, request, id));
			const same = finds ? outcome : expect.objectContaining({ result, processorTransactionId: id });
			// After this time, an unknown reference would be final.
			await afterDelay(world, async () => {
				const said = await withFault(world, "inquire", fault, inquire);
				if (fault === "answer_late" && said.status === "fulfilled") expect(said.value).toEqual(same);
				else if (said.status === "fulfilled") expect(said.value).toMatchObject({ result: "unknown", isFinal: false });
				expect(await inquire()).toEqual(same);
			});
		},
	);

export const inquiries: ProcessorPromise[] = [
	promise("an inquiry repeats an approval", ["lookup_by_reference"], async (world) => {
		const request = newSale(world);
		expect(await decided(world, request)).toEqual(await inquired(world, request));
	}),
	promise("an inquiry repeats a decline", ["lookup_by_reference", "immediate_modifications"], async (world) => {
		const charge = newSale(world);
		const outcome = await approved(world, charge);
		const tooMuch = newModification("refund", charge, outcome, charge.amountCents + 2_00);
		const declined = await decided(world, tooMuch);
		expect(declined.result).toBe("declined");
		expect(await inquired(world, tooMuch)).toEqual(declined);
	}),
	...(Object.entries(faults) as [TransportFault, string][]).map(afterFault),
];
