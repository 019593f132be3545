import { expect } from "vitest";
import { type ContentFault, isCarriedOut, isWaiting, type TransportFault, transportFaults } from "../faults.ts";
import { type Ability, inquiryAbout } from "../simulator.ts";
import {
	arrived,
	countReceived,
	expectApprovedOnce,
	expectNeverReceived,
	expectNotCharged,
	findsByReference,
	inquired,
	inquiredLater,
	networkOf,
	newSale,
	type ProcessorPromise,
	patience,
	promise,
	resultOf,
	soon,
	type World,
	wordOf,
} from "../world.ts";

const words: Record<TransportFault, string> = {
	reset_before: "a connection that is reset before the charge",
	reset_after: "a connection that is reset after the charge",
	request_lost: "a lost request",
	answer_lost: "a lost answer",
	request_late: "a late request",
	answer_late: "a late answer",
	torn: "half an answer",
	error_500_before: "a 500 before the charge",
	error_500_after: "a 500 after the charge",
	html_502: "a 502 with HTML",
	html_200: "a 200 with HTML",
	empty_200: "a 200 without a body",
	rate_limited: "a 429 with Retry-After",
};

const isWithoutNetwork = (fault: TransportFault) => fault === "request_lost" || fault === "answer_lost";

/** Returns `undefined` without an answer and without a network. */
async function submitWith(fault: TransportFault, world: World, request = newSale(world)) {
	world.simulator.failNext("submit", fault);
	const { network } = world.simulator;
	const earlier = network === undefined ? 0 : countReceived(world, "submit");
	const submission = world.processor.submit(request);
	const result = resultOf(submission);
	if (!isWaiting(fault)) return result;
	if (network !== undefined) await arrived(world, "submit", earlier);
	else if (isCarriedOut(fault))
		await expect.poll(() => world.simulator.booked(request.reference), patience).toHaveLength(1);
	expect(await soon(submission), "an answer before there is one").toBeUndefined();
	await world.simulator.endWaiting();
	return network === undefined ? undefined : result;
}

const afterFault = (fault: TransportFault) =>
	promise(
		`${words[fault]} is neither an approval nor a decline, and an inquiry finds out`,
		isWithoutNetwork(fault) ? ["lookup_by_reference"] : ["network", "lookup_by_reference"],
		async (world) => {
			const request = newSale(world);
			const result = await submitWith(fault, world, request);
			// A late answer may be taken when it comes.
			if (result?.status === "fulfilled") expect([fault, result.value.result]).toEqual([fault, "approved"]);
			if (!fault.endsWith("_late")) expect(result?.status).not.toBe("fulfilled");
			if (isCarriedOut(fault)) return expectApprovedOnce(world, request);
			if (world.subject.maximumDelayMs > 0) {
				expect(await inquired(world, request)).toMatchObject({ result: "unknown", isFinal: false });
			}
			await expectNeverReceived(world, request);
		},
	);

/** A processor that finds nothing by our reference says so, until a webhook tells the outcome. */
const afterFaultWithoutLookup = (fault: TransportFault): ProcessorPromise => ({
	name: `${words[fault]} is neither an approval nor a decline, and an inquiry guesses nothing`,
	needs: ["network"],
	instead: "lookup_by_reference",
	async check(world) {
		const request = newSale(world);
		const result = await submitWith(fault, world, request);
		const { reference, operation, amountCents, currency } = request;
		const entry = { operation, result: "approved", amountCents, currency };
		expect(await world.simulator.booked(reference)).toEqual(isCarriedOut(fault) ? [entry] : []);
		const inquiry = await inquiredLater(world, request);
		// A late answer may be taken: the gateway records it then.
		if (fault.endsWith("_late") && result?.status === "fulfilled") expect(result.value.result).toBe("approved");
		else expect(result?.status).toBe("rejected");
		expect(inquiry).toMatchObject({ result: "unknown", isFinal: true });
	},
});

const needsOf: Partial<Record<Extract<ContentFault, string>, Ability[]>> = {
	other_amount: ["amounts"],
	other_currency: ["amounts", "currencies"],
};

