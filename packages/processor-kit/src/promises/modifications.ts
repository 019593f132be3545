import type { Answer, Modification, ProcessorRequest } from "@cardseal/vault";
import { expect } from "vitest";
import type { Ability } from "../simulator.ts";
import {
	approved,
	type ChargeRequest,
	expectApprovedOnce,
	expectNeverReceived,
	findsByReference,
	inquiredById,
	inquiredLater,
	newAuthorization,
	newModification,
	newSale,
	type ProcessorPromise,
	patience,
	promise,
	resultOf,
	taken,
	type World,
} from "../world.ts";

/** Expects a decline that the books do not have. */
async function refused(world: World, request: ReturnType<typeof newModification>): Promise<void> {
	const { result } = await world.processor.submit(request);
	expect(world.lacks.includes("immediate_modifications") ? ["declined", "accepted"] : ["declined"]).toContain(result);
	const booked = await world.simulator.booked(request.reference);
	expect(booked.filter(({ result }) => result !== "declined")).toEqual([]);
}

type Step = [operation: Modification, amountCents: number];
type Charge = (world: World) => ChargeRequest;

const hold: Charge = (world) => newAuthorization(world);
const sale: Charge = (world) => newSale(world);

/** A charge and its modifications, each approved. After a capture, refunds and voids are about the capture. */
const permitted: [name: string, Charge, Step[]][] = [
	["a capture of everything", hold, [["capture", 99_00]]],
	["a capture of a part", hold, [["capture", 33_00]]],
	[
		"a refund of everything in parts",
		sale,
		[
			["refund", 33_00],
			["refund", 33_00],
			["refund", 33_00],
		],
	],
	[
		"a refund of a capture",
		hold,
		[
			["capture", 51_00],
			["refund", 51_00],
		],
	],
	["a void of a sale", sale, [["void", 99_00]]],
	["a void of an authorization", hold, [["void", 99_00]]],
	[
		"a void of a capture",
		hold,
		[
			["capture", 99_00],
			["void", 99_00],
		],
	],
];

/**
 * A charge, its modifications, and one that they do not allow. The last one is about the charge or about its capture.
 */
const refusals: [name: string, Charge, done: Step[], about: "charge" | "capture", then: Step][] = [
	["a capture of more than was authorized", hold, [], "charge", ["capture", 101_00]],
	["a second capture", hold, [["capture", 51_00]], "charge", ["capture", 33_00]],
	["a capture of a sale", sale, [], "charge", ["capture", 99_00]],
	["a capture after a void", hold, [["void", 99_00]], "charge", ["capture", 99_00]],
	["a refund of more than was charged", sale, [], "charge", ["refund", 101_00]],
	["a refund of more than was left by others", sale, [["refund", 67_00]], "charge", ["refund", 35_00]],
	["a refund of more than was captured", hold, [["capture", 51_00]], "capture", ["refund", 53_00]],
	["a refund of an authorization", hold, [], "charge", ["refund", 99_00]],
	["a refund after a void", sale, [["void", 99_00]], "charge", ["refund", 99_00]],
	["a void after a refund", sale, [["refund", 33_00]], "charge", ["void", 99_00]],
	["a second void", sale, [["void", 99_00]], "charge", ["void", 99_00]],
];

/** A void of an authorization is possible everywhere. */
function needsOf(newCharge: Charge, steps: Step[]): Ability[] {
	const isVoided = steps.some(([operation]) => operation === "void");
	return isVoided && (newCharge === sale || steps.length > 1) ? ["void_of_sales"] : [];
}

async function carryOut(world: World, charge: ChargeRequest, steps: Step[]) {
	let original: ProcessorRequest = charge;
	let outcome: Answer = await approved(world, charge);
	const first = { original, outcome };
	const requests: ProcessorRequest[] = [charge];
	for (const [operation, amountCents] of steps) {
		const request: ProcessorRequest = newModification(operation, original, outcome, amountCents);
		const step = await taken(world, request);
		requests.push(request);
		if (operation === "capture") [original, outcome] = [request, step];
	}
	return { requests, charge: first, capture: { original, outcome } };
}

