import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import {
	type Client,
	expectProblem,
	goodCard,
	type JsonObject,
	salePath,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { readEvents } from "../../../../test/fixtures/events.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { deleteExpiredRows } from "../../../../test/fixtures/retention.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../../../test/fixtures/webhook-receiver.ts";
import { operator } from "../../../platform/src/audit/event.ts";
import { advisoryLocks } from "../../../platform/src/db/advisory-locks.ts";
import { createEndpoint, type Endpoints } from "./endpoints.ts";

const path = "/event-service/endpoint";
const hour = 3_600_000;

let gateway: TestGateway;
let client: Client;
let receiver: WebhookReceiver;

/** Knows names; `moving` is public when it is asked for the first time only. */
async function resolveName(name: string): Promise<string[]> {
	if (name === "private.example.com") return ["10.1.2.3", "fd00::1"];
	if (name === "silent.example.com") throw new Error("ETIMEOUT");
	if (name !== "moving.example.com") return [];
	isMoved = !isMoved;
	return [isMoved ? "93.184.215.14" : "10.1.2.3"];
}

let isMoved = false;

beforeAll(async () => {
	gateway = await startTestGateway({ resolveName });
	client = await signIn(gateway.url, gateway.merchant);
	receiver = await startWebhookReceiver();
});

afterEach(async () => {
	for (const { lookup_id: id } of await listed()) await client.send(`${path}/${id}`, { method: "DELETE" });
	receiver.received.length = 0;
});

afterAll(async () => {
	await gateway.stop();
	await receiver.close();
});

interface Created {
	lookup_id: string;
	secret: string;
}

async function create(more: JsonObject = {}): Promise<Created> {
	const { status, body, text } = await client.post(path, { url: receiver.url, ...more });
	expect(status, text).toBe(200);
	return body as unknown as Created;
}

async function listed(of = client): Promise<Created[]> {
	return (await of.get(path)).body.endpoints as Created[];
}

function change(id: string, body: JsonObject) {
	return client.send(`${path}/${id}`, {
		method: "PATCH",
		body: JSON.stringify(body),
		headers: { "Content-Type": "application/json" },
	});
}

function arrived(secrets: string | string[]) {
	return receiver.events(secrets, gateway.clocks.real.now);
}

/** The deliveries that wait. Those of deleted endpoints, written while these were deleted, stay until retention removes them. */
function waiting() {
	return gateway.database.tables
		.selectFrom("webhook_deliveries")
		.innerJoin("webhook_endpoints", "webhook_endpoints.id", "endpoint_id")
		.selectAll("webhook_deliveries")
		.execute();
}

/** The events of the mails to owners since a time. */
async function mailsToOwners(since: number): Promise<string[]> {
	const mails = await gateway.database.tables
		.selectFrom("staff_notices")
		.select(["event", "details"])
		.where("event", "in", ["endpoint.created", "endpoint.url_changed", "endpoint.secret_rotated"])
		.where("occurred_at", ">=", since)
		.orderBy("occurred_at")
		.execute();
	const { host: about } = new URL(receiver.url);
	for (const { details } of mails) expect(details).toMatchObject({ about });
	return mails.map(({ event }) => event);
}

describe("endpoints", () => {
	test("an endpoint shows its secret once, and is kept as it was sent", async () => {
		const wish = { url: receiver.url, types: ["ping", "transaction.approved", "ping"], description: "Shop" };
		const { secret, ...endpoint } = await create(wish);
		expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
		expect(endpoint).toEqual({
			lookup_id: expect.stringMatching(/^[0-9A-Za-z]{20}$/),
			url: receiver.url,
			types: ["transaction.approved", "ping"],
			description: "Shop",
			status: "ENABLED",
			disabled_reason: null,
			failing_since: null,
			created: expect.any(Number),
		});
		expect((await client.get(`${path}/${endpoint.lookup_id}`)).body).toEqual(endpoint);
		expect(await listed()).toEqual([endpoint]);
		const stored = await gateway.database.tables.selectFrom("webhook_secrets").selectAll().execute();
		expect(stored.some(({ sealed_secret: sealed }) => sealed.includes(secret))).toBe(false);
	});

	test.each([
		["http://shop.example.com/", "endpoint_url_not_https"],
		["https://ada:secret@shop.example.com/", "endpoint_url_has_credentials"],
		["https://169.254.169.254/", "endpoint_address_not_public"],
		["https://private.example.com/", "endpoint_address_not_public"],
		["shop", "endpoint_url_invalid"],
		["https://8.8.8.8/o\nk", "endpoint_url_invalid"],
		["https://8.8.8.8/a b", "endpoint_url_invalid"],
		["https://8.8.8.8/\u202Egpj.exe", "endpoint_url_invalid"],
		["https://8.8.8.8\\@shop.example.com/", "endpoint_url_invalid"],
	] as const)("the URL %j is refused: %s", async (url, reason) => {
		expectProblem(await client.post(path, { url }), 400, "BAD_REQUEST");
		const { lookup_id: id } = await create();
		const refused = await change(id, { url });
		expect(refused.body).toMatchObject({ status: 400, reason, errors: [{ field: "url", code: reason }] });
		expect((await listed()).map(({ lookup_id }) => lookup_id)).toEqual([id]);
	});

	test("outside the sandbox, names without public addresses are refused, and nothing tells them apart", async () => {
		const context = { isSandbox: false, resolve: resolveName } as Endpoints;
		const told = [];
		for (const name of ["private", "new", "silent"]) {
			const wish = { url: `https://${name}.example.com/`, types: null, description: null };
			const problem = await createEndpoint(context, { merchantId: 1 }, wish, operator("ada")).catch((error) => error);
			told.push([problem.reason, problem.message]);
		}
		expect(told).toEqual(Array(3).fill(["endpoint_address_not_public", expect.any(String)]));
		expect(new Set(told.map(([, message]) => message)).size).toBe(1);
	});

	test("a delivery does not tell a name that became private from one that does not exist", async () => {
		const told = [];
		for (const name of ["moving", "new", "silent"]) {
			const { body } = await client.post(path, { url: `https://${name}.example.com/` });
			await client.post(`${path}/${body.lookup_id}/test`, {});
			const deliveries = async () =>
				(await client.get(`${path}/${body.lookup_id}/delivery`)).body.deliveries as JsonObject[];
			await expect.poll(deliveries).toHaveLength(1);
			const [{ error, status, duration_ms, response } = {}] = await deliveries();
			told.push([error, status, duration_ms, response]);
		}
		expect(told).toEqual(Array(3).fill(["address_not_public", null, 0, ""]));
	});

	test.each([{ types: [] }, { types: ["sale"] }, { types: "ping" }, { description: 7 }, { url: 7 }])(
		"refuses %j",
		async (wrong) => {
			expectProblem(await client.post(path, { url: receiver.url, ...wrong }), 400, "BAD_REQUEST");
		},
	);

	test("a merchant has at most 20, also when two requests come at once", async () => {
		for (let made = 0; made < 19; made++) await create();
		const both = await Promise.all([
			client.post(path, { url: receiver.url }),
			client.post(path, { url: receiver.url }),
		]);
		expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
		expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ reason: "too_many_endpoints" });
		expect(await listed()).toHaveLength(20);
	});

	test("every owner gets a mail about a new endpoint, another URL and another secret, and the audit log has all of it", async () => {
		const since = gateway.clocks.business.now();
		const { lookup_id: object } = await create();
		await change(object, { description: "Shop" });
		await change(object, { url: `${receiver.url}/2` });
		await change(object, {});
		await client.post(`${path}/${object}/rotate-secret`, {});
		await client.send(`${path}/${object}`, { method: "DELETE" });
		const events = await auditEvents(gateway.database.tables, { object });
		expect(events.map(({ type, details }) => [type, details])).toEqual([
			["endpoint.created", {}],
			["endpoint.changed", { fields: ["description"] }],
			["endpoint.changed", { fields: ["url"] }],
			["endpoint.secret_rotated", {}],
			["endpoint.deleted", {}],
		]);
		expect((await mailsToOwners(since)).sort()).toEqual([
			"endpoint.created",
			"endpoint.secret_rotated",
			"endpoint.url_changed",
		]);
	});

	test("blanks around a URL are dropped", async () => {
		const { lookup_id: id } = await create({ url: ` ${receiver.url}\n` });
		expect((await client.get(`${path}/${id}`)).body.url).toBe(receiver.url);
		expect((await change(id, { url: `${receiver.url}b ` })).body.url).toBe(`${receiver.url}b`);
	});

	test("empty values clear the note, and leave the URL as it is", async () => {
		const { lookup_id: id } = await create({ description: "Shop", types: ["ping"] });
		expect((await change(id, { description: "", url: "", types: null })).body).toMatchObject({
			description: null,
			types: null,
			url: receiver.url,
		});
	});

	test("retention deletes the attempts of a deleted endpoint, and keeps those of others", async () => {
		const [deleted, kept] = [await create(), await create()];
		for (const { lookup_id: id } of [deleted, kept]) await client.post(`${path}/${id}/test`, {});
		const attempts = gateway.database.tables.selectFrom("webhook_attempts").select("endpoint_id");
		await expect
			.poll(async () => (await client.get(`${path}/${kept.lookup_id}/delivery`)).body.deliveries)
			.toHaveLength(1);
		await expect
			.poll(async () => (await client.get(`${path}/${deleted.lookup_id}/delivery`)).body.deliveries)
			.toHaveLength(1);
		await client.send(`${path}/${deleted.lookup_id}`, { method: "DELETE" });
		await deleteExpiredRows(gateway);
		expect(await attempts.execute()).toHaveLength(1);
		expect((await client.get(`${path}/${kept.lookup_id}/delivery`)).body.deliveries).toHaveLength(1);
	});

	test("a deleted endpoint is unknown", async () => {
		const { lookup_id: id } = await create();
		expect((await client.send(`${path}/${id}`, { method: "DELETE" })).status).toBe(204);
		expectProblem(await client.send(`${path}/${id}`, { method: "DELETE" }), 404, "NOT_FOUND");
		expectProblem(await client.get(`${path}/${id}`), 404, "NOT_FOUND");
		expectProblem(await client.get(`${path}/${id}/delivery`), 404, "NOT_FOUND");
	});
});