/** Expects that a wrong answer is not taken for the right one. */
const afterWrongAnswer = (
	name: string,
	fault: Extract<ContentFault, string>,
	isWrong: (answer: object) => boolean,
): ProcessorPromise => ({
	name,
	needs: ["network", ...(needsOf[fault] ?? [])],
	async check(world) {
		const request = newSale(world);
		world.simulator.failNext("submit", fault);
		const submitted = await resultOf(world.processor.submit(request));
		if (submitted.status === "fulfilled") expect(submitted.value).toSatisfy(isWrong);
		if (findsByReference(world)) world.simulator.failNext("inquire", fault);
		const inquiry = await resultOf(inquired(world, request));
		const mayBeUnknown = !findsByReference(world);
		if (inquiry.status === "fulfilled") {
			expect(inquiry.value).toSatisfy((answer) => isWrong(answer) || (mayBeUnknown && isUnknown(answer)));
		}
		await expectApprovedOnce(world, request);
	},
});

const isUnknown = (answer: object) => "result" in answer && answer.result === "unknown";

export const answers: ProcessorPromise[] = [
	...transportFaults.flatMap((fault) => [afterFault(fault), afterFaultWithoutLookup(fault)]),
	afterWrongAnswer(
		"an approval of another amount shows that amount",
		"other_amount",
		(answer) => "amountCents" in answer && answer.amountCents === 100_00,
	),
	afterWrongAnswer(
		"an approval in another currency shows that currency",
		"other_currency",
		(answer) => "currency" in answer && answer.currency === "USD",
	),
	afterWrongAnswer("an answer about another reference is not taken", "other_reference", isUnknown),
	afterWrongAnswer("a result that is not documented is not taken", "unknown_result", isUnknown),
	promise("a rate-limited request is not sent again before Retry-After", ["network"], async (world) => {
		const request = newSale(world);
		const earlier = countReceived(world, "submit");
		await submitWith("rate_limited", world, request);
		expect(countReceived(world, "submit")).toBe(earlier + 1);
		await expectNeverReceived(world, request);
	}),
	promise("an answer that never comes is given up, and so is that of an inquiry", ["network"], async (world) => {
		const hasty = await world.subject.connect({ timeLimitMs: 200 });
		const request = newSale(world);
		world.simulator.failNext("submit", "answer_lost");
		if (findsByReference(world)) world.simulator.failNext("inquire", "answer_lost");
		await expect(hasty.submit(request)).rejects.toThrow();
		expect(["rejected", "unknown"]).toContain(await wordOf(hasty.inquire(inquiryAbout(request))));
	}),
	promise("a certificate that nobody trusts gets no request", ["network"], async (world) => {
		const { untrustedUrl, received } = networkOf(world);
		const deceived = await world.subject.connect({ url: untrustedUrl });
		const earlier = received.length;
		const request = newSale(world);
		expectNotCharged(await resultOf(deceived.submit(request)), ["not_received"]);
		expect(received).toHaveLength(earlier);
		await expectNeverReceived(world, request);
	}),
	promise(
		"a request that cannot be sent is rejected, or declined as never received, and the books have nothing",
		["network"],
		async (world) => {
			const lost = await world.subject.connect({ url: unreachable });
			const request = newSale(world);
			expectNotCharged(await resultOf(lost.submit(request)), ["not_received"]);
			expect(["rejected", "unknown", "declined"]).toContain(await wordOf(lost.inquire(inquiryAbout(request))));
			await expectNeverReceived(world, request);
		},
	),
	promise(
		"a refused account charges nothing and blames no card: rejected, or declined without a word of the card's bank",
		["network"],
		async (world) => {
			const refused = await world.subject.connect({ account: wrongAccount(world) });
			const request = newSale(world);
			expectNotCharged(await resultOf(refused.submit(request)));
			expect(["rejected", "unknown", "declined"]).toContain(await wordOf(refused.inquire(inquiryAbout(request))));
			await expectNeverReceived(world, request);
		},
	),
];

export const unreachable = "http://127.0.0.1:1";

export function wrongAccount(world: World): Record<string, string> {
	const fields = Object.entries(networkOf(world).account);
	return Object.fromEntries(fields.map(([name, value]) => [name, [...value].reverse().join("")]));
}
