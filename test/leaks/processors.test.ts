import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import type { ProcessorAdapter } from "@cardseal/vault";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Fault } from "../../packages/processor-kit/src/index.ts";
import { adyenStory } from "../../packages/processors/adyen/test-support/story.ts";
import { bamboraStory } from "../../packages/processors/bambora/test-support/story.ts";
import { monerisStory } from "../../packages/processors/moneris/test-support/story.ts";
import { stripeStory } from "../../packages/processors/stripe/test-support/story.ts";
import { liveCards } from "../faults/live/live-merchant.ts";
import { addMerchant, openWorld, type StoryProcessor, sendWebhooks, type World } from "../faults/live/world.ts";
import { type Answer, type Client, cardWith, type JsonObject, salePath } from "../fixtures/client.ts";
import { type Finding, type Mark, marks, searchDatabase, searchFiles, searchText, secret } from "./hunt.ts";

const numbers = liveCards.map((value): Mark => ({ name: `card number …${value.slice(-4)}`, kind: "number", value }));

/** Each is answered in its own way, or not at all. */
const faults: readonly Fault[] = [
	...(["reset_before", "reset_after", "request_lost", "answer_lost", "torn", "error_500_before"] as const),
	...(["error_500_after", "html_502", "html_200", "empty_200", "rate_limited"] as const),
	...(["other_amount", "other_currency", "other_reference", "unknown_result"] as const),
	// Refused, with everything that was sent in the answer.
	"echo",
];