describe("what endpoints get", () => {
	test("a sale arrives once, signed, as the list of events shows it", async () => {
		const { secret } = await create();
		await client.post(salePath, { amount: 31, ...goodCard });
		await expect.poll(() => receiver.received.length).toBe(1);
		const [event] = await arrived(secret);
		expect((await client.get(`/event-service/event/${event?.id}`)).body).toEqual(event);
		const [request] = receiver.received;
		expect(request?.headers).toMatchObject({ "content-type": "application/json", "webhook-id": event?.id });
		expect(request?.body).not.toMatch(/4111111111111111|"cvv2":"123"/);
	});

	test("only the types that it asked for, and of its own merchant", async () => {
		const { secret } = await create({ types: ["transaction.declined"] });
		const foreigner = await signIn(gateway.url, gateway.secondMerchant);
		await foreigner.post(salePath, { amount: 30, ...goodCard });
		await client.post(salePath, { amount: 31, ...goodCard });
		const { body: declined } = await client.post(salePath, { amount: 30, ...goodCard });
		await expect.poll(() => receiver.received.length).toBe(1);
		expect(await arrived(secret)).toMatchObject([{ data: { id: declined.id } }]);
		await expect.poll(waiting).toEqual([]);
	});

	test("a ping goes to its endpoint alone, and its delivery is listed", async () => {
		const { lookup_id: id, secret } = await create({ types: ["plan.created"] });
		const other = await create();
		const { status, body: ping } = await client.post(`${path}/${id}/test`, {});
		expect([status, ping]).toEqual([200, { event_id: expect.stringMatching(/^evt_[0-9a-f]{28}$/), endpoints: [id] }]);
		await expect.poll(() => receiver.received.length).toBe(1);
		expect(await arrived(secret)).toMatchObject([{ id: ping.event_id, type: "ping", data: { lookup_id: id } }]);
		await expect
			.poll(async () => (await client.get(`${path}/${id}/delivery`)).body)
			.toMatchObject({
				deliveries: [{ event_id: ping.event_id, type: "ping", attempt: 1, status: 200, error: null, response: "ok" }],
				paging: { cursors: { before: "", after: "" } },
			});
		expect((await client.get(`${path}/${other.lookup_id}/delivery`)).body).toMatchObject({ deliveries: [] });
	});

	test("one ping in 5 s, also when two requests come at once; others of the merchant are not limited by it", async () => {
		const { lookup_id: id } = await create();
		gateway.clocks.real.stop();
		const pings = await Promise.all([client.post(`${path}/${id}/test`, {}), client.post(`${path}/${id}/test`, {})]);
		gateway.clocks.real.go();
		expect(pings.map(({ status }) => status).sort()).toEqual([200, 429]);
		const refused = pings.find(({ status }) => status === 429);
		expect(refused?.body).toMatchObject({ reason: "too_many_requests" });
		expect(refused?.headers.get("Retry-After")).toBe("5");
		expect((await client.post(`${path}/${(await create()).lookup_id}/test`, {})).status).toBe(200);
		gateway.clocks.real.advance(5_000);
		expect((await client.post(`${path}/${id}/test`, {})).status).toBe(200);
	});

	test("a ping waits for no move, and no move for it", async () => {
		const { lookup_id: id } = await create();
		await gateway.database.tables.transaction().execute(async (move) => {
			await sql`select pg_advisory_xact_lock(${advisoryLocks.eventMove})`.execute(move);
			expect((await client.post(`${path}/${id}/test`, {})).status).toBe(200);
		});
		await expect.poll(() => receiver.received.length).toBe(1);
	});

	test("a disabled endpoint gets nothing; enabled again, it gets what happens from then on", async () => {
		const { lookup_id: id, secret } = await create();
		expect((await change(id, { status: "DISABLED" })).body).toMatchObject({
			status: "DISABLED",
			disabled_reason: "merchant",
		});
		expectProblem(await client.post(`${path}/${id}/test`, {}), 409, "CONFLICT");
		await client.post(salePath, { amount: 31, ...goodCard });
		await readEvents(gateway, client);
		expect((await change(id, { status: "ENABLED" })).body).toMatchObject({ status: "ENABLED", disabled_reason: null });
		const { body: later } = await client.post(salePath, { amount: 33, ...goodCard });
		await expect.poll(() => receiver.received.length).toBe(1);
		expect(await arrived(secret)).toMatchObject([{ data: { id: later.id } }]);
	});

	test("a failed delivery shows the next attempt, and its endpoint since when it fails", async () => {
		receiver.answer = (response) => response.writeHead(500).end();
		const { lookup_id: id } = await create();
		await client.post(`${path}/${id}/test`, {});
		const latest = async () => {
			const { deliveries } = (await client.get(`${path}/${id}/delivery`)).body as { deliveries: JsonObject[] };
			return deliveries[0];
		};
		await expect.poll(latest).toBeDefined();
		const { at, next_at: nextAt } = (await latest()) ?? {};
		expect((await client.get(`${path}/${id}`)).body).toMatchObject({ failing_since: at });
		expect(Number(nextAt) - Number(at)).toBeGreaterThanOrEqual(4_000);
		receiver.answer = (response) => response.end("ok");
	});

	test("an event is sent again on request, to the endpoints that get its type", async () => {
		const { lookup_id: id, secret } = await create();
		await create({ types: ["plan.created"] });
		await client.post(salePath, { amount: 31, ...goodCard });
		await expect.poll(() => receiver.received.length).toBe(1);
		const [event] = await arrived(secret);
		const { status, body } = await client.post(`/event-service/event/${event?.id}/resend`, {});
		expect([status, body]).toEqual([200, { event_id: event?.id, endpoints: [id] }]);
		await expect.poll(() => receiver.received.length).toBe(2);
		expect(await arrived(secret)).toEqual([event, event]);
		expectProblem(await client.post("/event-service/event/evt_unknown/resend", {}), 404, "NOT_FOUND");
	});

	test("an event is sent again once in a minute, also when two requests come at once", async () => {
		const { lookup_id: id } = await create();
		await client.post(salePath, { amount: 31, ...goodCard });
		const event = (await readEvents(gateway, client)).at(-1);
		await expect.poll(waiting).toEqual([]);
		const resend = () => client.post(`/event-service/event/${event?.id}/resend`, {});
		gateway.clocks.real.stop();
		const both = await Promise.all([resend(), resend()]);
		gateway.clocks.real.go();
		expect(both.map(({ status }) => status).sort()).toEqual([200, 429]);
		const refused = both.find(({ status }) => status === 429);
		expect(refused?.body).toMatchObject({ reason: "too_many_requests" });
		expect(refused?.headers.get("Retry-After")).toBe("60");
		await expect.poll(waiting).toEqual([]);
		gateway.clocks.real.advance(60_000);
		expect((await resend()).body).toMatchObject({ endpoints: [id] });
		await expect.poll(() => receiver.received.length).toBe(3);
		await change(id, { status: "DISABLED" });
		gateway.clocks.real.advance(60_000);
		for (const { status, body } of [await resend(), await resend()]) {
			expect([status, body.endpoints]).toEqual([200, []]);
		}
	});

	test("after a replacement both secrets sign for 24 hours, then the new one alone", async () => {
		const { lookup_id: id, secret: former } = await create();
		const { body: rotated } = await client.post(`${path}/${id}/rotate-secret`, {});
		const current = String(rotated.secret);
		expect(current).not.toBe(former);
		await client.post(`${path}/${id}/test`, {});
		await expect.poll(() => receiver.received.length).toBe(1);
		expect(await arrived(former)).toEqual(await arrived(current));
		gateway.clocks.real.advance(24 * hour);
		client = await signIn(gateway.url, gateway.merchant);
		receiver.received.length = 0;
		await client.post(`${path}/${id}/test`, {});
		await expect.poll(() => receiver.received.length).toBe(1);
		await expect(arrived(former)).rejects.toMatchObject({ code: "SIGNATURE_WRONG" });
		expect(await arrived(current)).toHaveLength(1);
	});

	test("five secrets sign at most: each makes every delivery longer", async () => {
		const { lookup_id: id } = await create();
		for (let rotations = 0; rotations < 4; rotations++) {
			expect((await client.post(`${path}/${id}/rotate-secret`, {})).status).toBe(200);
		}
		const refused = await client.post(`${path}/${id}/rotate-secret`, {});
		expect(refused.body).toMatchObject({ status: 409, reason: "too_many_endpoint_secrets" });
	});

	test("neither log nor answers have a secret", async () => {
		const { secret, lookup_id: id } = await create();
		receiver.answer = (response, { body }) => response.writeHead(500).end(`${secret} ${body}`);
		await client.post(`${path}/${id}/test`, {});
		await expect.poll(async () => (await client.get(`${path}/${id}/delivery`)).text).toContain("[secret] {");
		receiver.answer = (response) => response.end("ok");
		expect(gateway.logLines.join("")).not.toContain(secret.slice(6));
	});
});
