import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { protocol, type ToHost } from "../wire/messages.ts";
import { awaitHello } from "./handshake.ts";

const gateway = "https://pay.example";
const nonce = "0123456789abcdef0123456789abcdef";
const hello = { cardseal: "hello", protocol, nonce };

/** A window in a frame, which records its messages. */
function fakeWindow() {
	return { postMessage: vi.fn<(message: unknown, target: string, ports: MessagePort[]) => void>() };
}

/** The merchant's page. */
let page: EventTarget;
let frame: ReturnType<typeof fakeWindow>;
let inFrame: unknown;
let ports: MessagePort[];
let onOtherVersion: ReturnType<typeof vi.fn<() => void>>;
let life: AbortController;

beforeEach(() => {
	page = new EventTarget();
	vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
	frame = fakeWindow();
	inFrame = frame;
	ports = [];
	onOtherVersion = vi.fn();
	life = new AbortController();
	const holder = {
		get contentWindow() {
			return inFrame as Window | null;
		},
	};
	awaitHello(holder, gateway, nonce, life.signal, (port) => {
		if (port) ports.push(port);
		else onOtherVersion();
	});
});

afterEach(() => {
	life.abort();
	vi.unstubAllGlobals();
	for (const port of ports) port.close();
	for (const [, , sent] of frame.postMessage.mock.calls) for (const port of sent) port.close();
});

interface Arriving {
	origin?: string;
	source?: unknown;
	data?: unknown;
	ports?: MessagePort[];
}

/** Delivers a message to the page that is valid except for the given parts. */
function receive(different: Arriving = {}): void {
	const message = { origin: gateway, source: frame, data: hello, ports: [], ...different };
	page.dispatchEvent(Object.assign(new Event("message"), message));
}

describe("the frame's hello", () => {
	test("is answered with one port, to the gateway's origin only", () => {
		receive();
		expect(ports).toHaveLength(1);
		expect(frame.postMessage.mock.calls).toEqual([
			[{ cardseal: "connect", protocol, nonce }, gateway, [expect.any(MessagePort)]],
		]);
	});

	test("connects the two ends of the port", async () => {
		receive();
		const [port] = ports;
		const [[, , [other]] = [undefined, undefined, []]] = frame.postMessage.mock.calls;
		const arrived = new Promise<ToHost>((resolve) => port?.addEventListener("message", ({ data }) => resolve(data)));
		port?.start();
		other?.postMessage({ type: "ready" });
		expect(await arrived).toEqual({ type: "ready" });
	});

	test("is answered even after a hundred messages of strangers", () => {
		for (let index = 0; index < 100; index++) receive({ source: fakeWindow() });
		receive();
		expect(ports).toHaveLength(1);
	});
});

describe("X-27 no port is given to", () => {
	test.each<[string, Arriving]>([
		["another origin", { origin: "https://evil.example" }],
		["a page without an origin", { origin: "null" }],
		["an origin that begins like the gateway's", { origin: `${gateway}.evil.example` }],
		["an origin that ends like the gateway's", { origin: "https://evil-pay.example" }],
		["a subdomain of the gateway's", { origin: "https://www.pay.example" }],
		["the gateway's name without encryption", { origin: "http://pay.example" }],
		["the gateway's name on another port", { origin: "https://pay.example:8443" }],
		["the gateway's name in capitals", { origin: "https://PAY.example" }],
		["an address of the gateway's instead of its origin", { origin: `${gateway}/` }],
		["no origin at all", { origin: "" }],
		["another window of the gateway's", { source: fakeWindow() }],
		["a window that is gone", { source: null }],
		["the page itself", { source: globalThis }],
		["a worker or port, which is no window", { source: new MessageChannel().port1 }],
		["a guess at the nonce", { data: { ...hello, nonce: "f".repeat(32) } }],
		["half of the nonce", { data: { ...hello, nonce: nonce.slice(0, 16) } }],
		["the nonce in capitals", { data: { ...hello, nonce: nonce.toUpperCase() } }],
		["no nonce", { data: { cardseal: "hello", protocol } }],
		["a nonce in a list, which compares like its text", { data: { ...hello, nonce: [nonce] } }],
		["a nonce that is computed", { data: { ...hello, nonce: { toString: () => nonce } } }],
		["a hello that is inherited", { data: structuredClone(Object.create(hello)) }],
		["a hello under __proto__", { data: JSON.parse(`{"__proto__": ${JSON.stringify(hello)}}`) }],
		["a hello as text", { data: JSON.stringify(hello) }],
		["a message of the conversation, sent to the window", { data: { type: "ready" } }],
		["nothing", { data: null }],
	])("%s", (_, different) => {
		receive(different);
		expect(ports).toEqual([]);
		expect(frame.postMessage).not.toHaveBeenCalled();
		expect(onOtherVersion).not.toHaveBeenCalled();
		// The frame itself is still answered.
		receive();
		expect(ports).toHaveLength(1);
	});

	test("a second hello: the nonce is used", () => {
		receive();
		receive();
		expect(ports).toHaveLength(1);
		expect(frame.postMessage).toHaveBeenCalledTimes(1);
	});

	test("a hello that brings its own port: ours is used", () => {
		const { port1, port2 } = new MessageChannel();
		receive({ ports: [port1] });
		expect(ports).toHaveLength(1);
		expect(ports.includes(port1)).toBe(false);
		port2.close();
	});

	test("the frame after the form was removed", () => {
		life.abort();
		receive();
		expect(ports).toEqual([]);
		expect(frame.postMessage).not.toHaveBeenCalled();
	});

	test("a frame without a window, even when the message has no source", () => {
		inFrame = null;
		receive({ source: null });
		inFrame = undefined;
		receive({ source: undefined });
		expect(ports).toEqual([]);
	});

	test("an earlier window of the frame", () => {
		inFrame = fakeWindow();
		receive();
		expect(ports).toEqual([]);
	});
});

describe("a frame of another version", () => {
	test.each([protocol + 1, protocol - 1, -protocol])("is recognised and gets no port: %d", (other) => {
		receive({ data: { ...hello, protocol: other } });
		expect(onOtherVersion).toHaveBeenCalledTimes(1);
		expect(ports).toEqual([]);
	});

	test.each<[string, Arriving]>([
		["another origin", { origin: "https://evil.example" }],
		["another window", { source: fakeWindow() }],
	])("is not accepted from %s", (_, different) => {
		receive({ ...different, data: { ...hello, protocol: 999 } });
		expect(onOtherVersion).not.toHaveBeenCalled();
	});
});
