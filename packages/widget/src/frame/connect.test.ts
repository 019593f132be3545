import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { protocol } from "../wire/messages.ts";
import { connect } from "./connect.ts";

const origin = "https://shop.example";
const nonce = "0123456789abcdef0123456789abcdef";
const right = { cardseal: "connect", protocol, nonce };

let frame: EventTarget;
let parent: { postMessage: ReturnType<typeof vi.fn> };
let port: MessagePort;

beforeEach(() => {
	vi.useFakeTimers();
	frame = new EventTarget();
	parent = { postMessage: vi.fn() };
	port = new MessageChannel().port2;
	vi.stubGlobal("parent", parent);
	vi.stubGlobal("addEventListener", frame.addEventListener.bind(frame));
	vi.stubGlobal("removeEventListener", frame.removeEventListener.bind(frame));
});

afterEach(() => {
	port.close();
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

/** Delivers a window message that is valid except for the given parts. */
function receive(
	different: Partial<{ origin: string; source: unknown; data: unknown; ports: MessagePort[] }> = {},
): void {
	const message = { origin, source: parent, data: right, ports: [port], ...different };
	frame.dispatchEvent(Object.assign(new Event("message"), message));
}

/** The result of `connect` after its time limit. */
async function outcome(connecting: Promise<MessagePort | undefined>): Promise<MessagePort | undefined> {
	await vi.advanceTimersByTimeAsync(8_000);
	return connecting;
}

describe("the frame says hello", () => {
	test("to the merchant's origin only, every 250 ms for 8 s", async () => {
		expect(await outcome(connect(origin, nonce))).toBeUndefined();
		await vi.advanceTimersByTimeAsync(8_000);

		expect(parent.postMessage).toHaveBeenCalledTimes(32);
		expect(new Set(parent.postMessage.mock.calls.map(([, target]) => target))).toEqual(new Set([origin]));
		expect(parent.postMessage.mock.calls[0]).toEqual([{ cardseal: "hello", protocol, nonce }, origin]);
	});

	test("until it has a port", async () => {
		const connecting = connect(origin, nonce);
		receive();

		expect(await outcome(connecting)).toBe(port);
		expect(parent.postMessage).toHaveBeenCalledTimes(1);
	});
});

describe("the frame does not take a port", () => {
	test.each([
		["from another origin", { origin: "https://evil.example" }],
		["from an origin that begins alike", { origin: "https://shop.example.evil.example" }],
		["from the same host without encryption", { origin: "http://shop.example" }],
		["from an opaque origin", { origin: "null" }],
		["from another window of the same origin", { source: {} }],
		["from no window", { source: null }],
		["with another frame's nonce", { data: { ...right, nonce: "f".repeat(32) } }],
		["with no nonce", { data: { ...right, nonce: "" } }],
		["for another protocol", { data: { ...right, protocol: protocol + 1 } }],
		["in a hello", { data: { ...right, cardseal: "hello" } }],
		["in a text", { data: JSON.stringify(right) }],
		["in nothing", { data: null }],
		["when there is none", { ports: [] }],
	])("%s", async (_how, different) => {
		const connecting = connect(origin, nonce);
		receive(different);

		expect(await outcome(connecting)).toBeUndefined();
	});

	test("when there are two, since either could be another sender's", async () => {
		const connecting = connect(origin, nonce);
		const { port1 } = new MessageChannel();
		receive({ ports: [port, port1] });

		expect(await outcome(connecting)).toBeUndefined();
		port1.close();
	});

	test("in a second answer, even a valid one", async () => {
		const connecting = connect(origin, nonce);
		receive();
		const { port1 } = new MessageChannel();
		receive({ ports: [port1] });

		expect(await outcome(connecting)).toBe(port);
		port1.close();
	});
});

test("a wrong answer does not block the right one", async () => {
	const connecting = connect(origin, nonce);
	receive({ origin: "https://evil.example" });
	receive();

	expect(await outcome(connecting)).toBe(port);
});
