import { verifyWebhook, type WebhookEvent } from "@cardseal/client";
import { createVault, generateMasterKey, type Vault } from "@cardseal/vault";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertMerchant, insertStaff } from "../../../../test/fixtures/builders.ts";
import { type TestClocks, testClocks } from "../../../../test/fixtures/clock.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { operator } from "../../../platform/src/audit/event.ts";
import type { Database } from "../../../platform/src/db/database.ts";
import { emitEvent } from "../emit.ts";
import { changeEndpoint, createEndpoint } from "../endpoints/endpoints.ts";
import { createEventMover } from "../mover.ts";
import { createDeliverer, type Deliverer } from "./deliverer.ts";
import type { OutgoingEvent, Sent } from "./send.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

let tables: TestTables;
let database: Database;
let vault: Vault;
let clocks: TestClocks;
let merchantId: number;

beforeAll(async () => {
	tables = await openTestTables();
	database = tables.database.withTables();
	clocks = testClocks();
	clocks.real.stop();
	vault = await createVault({
		database: tables.database.withTables(),
		masterKey: generateMasterKey(),
		businessNow: clocks.business.now,
		realNow: clocks.real.now,
	});
});

afterAll(() => tables.drop());

const delivered: Sent = { status: 200, error: null, response: "ok", retryAfter: undefined };
const refused: Sent = { status: 500, error: "status", response: "no", retryAfter: undefined };

/** The requests to merchants' servers, whose answers a test decides. */
let requests: OutgoingEvent[];
let answer: (request: OutgoingEvent) => Sent | Promise<Sent>;
let logLines: string[];
let deliverers: Deliverer[];

beforeEach(async () => {
	[requests, logLines, deliverers] = [[], [], []];
	answer = () => delivered;
	merchantId = await insertMerchant(tables.database);
	await insertStaff(tables.database, { merchant_id: merchantId, email: `ada-${merchantId}@example.com` });
});

/** A response that does not come before the end of the test. */
let release: () => void;
let never: Promise<Sent>;

beforeEach(() => {
	const ended = Promise.withResolvers<Sent>();
	never = ended.promise;
	release = () => ended.resolve(refused);
});

afterEach(async () => {
	release();
	await Promise.all(deliverers.map((deliverer) => deliverer.stop()));
	await tables.database.deleteFrom("webhook_deliveries").execute();
	await tables.database.deleteFrom("webhook_endpoints").execute();
	await tables.database.deleteFrom("webhook_attempts").execute();
});

const unreadableTransaction = 13;

/** Starts the part of a gateway that delivers. */
function gateway(slots?: number): Deliverer {
	const deliverer = createDeliverer({
		...(slots !== undefined && { slots }),
		database,
		vault,
		clocks,
		sender: {
			async send(request) {
				requests.push(request);
				return answer(request);
			},
			async close() {},
		},
		async transactionRecordsAt(_database, events) {
			if (events.some(({ id }) => id === unreadableTransaction)) throw new Error("An event cannot be rendered.");
			return events.map(({ id }) => ({ id }));
		},
		random: () => 0.5,
		log: pino({ level: "warn" }, { write: (line: string) => void logLines.push(line) }),
	});
	deliverers.push(deliverer);
	return deliverer;
}

const endpointContext = () => ({ database, vault, clocks, isSandbox: true, resolve: async () => [] });

async function addEndpoint(of = merchantId, path = "webhooks") {
	const wish = { url: `http://127.0.0.1:1/${path}`, types: null, description: null };
	return createEndpoint(endpointContext(), { merchantId: of }, wish, operator("ada"));
}

async function happen(times = 1, of = merchantId, name = "Gold"): Promise<void> {
	const event = {
		type: "plan.created",
		merchantId: of,
		created: clocks.business.now(),
		data: { name },
	} as const;
	for (let emitted = 0; emitted < times; emitted++) await emitEvent(database, event);
	await createEventMover({ database, clock: clocks.real, onQueued() {}, onFailure() {} }).move();
}

/** Delivers what is due, with everything that becomes due by it. */
async function deliverWith(deliverer: Deliverer): Promise<void> {
	const isDue = ({ due_at: dueAt }: { due_at: number }) => dueAt <= clocks.real.now();
	let before: number;
	do {
		before = requests.length;
		await deliverer.begin();
		await deliverer.idle();
	} while (requests.length > before || (await waiting()).some(isDue));
}

