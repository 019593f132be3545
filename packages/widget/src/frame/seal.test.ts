import {
	formatPublicKey,
	generateRecipientKey,
	type OpenedToken,
	openEnvelope,
	readEnvelope,
	recipient,
} from "@cardseal/encrypt/open";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { english } from "../locale/en.ts";
import { createSealer, type Sealer } from "./seal.ts";

const hour = 3_600_000;
const serverTime = Date.UTC(2026, 10, 21);
const card = { number: "4242424242424242", month: "08", year: "31", securityCode: "123" };
const keys = generateRecipientKey();
const page = {
	publicKey: formatPublicKey(keys.publicKey, "test"),
	origin: "https://shop.example",
	words: english,
	languages: {},
	marks: { url: "", integrity: "" },
	receiptLanguage: "fr",
	refusal: null,
	advice: null,
};

/** The gateway's responses to session requests, in order; then a new session for each request. */
let answers: (() => Response)[];
let asked: RequestInit[];

beforeEach(() => {
	vi.useFakeTimers({ now: serverTime - 5 * hour, toFake: ["Date", "performance"] });
	vi.stubGlobal("navigator", { language: "fr-CA", onLine: true });
	vi.stubGlobal("screen", { colorDepth: 24, width: 1_280, height: 900 });
	answers = [];
	asked = [];
	vi.stubGlobal("fetch", async (_url: string, request: RequestInit) => {
		asked.push(request);
		const answer = answers.shift();
		return answer ? answer() : session(asked.length);
	});
});

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

const idOf = (count: number) => String(count).padStart(32, "0");

function session(count: number): Response {
	const body = { session_id: idOf(count), server_time: serverTime, expires_at: serverTime + hour };
	return Response.json(body, { status: 201 });
}

async function sealed(sealer: Sealer): Promise<OpenedToken | undefined> {
	const answer = await sealer.seal(card);
	const envelope = "token" in answer ? readEnvelope(answer.token) : undefined;
	return envelope && openEnvelope(envelope, recipient(keys.privateKey));
}

test("a token contains the card, the session and the gateway's time, whatever the payer's clock shows", async () => {
	const sealer = createSealer(page);
	await sealer.open();
	vi.advanceTimersByTime(90_000);

	expect(await sealed(sealer)).toEqual({ card, sessionId: idOf(1), issuedAt: serverTime + 90_000 });
	expect(JSON.parse(String(asked[0]?.body))).toEqual({
		public_key: page.publicKey,
		origin: page.origin,
		language: page.receiptLanguage,
		// For 3-D Secure.
		browser: {
			language: "fr-CA",
			color_depth: 24,
			screen_width: 1_280,
			screen_height: 900,
			time_zone_offset: expect.any(Number),
			java_enabled: false,
		},
	});
});

test("F-13 every token has its own session, also two simultaneous ones", async () => {
	const sealer = createSealer(page);
	await sealer.open();
	const tokens = await Promise.all([sealed(sealer), sealed(sealer), sealed(sealer)]);
	tokens.push(await sealed(sealer));

	expect(new Set(tokens.map((token) => token?.sessionId)).size).toBe(4);
});

test("a session past half its lifetime is not used", async () => {
	const sealer = createSealer(page);
	await sealer.open();
	vi.advanceTimersByTime(hour / 2 + 1);

	expect((await sealed(sealer))?.sessionId).toBe(idOf(2));
});

test.each([
	[403, "origin"],
	[404, "key"],
	[429, "session"],
	[503, "session"],
])("a gateway that answers %i gives the cause %s", async (status, cause) => {
	answers = [() => new Response("{}", { status })];

	expect(await createSealer(page).open()).toBe(cause);
});

test.each([
	["no connection", { onLine: false }, new TypeError("Failed to fetch"), "offline"],
	["a request that fails", { onLine: true }, new TypeError("Failed to fetch"), "session"],
	["no answer in time", { onLine: true }, new DOMException("", "TimeoutError"), "session"],
])("%s is reported as its own cause", async (_what, navigator, error, cause) => {
	vi.stubGlobal("navigator", navigator);
	answers = [
		() => {
			throw error;
		},
	];

	expect(await createSealer(page).open()).toBe(cause);
});

test.each([{}, { session_id: 1, server_time: 1, expires_at: 1 }, null, []])(
	"a response without a session (%j) is refused",
	async (body) => {
		answers = [() => Response.json(body, { status: 201 })];

		expect(await createSealer(page).open()).toBe("session");
	},
);

test("after a failure the next token tries again", async () => {
	const sealer = createSealer(page);
	answers = [() => session(1), () => new Response("", { status: 503 })];
	await sealer.open();
	expect((await sealed(sealer))?.sessionId).toBe(idOf(1));

	await vi.waitFor(async () => expect((await sealed(sealer))?.sessionId).toBe(idOf(3)), 20_000);
});