const afterLostAnswer = (operation: Modification, newCharge: Charge) =>
	promise(
		`a ${operation} whose answer is lost is carried out once, and an inquiry finds it, if it finds anything by our reference`,
		[],
		async (world) => {
			const charge = newCharge(world);
			const request = newModification(operation, charge, await approved(world, charge));
			world.simulator.failNext("submit", "answer_lost");
			const submission = resultOf(world.processor.submit(request));
			await expect.poll(() => world.simulator.booked(request.reference), patience).toHaveLength(1);
			await world.simulator.endWaiting();
			await expectApprovedOnce(world, request);
			if (world.simulator.network !== undefined) expect((await submission).status).toBe("rejected");
			if (!findsByReference(world)) {
				expect(await inquiredLater(world, request)).toMatchObject({ result: "unknown", isFinal: true });
			}
		},
	);

/** Captures, refunds and voids keep within the charge. */
export const modifications: ProcessorPromise[] = [
	...permitted.map(([name, newCharge, steps]) =>
		promise(`${name} is approved`, needsOf(newCharge, steps), async (world) => {
			const { requests } = await carryOut(world, newCharge(world), steps);
			for (const request of requests) await expectApprovedOnce(world, request);
		}),
	),
	...refusals.map(([name, newCharge, done, about, [operation, amountCents]]) =>
		promise(`${name} is declined`, needsOf(newCharge, done), async (world) => {
			const { original, outcome } = (await carryOut(world, newCharge(world), done))[about];
			await refused(world, newModification(operation, original, outcome, amountCents));
		}),
	),
	afterLostAnswer("capture", hold),
	afterLostAnswer("refund", sale),
	afterLostAnswer("void", hold),
	{
		name: "a capture that is accepted first is approved for an inquiry by the processor's id",
		needs: ["lookup_by_id"],
		instead: "immediate_modifications",
		async check(world) {
			const charge = newAuthorization(world);
			const capture = newModification("capture", charge, await approved(world, charge), 33_00);
			const { processorTransactionId: id = "" } = await taken(world, capture);
			const inquiry = await inquiredById(world, capture, id);
			expect(inquiry.result).toBe("approved");
			expect("amountCents" in inquiry ? inquiry.amountCents : undefined).toBeOneOf([undefined, 33_00]);
		},
	},
	promise("a void of an authorization after its capture is declined", ["capture_ids"], async (world) => {
		const { charge } = await carryOut(world, newAuthorization(world), [["capture", 99_00]]);
		await refused(world, newModification("void", charge.original, charge.outcome));
	}),
	{
		name: "a void of an authorization after its capture is declined, or voids the capture, which has the same id",
		needs: [],
		instead: "capture_ids",
		async check(world) {
			const { charge, capture } = await carryOut(world, newAuthorization(world), [["capture", 99_00]]);
			const request = newModification("void", charge.original, charge.outcome);
			await world.processor.submit(request);
			const [{ result } = { result: "declined" }, ...others] = await world.simulator.booked(request.reference);
			expect(others).toEqual([]);
			if (result === "approved") await refused(world, newModification("refund", capture.original, capture.outcome));
		},
	},
	{
		name: "a sale that cannot be voided stays charged, and the void is declined",
		needs: [],
		instead: "void_of_sales",
		async check(world) {
			const charge = newSale(world);
			await refused(world, newModification("void", charge, await approved(world, charge)));
			await expectApprovedOnce(world, charge);
		},
	},
	promise("a refund of a charge that the processor does not know is not approved", [], async (world) => {
		const outcome = await approved(world, newSale(world));
		const refund = newModification("refund", newSale(world), { ...outcome, processorTransactionId: "unknown" });
		const result = await resultOf(world.processor.submit(refund));
		if (result.status === "fulfilled") expect(result.value.result).toBe("declined");
		else await expectNeverReceived(world, refund);
	}),
];