function waiting() {
	return tables.database.selectFrom("webhook_deliveries").selectAll().orderBy("sequence").execute();
}

function attempts() {
	return tables.database.selectFrom("webhook_attempts").selectAll().orderBy("id").execute();
}

function endpoints() {
	return tables.database.selectFrom("webhook_endpoints").selectAll().orderBy("id").execute();
}

function eventsIn(sent: OutgoingEvent[]): WebhookEvent[] {
	return sent.map(({ body }) => JSON.parse(String(body)));
}

describe("an event", () => {
	test("is delivered once, signed with its endpoint's secret", async () => {
		const { secret } = await addEndpoint();
		await happen();
		await deliverWith(gateway());
		const [request] = requests;
		expect(requests).toHaveLength(1);
		const event = await verifyWebhook(request?.body ?? "", request?.headers ?? {}, secret, { now: clocks.real.now });
		expect(event).toMatchObject({ type: "plan.created", sequence: 1, test_mode: true, data: { name: "Gold" } });
		expect(request?.headers["webhook-id"]).toBe(event.id);
		expect(await waiting()).toEqual([]);
	});

	test("of a merchant without endpoints queues nothing", async () => {
		await addEndpoint(await insertMerchant(tables.database));
		await happen(3);
		expect(await waiting()).toEqual([]);
	});

	test("that fails is tried ten times by its schedule, the same each time, and then given up", async () => {
		const { secret } = await addEndpoint();
		answer = () => refused;
		await happen();
		const deliverer = gateway();
		await deliverWith(deliverer);
		const waits = [5_000, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * hour)];
		for (const [index, wait] of waits.entries()) {
			clocks.real.advance(wait - 1);
			await deliverWith(deliverer);
			expect(requests).toHaveLength(index + 1);
			clocks.real.advance(1);
			await deliverWith(deliverer);
			expect(requests).toHaveLength(index + 2);
		}
		expect(new Set(requests.map(({ body }) => String(body))).size).toBe(1);
		const last = requests.at(-1);
		await verifyWebhook(last?.body ?? "", last?.headers ?? {}, secret, { now: clocks.real.now });
		expect(await waiting()).toEqual([]);
		expect((await attempts()).map(({ attempt, status, error }) => [attempt, status, error])).toEqual(
			Array.from({ length: 10 }, (_, index) => [index + 1, 500, "status"]),
		);
	});

	test("whose claims sent nothing has all its attempts left", async () => {
		const { endpoint } = await addEndpoint();
		const secret = tables.database.updateTable("webhook_secrets").where("endpoint_id", "=", endpoint.id);
		const { sealed_secret } = await tables.database
			.selectFrom("webhook_secrets")
			.select("sealed_secret")
			.where("endpoint_id", "=", endpoint.id)
			.executeTakeFirstOrThrow();
		await secret.set({ sealed_secret: Buffer.alloc(80) }).execute();
		await happen();
		const deliverer = gateway();
		for (let claims = 0; claims < 10; claims++) {
			await deliverer.begin();
			clocks.real.advance(30_000);
		}
		await secret.set({ sealed_secret }).execute();
		answer = () => refused;
		await deliverWith(deliverer);
		expect((await attempts()).map(({ attempt }) => attempt)).toEqual([1]);
		expect(await waiting()).toMatchObject([{ attempts: 1, due_at: clocks.real.now() + 5_000 }]);
	});

	test("that fails holds up no other", async () => {
		await addEndpoint();
		await happen(3);
		answer = ({ body }) => ((JSON.parse(String(body)) as WebhookEvent).sequence === 1 ? refused : delivered);
		await deliverWith(gateway());
		expect(eventsIn(requests).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
		expect((await waiting()).map(({ sequence }) => sequence)).toEqual([1]);
	});

	test("has one body in memory, however many endpoints get it", async () => {
		for (const path of ["a", "b", "c"]) await addEndpoint(merchantId, path);
		await happen();
		await deliverWith(gateway());
		expect(requests).toHaveLength(3);
		expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
	});

	test("that cannot be read fails alone, and is no failure of its endpoint", async () => {
		await addEndpoint();
		const inbox = { merchant_id: merchantId, type: "transaction.approved", created_at: 0 } as const;
		for (const of_transaction of [7, unreadableTransaction, 8]) {
			await tables.database
				.insertInto("event_inbox")
				.values({ ...inbox, of_transaction })
				.execute();
		}
		await happen();
		const deliverer = gateway();
		await deliverWith(deliverer);
		expect(eventsIn(requests).map(({ sequence }) => sequence)).toEqual([1, 3, 4]);
		expect((await waiting()).map(({ sequence }) => sequence)).toEqual([2]);
		clocks.real.advance(5_000);
		await deliverWith(deliverer);
		expect(requests).toHaveLength(3);
		const failures = (await attempts()).filter(({ error }) => error !== null);
		expect(failures.map(({ attempt, status, error }) => [attempt, status, error])).toEqual([
			[1, null, "event_unreadable"],
			[2, null, "event_unreadable"],
		]);
		expect((await endpoints())[0]).toMatchObject({ failing_since: null });
		expect(logLines.join("")).toContain("an event cannot be read");
	});

	test("waits for as long as the receiver asks", async () => {
		await addEndpoint();
		answer = () => ({ ...refused, status: 503, retryAfter: "3600" });
		await happen();
		await deliverWith(gateway());
		expect(await waiting()).toMatchObject([{ due_at: clocks.real.now() + hour, claimed_until: null }]);
	});

	test("whose gateway died in the middle is sent by another one when the claim ends", async () => {
		const { secret } = await addEndpoint();
		await happen();
		answer = () => never;
		await gateway().begin();
		answer = () => delivered;
		const other = gateway();
		clocks.real.advance(29_999);
		await deliverWith(other);
		expect(requests).toHaveLength(1);
		clocks.real.advance(1);
		await deliverWith(other);
		expect(requests).toHaveLength(2);
		for (const { body, headers } of requests) await verifyWebhook(body, headers, secret, { now: clocks.real.now });
		expect(await waiting()).toEqual([]);
	});
});

