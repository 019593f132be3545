import { AccountRefused, DisputeRefused, type Outcome, type ProcessorAdapter } from "@cardseal/vault";
import { numbersOf } from "@cardseal/vault/processors";
import { describe, expect, test } from "vitest";
import { connected, type Place, sendingMs } from "../../../test/fixtures/processors/connected.ts";
import { startAcquirer } from "./acquirer.ts";
import { promises } from "./describe-processor.ts";
import { createExampleProcessor } from "./example/processor.ts";
import { openWorld } from "./world.ts";

const declined: Outcome = {
	result: "declined",
	declineClass: "soft",
	declineCode: "processing_error",
	message: "Error",
	processorTransactionId: "none",
};

type Change = (right: ProcessorAdapter, place: Place) => Partial<ProcessorAdapter>;

/** Mistakes of an adapter, each with promises that it breaks. */
const mistakes: [string, Change, string[]][] = [
	[
		"takes errors for declines",
		(right) => ({ submit: (...sent) => right.submit(...sent).catch(() => declined) }),
		[
			"half an answer is neither an approval nor a decline, and an inquiry finds out",
			"a 500 before the charge is neither an approval nor a decline, and an inquiry finds out",
			"a 429 with Retry-After is neither an approval nor a decline, and an inquiry finds out",
			"a certificate that nobody trusts gets no request",
			"a request that cannot be sent is rejected, or declined as never received, and the books have nothing",
		],
	],
	[
		"charges again under another reference after an error",
		(right) => ({
			submit: (request, account) =>
				right
					.submit(request, account)
					.catch(() => right.submit({ ...request, reference: `${request.reference}2` }, account)),
		}),
		["a 500 after the charge is neither an approval nor a decline, and an inquiry finds out"],
	],
	[
		"guesses that a request whose answer was lost was not received",
		() => ({ inquire: async () => ({ result: "not_received" }) }),
		[
			"a lost answer is neither an approval nor a decline, and an inquiry guesses nothing",
			"a 500 after the charge is neither an approval nor a decline, and an inquiry guesses nothing",
			"a lost answer is neither an approval nor a decline, and an inquiry finds out",
		],
	],
	[
		"does not tell amount and currency of an approval",
		(right) => ({
			submit: async (...sent) => ({ ...(await right.submit(...sent)), amountCents: undefined, currency: undefined }),
		}),
		["an approval of another amount shows that amount", "an approval in another currency shows that currency"],
	],
	[
		"takes a request that is accepted for an approved one",
		(right) => ({
			async submit(...sent) {
				const answer = await right.submit(...sent);
				if (answer.result !== "accepted") return answer;
				return { result: "approved", message: "", authorizationCode: "1", processorTransactionId: "1" };
			},
		}),
		["an accepted request is no outcome, and stays accepted until it is decided"],
	],
	[
		"takes an inquiry without an answer for one about an unknown reference",
		(right) => ({ inquire: (...asked) => right.inquire(...asked).catch(() => ({ result: "not_received" as const })) }),
		[
			"an inquiry that meets a reset connection decides nothing, and the next one does",
			"an inquiry that meets a 502 with HTML decides nothing, and the next one does",
		],
	],
	[
		"takes a request for lost while it may be on its way",
		() => ({ maximumDelayMs: -sendingMs - 1 }),
		["a request that is still on its way is unknown, not lost"],
	],
	[
		"tells of a refund where it charged",
		(right) => ({
			async events(...asked) {
				const page = await right.events?.(...asked);
				if (page === undefined) throw new Error("The example has events.");
				const events = page.events.map((event) =>
					event.kind === "outcome" ? { ...event, operation: "refund" as const } : event,
				);
				return { ...page, events };
			},
		}),
		["an accepted request that is approved later is approved in an event"],
	],
	[
		"calls every decline the same and forgets the code",
		(right) => ({
			async submit(...sent) {
				const answer = await right.submit(...sent);
				if (answer.result !== "declined") return answer;
				return { ...answer, declineCode: "do_not_honour", issuerCode: undefined };
			},
		}),
		[
			"each documented code of a decline is mapped to ours, with the raw code for the operator",
			"a code of a decline that is not documented is generic, with the raw code for the operator",
			"an inquiry repeats a decline",
		],
	],
	[
		"believes every webhook",
		() => ({
			readWebhook: async ({ body }) => {
				const { id, at, dispute } = JSON.parse(Buffer.from(body).toString());
				const { reference, amount, currency, reason } = dispute;
				const amounts = { amountCents: amount, currency, reasonCode: reason };
				return [
					{
						id,
						kind: "dispute",
						disputeId: dispute.id,
						reference,
						state: "open",
						...amounts,
						evidenceDueAt: null,
						happenedAt: at,
					},
				];
			},
		}),
		["a webhook with a changed body is refused", "a webhook with no signature is refused"],
	],
	[
		"takes accounts of the test system for others",
		() => ({ isTest: () => false }),
		["an account of the processor's test system is told from one that moves money"],
	],
	[
		"leaves out the second event of a page",
		(right) => ({
			async events(...asked) {
				const page = await right.events?.(...asked);
				return { events: page?.events.slice(0, 1) ?? [], cursor: page?.cursor ?? "" };
			},
		}),
		["events are read in order and over pages, and none is left out"],
	],
	[
		"takes a failure for the refusal of an answer to a dispute",
		(right) => ({
			acceptDispute: (...answered) =>
				Promise.resolve(right.acceptDispute?.(...answered)).catch(() => {
					throw new DisputeRefused("The dispute is closed.");
				}),
		}),
		["a fault refuses no answer to a dispute, which can be sent again"],
	],
	[
		"refuses an account when it cannot verify it",
		(right) => ({
			verify: (account) =>
				right.verify(account).catch(() => {
					throw new AccountRefused("The account was refused.");
				}),
		}),
		[
			"a fault neither verifies an account nor refuses it",
			"a processor that cannot be reached, or that nobody trusts, refuses no account",
		],
	],
	[
		"verifies no account",
		() => ({ verify: async () => undefined }),
		["another account is refused", "a fault neither verifies an account nor refuses it"],
	],
	[
		"repeats the request in its errors",
		(right) => ({
			submit: (request, account) =>
				right.submit(request, account).catch((cause) => {
					const sent = "card" in request ? numbersOf(request.card) : undefined;
					throw new Error(`It failed: ${JSON.stringify(sent)}`, { cause });
				}),
		}),
		[
			"no answer and no error tells a card number, security code or secret, whatever the fault",
			"no error of a connection or of a wrong account tells a card number, security code or secret",
		],
	],
	[
		"keeps the card with its answer",
		(right) => ({
			async submit(request, account) {
				const answer = await right.submit(request, account);
				return "card" in request ? { ...answer, sent: numbersOf(request.card) } : answer;
			},
		}),
		["an answer does not repeat the card"],
	],
	[
		"writes to the console",
		(right) => ({
			inquire(request, account) {
				process.stdout.write(`${request.reference}\n`);
				return right.inquire(request, account);
			},
		}),
		["nothing is written to the log or the console"],
	],
	[
		"sends its key in an address",
		(right, { url }) => ({
			async inquire(request, account) {
				await fetch(`${url}/v1/account?key=${account.api_key}`);
				return right.inquire(request, account);
			},
		}),
		["no address of a request has a card number, security code or secret, as traces record addresses"],
	],
	[
		"trusts every payer who returns",
		(right) => ({
			authentication: {
				abandon: refuse,
				...right.authentication,
				complete: async ({ processorTransactionId }) => ({
					result: "approved",
					message: "",
					authorizationCode: "1",
					processorTransactionId: processorTransactionId ?? "1",
				}),
			},
		}),
		[
			"a payer who authenticates is charged once, with the authentication's result",
			"a payer who fails is declined as authentication_failed, and nothing is charged",
			"fields that the bank did not send approve nothing, and the payer may still authenticate",
		],
	],
	[
		"takes every charge that it gives up for a declined one",
		(right) => ({
			authentication: {
				complete: refuse,
				...right.authentication,
				abandon: async () => ({ ...declined, declineCode: "authentication_failed" }),
			},
		}),
		["a charge that has its end keeps it when it is abandoned"],
	],
	[
		"charges without its payer what a bank wants authenticated",
		(right) => ({
			submit: (request, account) =>
				right.submit("card" in request ? { ...request, authentication: undefined } : request, account),
		}),
		[
			"a payer who authenticates is charged once, with the authentication's result",
			"an ordinary card is charged at once under auto, and authenticated under always",
			"a charge carries the result of an authentication that the merchant made",
		],
	],
];

const refuse = () => Promise.reject(new Error("The example authenticates payers."));

describe("a processor with a mistake breaks promises", () => {
	test.each(mistakes)("one that %s", async (_, change, broken) => {
		const adapterAt = (place: Place): ProcessorAdapter => {
			const right = createExampleProcessor(place);
			return { ...right, ...change(right, place) };
		};
		const world = await openWorld(connected("wrong", adapterAt), {
			lacks: [],
			start: () => startAcquirer({ now: () => Date.now() }),
		});
		const all = Object.values(promises).flat();
		try {
			for (const name of broken) {
				const promise = all.find((one) => one.name === name);
				await expect(promise?.check(world), name).rejects.toThrow();
				await world.simulator.endWaiting();
			}
		} finally {
			await world.close();
		}
	});
});
