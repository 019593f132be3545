import type { WebhookEvent } from "@cardseal/client";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startWebhookReceiver, type WebhookReceiver } from "../../../../test/fixtures/webhook-receiver.ts";
import { Advice } from "../first-sale/advice.ts";
import { readArguments } from "./arguments.ts";
import { type Listening, listen } from "./listen.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const created = Date.UTC(2026, 10, 23, 12);
const now = () => created;

let receiver: WebhookReceiver;

beforeEach(async () => {
	receiver = await startWebhookReceiver();
});
afterEach(() => receiver.close());

const endpoint = {
	lookup_id: "9fK2mQ7xW1aZ3bC4dE5f",
	url: "https://shop.example.com/webhooks",
	types: null,
	description: null,
	status: "ENABLED",
	disabled_reason: null,
	failing_since: null,
	created,
} as const;

function eventOf(sequence: number): WebhookEvent {
	return { id: `evt_${sequence}`, sequence, type: "ping", created, test_mode: true, data: endpoint };
}

/** Listens at a gateway that has one event and gets two more. Returns the printed lines. */
async function listenTo(options: Partial<Listening>) {
	const lines: string[] = [];
	const asked: (number | undefined)[] = [];
	const client = {
		get: async () => ({ events: [eventOf(1)] }),
		async *events({ after }: { after?: number } = {}) {
			asked.push(after);
			yield eventOf(2);
			yield eventOf(3);
		},
	} as unknown as Listening["client"];
	const screen: Listening["screen"] = { line: (text = "") => lines.push(text), paint: (_colour, text) => text };
	const { signal } = new AbortController();
	await listen({ client, secret, screen, now, signal, forwardTo: undefined, after: undefined, ...options });
	return { lines, asked };
}

test("prints events behind the newest one", async () => {
	const { lines, asked } = await listenTo({});
	expect(asked).toEqual([1]);
	expect(lines).toEqual([
		"2026-11-23T12:00:00.000Z      2  ping  evt_2",
		"2026-11-23T12:00:00.000Z      3  ping  evt_3",
	]);
});

test("posts them, signed, to a program, and prints its answers", async () => {
	receiver.answer = (response) => response.writeHead(receiver.received.length === 1 ? 200 : 500).end();
	const { lines, asked } = await listenTo({ after: 0, forwardTo: receiver.url });
	expect(asked).toEqual([0]);
	expect(await receiver.events(secret, now)).toEqual([eventOf(2), eventOf(3)]);
	expect(lines.map((line) => line.slice(-5))).toEqual(["→ 200", "→ 500"]);
});

test("tells that a program does not answer, and goes on", async () => {
	const { lines } = await listenTo({ forwardTo: "http://127.0.0.1:1/" });
	expect(lines.map((line) => line.slice(-11))).toEqual(["→ no answer", "→ no answer"]);
});

describe("arguments", () => {
	test("are read", () => {
		expect(readArguments([])).toEqual({ forwardTo: undefined, after: undefined });
		const given = ["--forward-to", "http://localhost:3000/webhooks", "--after", "17"];
		expect(readArguments(given)).toEqual({ forwardTo: "http://localhost:3000/webhooks", after: 17 });
	});

	test.each([
		[["--forward-to", "https://shop.example.com/"]],
		[["--forward-to", "3000"]],
		[["--after", "evt_1"]],
		[["--help"]],
		[["http://localhost:3000"]],
	])("%j is refused with advice", (given) => {
		expect(() => readArguments(given)).toThrow(Advice);
	});
});