describe("an endpoint", () => {
	test("has at most eight requests in flight, of two gateways together", async () => {
		await addEndpoint();
		await happen(30);
		answer = () => never;
		const [one, two] = [gateway(), gateway()];
		await Promise.all([one.begin(), two.begin(), one.begin(), two.begin()]);
		expect(requests).toHaveLength(8);
		release();
		answer = () => delivered;
		await Promise.all([one.idle(), two.idle()]);
		await Promise.all([deliverWith(one), deliverWith(two)]);
		await expect.poll(async () => (await waiting()).length).toBe(8);
		const sequences = eventsIn(requests).map(({ sequence }) => sequence);
		expect(new Set(sequences).size).toBe(30);
		expect(sequences).toHaveLength(30);
	});

	test("that hangs, with hundreds of events, costs another merchant nothing", async () => {
		await addEndpoint(merchantId, "hangs");
		await happen(300);
		answer = ({ url }) => (url.endsWith("hangs") ? never : delivered);
		const deliverer = gateway();
		await deliverer.begin();
		const other = await insertMerchant(tables.database);
		await addEndpoint(other, "well");
		await happen(1, other);
		await deliverer.begin();
		expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([...Array(8).fill("/hangs"), "/well"]);
	});

	test("that is slow holds up no other merchant, also when three merchants have more of them than slots", async () => {
		answer = ({ url }) => (url.endsWith("slow") ? never : delivered);
		for (let merchants = 0; merchants < 3; merchants++) {
			const slow = await insertMerchant(tables.database);
			for (const path of ["a/slow", "b/slow"]) await addEndpoint(slow, path);
			await happen(8, slow);
		}
		const deliverer = gateway(32);
		for (let claims = 0; claims < 5; claims++) await deliverer.begin();
		expect(requests).toHaveLength(14);
		await addEndpoint(merchantId, "well");
		await happen();
		await deliverer.begin();
		expect(requests.slice(14).map(({ url }) => new URL(url).pathname)).toEqual(["/well"]);
	});

	test("gets fewer large events at a time, so that memory stays bounded", async () => {
		await addEndpoint();
		await happen(4, merchantId, "x".repeat(200_000));
		answer = () => never;
		const deliverer = gateway(64);
		for (let claims = 0; claims < 3; claims++) await deliverer.begin();
		expect(requests).toHaveLength(2);
		release();
		answer = () => delivered;
		await expect.poll(async () => (await attempts()).length).toBeGreaterThan(1);
		await deliverWith(deliverer);
		expect(new Set(eventsIn(requests).map(({ sequence }) => sequence))).toEqual(new Set([1, 2, 3, 4]));
	});

	test("that is gone (410) is disabled at once, and the merchant told by event and mail", async () => {
		const { endpoint: gone } = await addEndpoint(merchantId, "gone");
		await addEndpoint(merchantId, "well");
		await happen(20);
		answer = ({ url }) => (url.endsWith("gone") ? { ...refused, status: 410 } : delivered);
		const deliverer = gateway();
		await deliverer.begin();
		await deliverer.idle();
		expect((await endpoints()).map(({ disabled_reason: reason }) => reason)).toEqual(["gone", null]);
		await happen(0);
		await deliverWith(deliverer);
		const told = eventsIn(requests).filter(({ type }) => type === "endpoint.disabled");
		expect(told).toMatchObject([{ data: { lookup_id: gone.lookup_id, status: "DISABLED", disabled_reason: "gone" } }]);
		expect(requests.filter(({ url }) => url.endsWith("gone"))).toHaveLength(8);
		const mails = await tables.database
			.selectFrom("staff_notices")
			.select(["event", "details"])
			.where("merchant_id", "=", merchantId)
			.where("event", "=", "endpoint.disabled")
			.execute();
		expect(mails).toEqual([{ event: "endpoint.disabled", details: { about: "127.0.0.1:1" } }]);
	});

	test.each([410, 500])("whose URL changed is not disabled by an answer %i of the former one", async (status) => {
		const { endpoint } = await addEndpoint(merchantId, "former");
		await happen();
		const deliverer = gateway();
		answer = () => refused;
		await deliverWith(deliverer);
		await tables.database
			.updateTable("webhook_endpoints")
			.set({ failing_since: clocks.real.now() - 5 * day })
			.execute();
		const id = { merchantId, lookupId: endpoint.lookup_id };
		answer = async () => {
			await changeEndpoint(endpointContext(), id, { url: "http://127.0.0.1:1/current" }, operator("ada"));
			return { ...refused, status };
		};
		await happen();
		await deliverWith(deliverer);
		expect(await endpoints()).toMatchObject([{ disabled_reason: null, failing_since: clocks.real.now() }]);
		expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(["/former", "/former"]);
	});

	test("that takes nothing for five days is disabled; a success in between begins the five days anew", async () => {
		await addEndpoint();
		const deliverer = gateway();
		async function failOn(days: number[], sent = refused): Promise<void> {
			for (let passed = 0; passed < days.length; passed++) {
				answer = () => sent;
				await happen();
				await deliverWith(deliverer);
				clocks.real.advance(day);
			}
		}
		await failOn([0, 1, 2, 3]);
		await failOn([4], delivered);
		await failOn([5, 6, 7, 8, 9]);
		expect((await endpoints())[0]).toMatchObject({ disabled_reason: null });
		await failOn([10]);
		expect((await endpoints())[0]).toMatchObject({ disabled_reason: "failing" });
		expect(await waiting()).toEqual([]);
	});

	test("that failed once long ago is not disabled by its next failure", async () => {
		await addEndpoint();
		const deliverer = gateway();
		answer = () => refused;
		await happen();
		await deliverWith(deliverer);
		await tables.database.deleteFrom("webhook_deliveries").execute();
		clocks.real.advance(30 * day);
		await happen();
		await deliverWith(deliverer);
		expect((await endpoints())[0]).toMatchObject({ disabled_reason: null, failing_since: clocks.real.now() });
	});

	test("whose secret was changed in the database gets nothing, and others do", async () => {
		const { endpoint } = await addEndpoint(merchantId, "changed");
		await addEndpoint(merchantId, "well");
		await tables.database
			.updateTable("webhook_secrets")
			.set({ sealed_secret: Buffer.alloc(80) })
			.where("endpoint_id", "=", endpoint.id)
			.execute();
		await happen();
		await deliverWith(gateway());
		expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(["/well"]);
		expect(logLines.join("")).toContain("the secret of an endpoint cannot be read");
	});
});
