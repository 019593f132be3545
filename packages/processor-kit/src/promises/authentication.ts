import type { ActionNeeded, Authentication, Inquiry } from "@cardseal/vault";
import { expect } from "vitest";
import { inquiryAbout, type PayersEnd, type SimulatedPayer } from "../simulator.ts";
import {
	afterDelay,
	type ChargeRequest,
	expectApprovedOnce,
	newModification,
	newSale,
	type ProcessorPromise,
	present,
	promise,
	resultOf,
	taken,
	type World,
} from "../world.ts";

const browser = {
	acceptHeader: "text/html,*/*",
	userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
	language: "en-CA",
	colorDepth: 24,
	screenWidth: 1280,
	screenHeight: 800,
	timeZoneOffset: 300,
	javaEnabled: false,
};

const auto: Authentication = { when: "auto", returnAddress: "https://pay.example/pay/authenticate/x/return", browser };
const always: Authentication = { ...auto, when: "always" };

const payerOf = ({ simulator }: World): SimulatedPayer => present(simulator.payer);

function withCard(world: World, number: string, changes: Partial<ChargeRequest> = {}): ChargeRequest {
	const fields = { number, month: "08", year: "41", securityCode: "719" };
	const card = world.subject.vault.cardFromFields(fields, { id: 1, environment: "test" });
	return newSale(world, { card, authentication: auto, ...changes });
}

const challenged = (world: World, changes: Partial<ChargeRequest> = {}) =>
	withCard(world, payerOf(world).cards.challenged, changes);

