import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { signWebhook, verifyWebhook, type WebhookEvent, WebhookRefused } from "./webhook.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const otherSecret = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";
const seconds = 1_790_000_000;
const now = () => seconds * 1_000;

const event: WebhookEvent = {
	id: "evt_1",
	sequence: 17,
	type: "ping",
	created: 1,
	test_mode: true,
	data: {
		lookup_id: "9fK2mQ7xW1aZ3bC4dE5f",
		url: "https://shop.example.com/webhooks",
		types: null,
		description: "Zoë's server",
		status: "ENABLED",
		disabled_reason: null,
		failing_since: null,
		created: 1,
	},
};
const body = JSON.stringify(event);
const headers = await signWebhook({ id: event.id, timestamp: seconds, body }, secret);

async function refusalOf(check: Promise<unknown>): Promise<unknown> {
	const error = await check.catch((thrown: unknown) => thrown);
	return error instanceof WebhookRefused ? error.code : error;
}

describe("verifyWebhook", () => {
	test("returns the event of a signed body, as text or bytes", async () => {
		expect(await verifyWebhook(body, headers, secret, { now })).toEqual(event);
		expect(await verifyWebhook(new TextEncoder().encode(body), headers, [secret], { now })).toEqual(event);
	});

	test("reads the headers of fetch, of Node, and of frameworks that keep their case", async () => {
		const shouted = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]);
		for (const form of [new Headers(headers), { ...headers, host: undefined }, Object.fromEntries(shouted)]) {
			expect(await verifyWebhook(body, form, secret, { now })).toEqual(event);
		}
	});

	test("agrees with the standard's library in both directions", async () => {
		const at = Math.floor(Date.now() / 1_000);
		const ours = await signWebhook({ id: "evt_2", timestamp: at, body }, secret);
		expect(new Webhook(secret).verify(body, ours)).toEqual(event);
		const theirs = new Webhook(secret).sign("evt_2", new Date(at * 1_000), body);
		const given = { "webhook-id": "evt_2", "webhook-timestamp": String(at), "webhook-signature": theirs };
		expect(await verifyWebhook(body, given, secret)).toEqual(event);
	});

	test("takes any of several secrets and any of several signatures", async () => {
		expect(await verifyWebhook(body, headers, [otherSecret, secret], { now })).toEqual(event);
		const other = await signWebhook({ id: event.id, timestamp: seconds, body }, otherSecret);
		const signature = `v1a,xxxx ${other["webhook-signature"]} ${headers["webhook-signature"]}`;
		expect(await verifyWebhook(body, { ...headers, "webhook-signature": signature }, secret, { now })).toEqual(event);
	});

	test.each([
		["another secret", body, headers, otherSecret],
		["no secret", body, headers, []],
		["a changed body", `${body} `, headers, secret],
		["another id", body, { ...headers, "webhook-id": "evt_2" }, secret],
		["another time", body, { ...headers, "webhook-timestamp": String(seconds + 1) }, secret],
		["a signature that is not base64", body, { ...headers, "webhook-signature": "v1,?" }, secret],
		["a shorter signature", body, { ...headers, "webhook-signature": "v1,g0hM" }, secret],
		["no signature", body, { ...headers, "webhook-signature": "" }, secret],
		[
			"another version",
			body,
			{ ...headers, "webhook-signature": `v2${headers["webhook-signature"].slice(2)}` },
			secret,
		],
	])("refuses %s", async (_name, given, of, secrets) => {
		expect(await refusalOf(verifyWebhook(given, of, secrets, { now }))).toBe("SIGNATURE_WRONG");
	});

	test("refuses missing headers", async () => {
		for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
			const fewer = Object.entries(headers).filter(([given]) => given !== name);
			expect(await refusalOf(verifyWebhook(body, Object.fromEntries(fewer), secret, { now }))).toBe("HEADERS_MISSING");
		}
	});

	test("takes requests of the last five minutes, and of clocks that are as far ahead", async () => {
		for (const off of [300, -300]) {
			expect(await verifyWebhook(body, headers, secret, { now: () => (seconds + off) * 1_000 })).toEqual(event);
		}
		for (const off of [301, -301]) {
			expect(await refusalOf(verifyWebhook(body, headers, secret, { now: () => (seconds + off) * 1_000 }))).toBe(
				"TOO_OLD",
			);
		}
		const odd = { ...headers, "webhook-timestamp": `${seconds}.0` };
		expect(await refusalOf(verifyWebhook(body, odd, secret, { now }))).toBe("TOO_OLD");
	});

	test("names a body that was parsed, and a secret that is missing", async () => {
		const parsed = JSON.parse(body);
		await expect(verifyWebhook(parsed, headers, secret, { now })).rejects.toThrow("Pass the body as it was received");
		for (const missing of [undefined, ""]) {
			await expect(verifyWebhook(body, headers, missing, { now })).rejects.toThrow("The secret is missing");
		}
	});

	test.each(["MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_", "whsec_abc"])(
		"names a secret that is none: %s",
		async (wrong) => {
			await expect(verifyWebhook(body, headers, wrong, { now })).rejects.toThrow(TypeError);
		},
	);
});

test("signWebhook names its arguments when they are in another order", async () => {
	const sign = signWebhook as (...given: unknown[]) => Promise<unknown>;
	await expect(sign(secret, { id: event.id, timestamp: seconds, body })).rejects.toThrow("Call signWebhook({ id,");
	await expect(sign({ id: event.id, body }, secret)).rejects.toThrow("timestamp is whole seconds");
	await expect(sign({ id: event.id, timestamp: seconds, body })).rejects.toThrow("The secret is missing");
});
