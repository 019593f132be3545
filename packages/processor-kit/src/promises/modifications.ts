import type { Modification } from "@cardseal/vault";
import { expect } from "vitest";
import {
	approved,
	type ChargeRequest,
	decided,
	expectApprovedOnce,
	expectNeverReceived,
	newAuthorization,
	newModification,
	newSale,
	type ProcessorPromise,
	resultOf,
	type World,
} from "../world.ts";

/** Expects that a capture, refund or void is declined, and that the books do not have it. */
async function refused(world: World, request: ReturnType<typeof newModification>): Promise<void> {
	expect((await decided(world, request)).result).toBe("declined");
	const booked = await world.simulator.booked(request.reference);
	expect(booked.filter(({ result }) => result !== "declined")).toEqual([]);
}

type Charge = (world: World) => ChargeRequest;

/** A charge, what was done to it, and what it does not allow then. */
const refusals: [name: string, Charge, done: [Modification, number][], then: [Modification, number]][] = [
	["a capture of more than was authorized", newAuthorization, [], ["capture", 101_00]],
	["a second capture", newAuthorization, [["capture", 51_00]], ["capture", 33_00]],
	["a capture of a sale", newSale, [], ["capture", 99_00]],
	["a capture after a void", newAuthorization, [["void", 99_00]], ["capture", 99_00]],
	["a refund of more than was charged", newSale, [], ["refund", 101_00]],
	[
		"refunds of more than was charged together",
		newSale,
		[
			["refund", 33_00],
			["refund", 33_00],
		],
		["refund", 35_00],
	],
	["a refund of an authorization", newAuthorization, [], ["refund", 99_00]],
	["a refund after a void", newSale, [["void", 99_00]], ["refund", 99_00]],
	["a void after a capture", newAuthorization, [["capture", 99_00]], ["void", 99_00]],
	["a void after a refund", newSale, [["refund", 33_00]], ["void", 99_00]],
	["a second void", newSale, [["void", 99_00]], ["void", 99_00]],
];

const permitted: [name: string, Charge, done: [Modification, number][]][] = [
	["a capture of everything", newAuthorization, [["capture", 99_00]]],
	["a capture of a part", newAuthorization, [["capture", 33_00]]],
	[
		"refunds of everything in parts",
		newSale,
		[
			["refund", 33_00],
			["refund", 33_00],
			["refund", 33_00],
		],
	],
	["a void of a sale", newSale, [["void", 99_00]]],
	["a void of an authorization", newAuthorization, [["void", 99_00]]],
];

/** Charges, and modifies the charge, each of which has to be approved. */
async function carryOut(world: World, charge: ChargeRequest, done: [Modification, number][]) {
	const outcome = await approved(world, charge);
	const requests = done.map(([operation, amount]) => newModification(operation, charge, outcome, amount));
	for (const request of requests) await approved(world, request);
	return { outcome, requests };
}

const afterLostAnswer = (operation: Modification, newCharge: Charge): ProcessorPromise => ({
	name: `a ${operation} whose answer is lost is found by an inquiry, and carried out once`,
	needs: [],
	async check(world) {
		const charge = newCharge(world);
		const request = newModification(operation, charge, await approved(world, charge));
		world.simulator.failNext("submit", "answer_lost");
		const submission = resultOf(world.processor.submit(request));
		await expect.poll(() => world.simulator.booked(request.reference)).toHaveLength(1);
		await world.simulator.endWaiting();
		await expectApprovedOnce(world, request);
		if (world.simulator.network !== undefined) expect((await submission).status).toBe("rejected");
	},
});

/** Captures, refunds and voids keep within the charge. */
export const modifications: ProcessorPromise[] = [
	...permitted.map(
		([name, newCharge, done]): ProcessorPromise => ({
			name: `${name} is approved`,
			needs: [],
			async check(world) {
				const charge = newCharge(world);
				const { requests } = await carryOut(world, charge, done);
				for (const request of [charge, ...requests]) await expectApprovedOnce(world, request);
			},
		}),
	),
	...refusals.map(
		([name, newCharge, done, [operation, amount]]): ProcessorPromise => ({
			name: `${name} is declined`,
			needs: [],
			async check(world) {
				const charge = newCharge(world);
				const { outcome } = await carryOut(world, charge, done);
				await refused(world, newModification(operation, charge, outcome, amount));
			},
		}),
	),
	afterLostAnswer("capture", newAuthorization),
	afterLostAnswer("refund", newSale),
	afterLostAnswer("void", newSale),
	{
		name: "a refund of a charge that the processor does not know is not approved",
		needs: [],
		async check(world) {
			const known = newSale(world);
			const outcome = await approved(world, known);
			const unknown = { ...newSale(world), amountCents: 99_00 };
			const refund = newModification("refund", unknown, { ...outcome, processorTransactionId: "unknown" });
			const result = await resultOf(world.processor.submit(refund));
			if (result.status === "fulfilled") expect(result.value.result).toBe("declined");
			else await expectNeverReceived(world, refund);
		},
	},
];