/** Submits a charge whose bank wants the payer. */
async function begun(world: World, request: ChargeRequest): Promise<ActionNeeded> {
	const answer = await world.processor.submit(request);
	if (answer.result !== "action") throw new Error(`The payer is not asked: ${JSON.stringify(answer)}`);
	expect(answer.action.url).toMatch(/^https?:\/\//);
	expect(answer.processorTransactionId).not.toBe("");
	return answer;
}

/** As another gateway than the one that sent the charge. */
const laterGateway = ({ gateways, processor }: World) => present((gateways[1] ?? processor).authentication);

async function returned(world: World, request: ChargeRequest, needed: ActionNeeded, end: PayersEnd): Promise<Inquiry> {
	const fields = await payerOf(world).visit(needed.action, end);
	return laterGateway(world).complete(inquiryAbout(request, needed.processorTransactionId), fields);
}

const isCharged = async (world: World, { reference }: ChargeRequest) =>
	(await world.simulator.booked(reference)).some(({ result }) => result === "approved");

const failed = { result: "declined", declineCode: "authentication_failed" } as const;

/** The payer authenticates between the request and its end. */
export const authentication: ProcessorPromise[] = [
	promise(
		"a payer who authenticates is charged once, with the authentication's result",
		["authentication"],
		async (world) => {
			const request = challenged(world);
			const needed = await begun(world, request);
			expect(await isCharged(world, request)).toBe(false);
			expect(await returned(world, request, needed, "right")).toMatchObject({
				result: "approved",
				authenticated: { status: "Y" },
			});
			await expectApprovedOnce(world, request);
		},
	),
	promise("a hold waits for its payer too, and is captured afterwards", ["authentication"], async (world) => {
		const request = challenged(world, { operation: "authorization" });
		const held = await returned(world, request, await begun(world, request), "right");
		if (held.result !== "approved") throw new Error(`The hold is ${held.result}.`);
		const capture = newModification("capture", request, held);
		await taken(world, capture);
		expect(await world.simulator.booked(capture.reference)).toHaveLength(1);
	}),
	promise(
		"a payer who fails is declined as authentication_failed, and nothing is charged",
		["authentication"],
		async (world) => {
			const request = challenged(world);
			expect(await returned(world, request, await begun(world, request), "wrong")).toMatchObject(failed);
			expect(await isCharged(world, request)).toBe(false);
		},
	),
	promise("a return that is taken twice, also at the same time, charges once", ["authentication"], async (world) => {
		const request = challenged(world);
		const needed = await begun(world, request);
		const fields = await payerOf(world).visit(needed.action, "right");
		const about = inquiryAbout(request, needed.processorTransactionId);
		const complete = () => resultOf(laterGateway(world).complete(about, fields));
		await Promise.all([complete(), complete()]);
		const last = await laterGateway(world).complete(about, fields);
		expect(["approved", "unknown"]).toContain(last.result);
		await expectApprovedOnce(world, request);
	}),
	promise(
		"fields that the bank did not send approve nothing, and the payer may still authenticate",
		["authentication"],
		async (world) => {
			const request = challenged(world);
			const needed = await begun(world, request);
			const about = inquiryAbout(request, needed.processorTransactionId);
			for (const forged of [
				{},
				{ cres: "e30", redirectResult: "forged", MD: "1", PaRes: "Y", payment_intent: "pi_other" },
			]) {
				const result = await resultOf(laterGateway(world).complete(about, forged));
				if (result.status === "fulfilled") expect(["action", "unknown"]).toContain(result.value.result);
				expect(await isCharged(world, request)).toBe(false);
			}
			expect(await returned(world, request, needed, "right")).toMatchObject({ result: "approved" });
			await expectApprovedOnce(world, request);
		},
	),
	promise("the fields of another charge approve nothing", ["authentication"], async (world) => {
		const [one, other] = [challenged(world), challenged(world)];
		const [needed, neededByOther] = [await begun(world, one), await begun(world, other)];
		const fields = await payerOf(world).visit(neededByOther.action, "right");
		const about = inquiryAbout(one, needed.processorTransactionId);
		await resultOf(laterGateway(world).complete(about, fields));
		expect(await isCharged(world, one)).toBe(false);
	}),
	promise(
		"a payer who never returns is abandoned: declined, nothing charged, and a late return changes nothing",
		["authentication"],
		async (world) => {
			const request = challenged(world);
			const needed = await begun(world, request);
			const about = inquiryAbout(request, needed.processorTransactionId);
			expect(await laterGateway(world).abandon(about)).toMatchObject(failed);
			expect(await laterGateway(world).abandon(about)).toMatchObject(failed);
			await resultOf(payerOf(world).visit(needed.action, "right"));
			expect(await isCharged(world, request)).toBe(false);
		},
	),
	promise("a charge that has its end keeps it when it is abandoned", ["authentication"], async (world) => {
		const request = challenged(world);
		const needed = await begun(world, request);
		const end = await returned(world, request, needed, "right");
		if (end.result !== "approved") throw new Error(`The payer is ${end.result}.`);
		// The gateway keeps the id of the last answer.
		const abandoned = await resultOf(laterGateway(world).abandon(inquiryAbout(request, end.processorTransactionId)));
		if (abandoned.status === "fulfilled") expect(["approved", "unknown"]).toContain(abandoned.value.result);
		await expectApprovedOnce(world, request);
	}),
	promise(
		"a return whose answer is lost charges once, and is approved when it is taken again",
		["authentication", "network"],
		async (world) => {
			const request = challenged(world);
			const needed = await begun(world, request);
			const fields = await payerOf(world).visit(needed.action, "right");
			const about = inquiryAbout(request, needed.processorTransactionId);
			world.simulator.failNext("authentication", "reset_after");
			await resultOf(laterGateway(world).complete(about, fields));
			const again = await laterGateway(world).complete(about, fields);
			expect(["approved", "unknown"]).toContain(again.result);
			await expectApprovedOnce(world, request);
		},
	),
	promise(
		"an inquiry about a charge that waits for its payer says so, if the processor can be asked",
		["authentication", "lookup_by_reference"],
		async (world) => {
			const request = challenged(world);
			const needed = await begun(world, request);
			const about = inquiryAbout(request, needed.processorTransactionId);
			const inquiry = await afterDelay(world, () => (world.gateways[1] ?? world.processor).inquire(about));
			expect(["action", "accepted"]).toContain(inquiry.result);
			expect(await returned(world, request, needed, "right")).toMatchObject({ result: "approved" });
		},
	),
	promise(
		"a bank that wants its payer declines as authentication_required when the payer is not to be asked",
		["authentication"],
		async (world) => {
			const request = challenged(world, { authentication: undefined });
			expect(await world.processor.submit(request)).toMatchObject({
				result: "declined",
				declineCode: "authentication_required",
				declineClass: "soft",
			});
			expect(await isCharged(world, request)).toBe(false);
		},
	),
	promise(
		"an ordinary card is charged at once under auto, and authenticated under always",
		["authentication"],
		async (world) => {
			const ordinary = newSale(world, { authentication: auto });
			expect(await world.processor.submit(ordinary)).toMatchObject({ result: "approved" });
			const asked = newSale(world, { authentication: always });
			const answer = await world.processor.submit(asked);
			const end = answer.result === "action" ? await returned(world, asked, answer, "right") : answer;
			expect(end).toMatchObject({ result: "approved", authenticated: { status: expect.stringMatching(/^[YAUI]$/) } });
			await expectApprovedOnce(world, asked);
		},
	),
	promise(
		"a charge carries the result of an authentication that the merchant made",
		["made_authentication"],
		async (world) => {
			const cavv = "AAABBEg0VhI0VniQEjRWAAAAAAA=";
			const result = {
				version: "2.2.0",
				eci: "05",
				status: "Y",
				cavv,
				dsTransactionId: "f25084f0-5b16-4c0a-ae5d-b24808a95e4b",
				serverTransactionId: "d461f105-1792-407f-95ff-9a496fd918a9",
			} as const;
			const request = newSale(world, { authentication: { when: "made", result } });
			expect(await world.processor.submit(request)).toMatchObject({ result: "approved" });
			await expectApprovedOnce(world, request);
			const { network } = world.simulator;
			if (network !== undefined)
				expect(
					network.received.some(({ body }) => body.includes(encodeURIComponent(cavv)) || body.includes(cavv)),
				).toBe(true);
		},
	),
];