describe.each([stripeStory, adyenStory, bamboraStory, monerisStory])("through the adapter of $name", (processor) => {
	let world: World;
	let client: Client;
	let adapter: ProcessorAdapter;
	let wanted: Mark[];
	const answers: Answer[] = [];
	const errors: unknown[] = [];

	beforeAll(async () => {
		adapter = await adapterOf(processor);
		for (const name of ["submit", "inquire"] as const) keepErrors(adapter, name, errors);
		world = await openWorld(processor);
		const merchant = await addMerchant(world, processor);
		({ client } = merchant);
		await world.operator.run("card-testing", "off", merchant.id);
		const shown = new Set(adapter.fields.filter(({ isSecret }) => !isSecret).map(({ name }) => name));
		const secrets = Object.entries(world.far.network.account).filter(([name]) => !shown.has(name));
		wanted = [...numbers, marks.code, ...secrets.map(([name, value]) => secret(name, value))];
		await sellAndRefund();
		await storeCards();
		await beDeclined();
		await fail();
		await beUnreachable();
		await inquire();
	});

	afterAll(async () => {
		await world.close();
		vi.restoreAllMocks();
	});

	async function post(path: string, body: JsonObject): Promise<Answer> {
		const answer = await client.post(path, body);
		answers.push(answer);
		return answer;
	}

	function sell(index = 0): Promise<Answer> {
		const card = cardWith(liveCards[index % liveCards.length] ?? "", marks.code.value);
		const payer = { first_name: "Grace", address1: "1 King Street", postal_code: "M5V 1A1", ip_address: "203.0.113.9" };
		return post(salePath, { amount: 31, ...payer, ...card });
	}

	async function sellAndRefund(): Promise<void> {
		for (const index of liveCards.keys()) {
			const { body } = await sell(index);
			expect(body.transaction_result).toBe("APPROVED");
			await post(`/transaction-service/refund/${body.transaction_id}`, { amount: 15 });
		}
	}

	/** One card is approved, one declined, and one refused. */
	async function storeCards(): Promise<void> {
		const customer = await post("/customer-service/customer", { first_name: "Grace", email: "grace@example.com" });
		const path = `/customer-service/customer/${customer.body.lookup_id}/card`;
		const declined = Object.keys(world.far.declineCodes ?? {})[0] ?? "";
		const statuses: number[] = [];
		for (const [index, fault] of [undefined, { declined }, "echo" as const].entries()) {
			if (fault !== undefined) world.far.failNext("submit", fault);
			statuses.push((await post(path, cardWith(liveCards[index] ?? "", marks.code.value))).status);
		}
		expect(statuses).toEqual([200, 402, 402]);
	}

	async function beDeclined(): Promise<void> {
		const codes = [...Object.keys(world.far.declineCodes ?? {}), world.far.unknownDeclineCode ?? "ZZ"];
		for (const [index, declined] of codes.entries()) {
			world.far.failNext("submit", { declined });
			const { status, text } = await sell(index);
			// 503: the code says that the account is closed.
			expect(status, text).toBe(world.far.declineCodes?.[declined] === "account_refused" ? 503 : 402);
		}
	}

	async function fail(): Promise<void> {
		for (const [index, fault] of faults.entries()) {
			world.far.failNext("submit", fault);
			await sell(index);
		}
	}

	/** An untrusted certificate, and a port where nothing listens. */
	async function beUnreachable(): Promise<void> {
		for (const url of [world.far.network.untrustedUrl, await closedUrl()]) {
			vi.stubEnv("LIVE_ACQUIRER_URL", url);
			expect((await sell()).body.decline_code).toBe("not_received");
		}
		vi.stubEnv("LIVE_ACQUIRER_URL", world.far.network.url);
	}

	/** Each fault meets an inquiry, if the processor can be asked. */
	async function inquire(): Promise<void> {
		for (const fault of faults) world.far.failNext("inquire", fault);
		await vi.waitFor(
			async () => {
				world.clocks.real.advance(60_000);
				await sendWebhooks(world);
				const pending = await world.tables.selectFrom("pending_transactions").select("inquiries").execute();
				expect(pending.filter(({ inquiries }) => inquiries < 5)).toEqual([]);
			},
			{ timeout: 60_000, interval: 200 },
		);
	}

	test("cards reached the processor, and it failed in many ways", () => {
		const wire = world.far.network.received.map(({ body }) => body).join("\n");
		expect(searchText(wire, numbers, "wire").map(({ mark }) => mark)).toEqual(numbers.map(({ name }) => name));
		expect(wire).toContain(marks.code.value);
		expect(errors.length).toBeGreaterThan(5);
	});

	test("P-02 no number, security code or secret is in an error that the adapter throws", () => {
		expect(findingsIn(errors.map((error) => inspect(error, { depth: 20, showHidden: true })))).toEqual([]);
	});

	test("P-02 none is in the log or in an answer to the merchant", () => {
		expect(world.logged.join("")).toContain(salePath);
		expect(findingsIn(world.logged)).toEqual([]);
		expect(findingsIn(answers.map(({ text }) => text))).toEqual([]);
	});

	test("P-02 none is in the database or in the gateway's files", async () => {
		expect(await searchDatabase(world.database.url, wanted)).toEqual([]);
		expect(await searchFiles(world.directory, wanted)).toEqual([]);
	});

	const findingsIn = (texts: readonly string[]): Finding[] => searchText(texts.join("\0"), wanted, "text");
});

async function adapterOf({ modulePath }: StoryProcessor): Promise<ProcessorAdapter> {
	const { processors } = (await import(modulePath)) as { processors: ProcessorAdapter[] };
	const [adapter] = processors;
	if (adapter === undefined) throw new Error("The module has no processor.");
	return adapter;
}

/** Keeps what a method throws: the gateway calls the same adapter. */
function keepErrors(adapter: ProcessorAdapter, name: "submit" | "inquire", errors: unknown[]): void {
	const original = adapter[name].bind(adapter) as (...words: unknown[]) => Promise<never>;
	vi.spyOn(adapter, name).mockImplementation(async (...words: unknown[]) => {
		try {
			return await original(...words);
		} catch (error) {
			errors.push(error);
			throw error;
		}
	});
}

async function closedUrl(): Promise<string> {
	const server = createServer().listen(0, "127.0.0.1");
	await new Promise((listening) => server.once("listening", listening));
	const { port } = server.address() as AddressInfo;
	await new Promise((closed) => server.close(closed));
	return `http://127.0.0.1:${port}`;
}
