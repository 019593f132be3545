import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
	type Client,
	cardWith,
	goodCard,
	type JsonObject,
	requestToken,
	salePath,
	send,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { createTestDatabase } from "../../../../test/fixtures/database.ts";
import { spawnGateway, startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { operatorOf, runOperator } from "../../../../test/fixtures/operator.ts";
import { planPath, subscribing } from "../../../../test/fixtures/subscriptions/subscribing.ts";
import { lockChain } from "../../../platform/src/audit/audit.store.ts";
import { type Database, openDatabase } from "../../../platform/src/db/database.ts";

let gateway: TestGateway;
let client: Client;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
});

afterAll(() => gateway.stop());

const customerPath = "/customer-service/customer";
const expiry = { card_expiry_month: "12", card_expiry_year: "39" };

interface ListedEvent {
	sequence: number;
	event: string;
	outcome: string;
	times: number;
	merchant_id: string | null;
	actor: { kind: string; id: string | null };
	object: string | null;
	details: JsonObject;
	client_address: string | null;
	request_id: string | null;
}

/** Runs the program as `npm run audit --` does, on the gateway's own settings or others. */
function audit(words: string[], environment: Record<string, string> = {}) {
	const settings = { DATABASE_URL: gateway.database.url, DATA_DIR: gateway.database.dataDirectory };
	return runOperator(["audit", ...words], { ...settings, ...environment });
}

async function everythingSealed(): Promise<void> {
	await vi.waitFor(
		async () => expect(await gateway.database.tables.selectFrom("audit_inbox").select("id").execute()).toEqual([]),
		{ timeout: 10_000 },
	);
}

/** Lists events as the operator does. */
async function list(...words: string[]): Promise<ListedEvent[]> {
	await everythingSealed();
	const { code, output, stdout } = await audit(["list", "--json", ...words]);
	expect(code, output).toBe(0);
	const lines = stdout.split("\n").filter((line) => line !== "");
	return lines.map((line) => JSON.parse(line) as ListedEvent);
}

async function lastSequence(): Promise<number> {
	await everythingSealed();
	const { last } = await gateway.database.tables
		.selectFrom("audit_log")
		.select((row) => row.fn.max("sequence").as("last"))
		.executeTakeFirstOrThrow();
	return last;
}

async function createCustomer(): Promise<string> {
	return String((await client.post(customerPath, { email: "ada@example.com" })).body.lookup_id);
}

async function addCard(customer: string, card: JsonObject = goodCard) {
	const answer = await client.post(`${customerPath}/${customer}/card`, card);
	expect(answer.status, answer.text).toBe(200);
	const id = (answer.body.cards as { lookup_id: string }[]).at(-1)?.lookup_id;
	return { id: String(id), request: answer.headers.get("X-Request-Id") };
}

/** Lists events since a position, without the fields that differ between runs. */
async function eventsSince(sequence: number) {
	const events = (await list()).filter((one) => one.sequence > sequence && !one.event.startsWith("audit."));
	return events.map(({ event, object, details, actor }) => ({ event, object, details, actor: actor.kind }));
}

describe("the audit log", () => {
	test("P-35 P-36 records who stored, changed, read and deleted a card, with request and address", async () => {
		const start = await lastSequence();
		const customer = await createCustomer();
		const { id: card, request } = await addCard(customer);
		await addCard(customer, { ...goodCard, ...expiry });
		const path = `${customerPath}/${customer}/card/${card}`;
		await client.send(path, {
			method: "PATCH",
			body: JSON.stringify({ card_description: "blue" }),
			headers: { "Content-Type": "application/json" },
		});
		const sale = await client.post(`${salePath}/customer/${customer}/card/${card}`, { amount: 31 });
		expect(sale.status, sale.text).toBe(200);
		await client.send(path, { method: "DELETE" });

		const events = (await list("--merchant", gateway.merchant.merchant_id)).filter((one) => one.object === card);
		expect(events.filter(({ sequence }) => sequence > start).map(({ event, details }) => ({ event, details }))).toEqual(
			[
				{ event: "card.stored", details: { customer } },
				{ event: "card.changed", details: { customer, fields: ["card_expiry"] } },
				{ event: "card.changed", details: { customer, fields: ["card_description"] } },
				{ event: "card.read", details: { transaction: sale.body.transaction_id } },
				{ event: "card.deleted", details: { customer } },
			],
		);
		expect(events[0]).toMatchObject({
			outcome: "success",
			times: 1,
			merchant_id: gateway.merchant.merchant_id,
			actor: { kind: "client", id: gateway.merchant.client_id },
			client_address: "127.0.0.1",
			request_id: request,
		});
	});

	test("P-36 records who created, changed and ended plans and subscriptions, with the given fields", async () => {
		const merchant = subscribing(client, () => gateway.clocks.business.now());
		const subscriber = await merchant.customer();
		const start = await lastSequence();
		const plan = await merchant.plan();
		const subscription = await merchant.subscribe(subscriber, plan);
		await merchant.change(subscriber, subscription, { amount: 33, description: "Beans" });
		await merchant.change(subscriber, subscription, { status: "PAUSED" });
		await merchant.change(subscriber, subscription, { status: "CANCELLED" });
		expect((await merchant.patch(subscriber, subscription, {})).status).toBe(200);
		expect((await merchant.patch(subscriber, subscription, { card_lookup_id: "nobodys" })).status).toBe(404);
		const terms = { name: "Tea", amount: 31, currency: "CAD", frequency: "MOTHLY" };
		const sent = { body: JSON.stringify(terms), headers: { "Content-Type": "application/json" } };
		expect((await client.send(`${planPath}/${plan}`, { method: "PUT", ...sent })).status).toBe(200);
		expect((await client.send(`${planPath}/${plan}`, { method: "DELETE" })).status).toBe(204);

		const customer = subscriber.lookup_id;
		const about = { object: subscription.lookup_id, actor: "client" };
		const card = subscription.card_lookup_id;
		expect(await eventsSince(start)).toEqual([
			{ event: "plan.created", object: plan, details: {}, actor: "client" },
			{ event: "subscription.created", details: { customer, plan, card }, ...about },
			{ event: "subscription.changed", details: { customer, fields: ["amount", "description"] }, ...about },
			{ event: "subscription.changed", details: { customer, fields: ["status"], status: "PAUSED" }, ...about },
			{ event: "subscription.canceled", details: { customer, fields: ["status"], status: "CANCELLED" }, ...about },
			{ event: "plan.changed", object: plan, details: {}, actor: "client" },
			{ event: "plan.deleted", object: plan, details: {}, actor: "client" },
		]);
	});

	test("P-35 records a card that a charge stored, and not the card of a declined charge", async () => {
		const customer = await createCustomer();
		const start = await lastSequence();
		const path = `${salePath}/customer/${customer}`;
		const declined = await client.post(path, { amount: 30, currency: "CAD", ...goodCard });
		expect(declined.status).toBe(402);
		const approved = await client.post(path, { amount: 31, currency: "CAD", ...cardWith("5555555555554444") });
		expect(approved.status, approved.text).toBe(200);
		expect(await eventsSince(start)).toEqual([
			{
				event: "card.stored",
				object: expect.stringMatching(/^\w{20}$/),
				details: { customer, transaction: approved.body.transaction_id },
				actor: "system",
			},
		]);
	});

	test("P-35 records one read of a stored card for a repeated request with the same key", async () => {
		const customer = await createCustomer();
		await addCard(customer);
		const start = await lastSequence();
		const sell = () =>
			client.post(`${salePath}/customer/${customer}`, { amount: 31 }, { "Idempotency-Key": `audit-${customer}` });
		await Promise.all([sell(), sell(), sell()]);
		expect((await eventsSince(start)).map(({ event }) => event)).toEqual(["card.read"]);
	});

	test("P-40 reads no card for a charge that cannot be recorded, and calls no processor", async () => {
		const customer = await createCustomer();
		await addCard(customer);
		await everythingSealed();
		const { tables } = gateway.database;
		const heard = () => tables.selectFrom("demo_processor.journal").select("reference").execute();
		const before = await heard();
		await sql`alter table audit_inbox rename to audit_inbox_away`.execute(tables);
		const answer = await client.post(`${salePath}/customer/${customer}`, { amount: 31 });
		await sql`alter table audit_inbox_away rename to audit_inbox`.execute(tables);
		expect(answer.status).toBe(500);
		expect(await heard()).toEqual(before);
	});

	test("P-35 records the creation of credentials, owners and merchants once, over all starts", async () => {
		const second = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		await second.stop();
		const created = (await list()).filter(({ event, actor }) => event.endsWith(".created") && actor.kind === "system");
		expect(created.map(({ event, actor }) => `${event} by ${actor.id}`).toSorted()).toEqual([
			...Array.from({ length: 3 }, () => "credential.created by sandbox"),
			...Array.from({ length: 2 }, () => "merchant.created by sandbox"),
			...Array.from({ length: 2 }, () => "staff.created by sandbox"),
		]);
		const starts = (await list()).filter(({ event }) => event.startsWith("gateway."));
		expect(starts.map(({ event }) => event)).toEqual(["gateway.started", "gateway.started", "gateway.stopped"]);
	});

	test("X-46 records who requested a refund, and of which transaction", async () => {
		const sale = await client.post(salePath, { amount: 31, ...goodCard });
		const original = sale.body.transaction_id;
		const start = await lastSequence();
		const refund = await client.post(`/transaction-service/refund/${original}`, { amount: 11 });
		expect(await eventsSince(start)).toEqual([
			{
				event: "refund.requested",
				object: refund.body.transaction_id,
				details: { original, amount_cents: 1_100 },
				actor: "client",
			},
		]);
	});

	test("P-35 records a revoked token by an id that is not secret", async () => {
		const start = await lastSequence();
		const revoked = await signIn(gateway.url, gateway.merchant);
		expect((await revoked.send("/oauth/revoke_token", { method: "DELETE" })).status).toBe(204);
		expect(await eventsSince(start)).toEqual([
			{ event: "token.revoked", object: expect.stringMatching(/^\w{20}$/), details: {}, actor: "client" },
		]);
	});

	test("P-35 O-24 records wrong secrets: with the id of an existing client, and without any other typed name", async () => {
		const start = await lastSequence();
		const typed = "MistypedPassphrase1";
		for (const client_id of [gateway.secondMerchant.client_id, typed, typed]) {
			const wrong = { grant_type: "client_credentials", client_id, client_secret: "wrong" };
			expect((await requestToken(gateway.url, wrong)).status).toBe(401);
		}
		gateway.clocks.real.advance(60_000);
		await vi.waitFor(
			async () => {
				const failed = (await list()).filter(({ sequence, outcome }) => sequence > start && outcome === "failure");
				expect(failed.reduce((sum, { times }) => sum + times, 0)).toBe(3);
				expect(failed.map(({ object, merchant_id }) => ({ object, merchant_id }))).toEqual(
					expect.arrayContaining([
						{ object: gateway.secondMerchant.client_id, merchant_id: gateway.secondMerchant.merchant_id },
						{ object: null, merchant_id: null },
					]),
				);
			},
			{ timeout: 20_000 },
		);
		const log = await gateway.database.tables.selectFrom("audit_log").selectAll().execute();
		expect(JSON.stringify(log)).not.toContain(typed);
	});

	test("P-35 records the changes of operators, and neither reads nor repeated values", async () => {
		const operator = operatorOf(gateway);
		const merchant = gateway.secondMerchant.merchant_id;
		const start = await lastSequence();
		for (const action of ["list", "add", "add", "remove"]) {
			await operator.run("origin", action, merchant, ...(action === "list" ? [] : ["https://a.example"]));
		}
		for (const action of ["show", "on", "on", "off"]) await operator.run("hosted-form-only", action, merchant);
		for (const action of ["show", "on", "default"]) await operator.run("card-testing", action, merchant);
		const by = { actor: "operator" };
		const settings = (setting: string, to: string) => {
			return { event: "settings.changed", object: merchant, details: { setting, to }, ...by };
		};
		expect(await eventsSince(start)).toEqual([
			{ event: "origin.allowed", object: "https://a.example", details: {}, ...by },
			{ event: "origin.removed", object: "https://a.example", details: {}, ...by },
			settings("hosted_form_only", "on"),
			settings("hosted_form_only", "off"),
			settings("guard", "on"),
			settings("guard", "default"),
		]);
	});

	test("P-37 keeps the events of a gateway that was killed before it sealed them", async () => {
		const other = await spawnGateway(gateway, { kind: "answer_lost" });
		const revoked = await signIn(other.url, gateway.merchant);
		const start = await lastSequence();
		const { database }: { database: Database } = { database: gateway.database.tables };
		await database.transaction().execute(async (holding) => {
			// Blocks sealing meanwhile.
			await lockChain(holding);
			const headers = { Authorization: `Bearer ${revoked.token}` };
			expect((await send(`${other.url}/oauth/revoke_token`, { method: "DELETE", headers })).status).toBe(204);
			await other.kill();
		});
		expect((await eventsSince(start)).map(({ event }) => event)).toEqual(["token.revoked"]);
	});
});

describe("npm run audit", () => {
	test("list prints one merchant's events since a day, and records the read", async () => {
		const yesterday = new Date(gateway.clocks.real.now() - 86_400_000).toISOString().slice(0, 10);
		const events = await list("--merchant", gateway.secondMerchant.merchant_id, "--from", yesterday);
		expect(events.length).toBeGreaterThan(0);
		expect(new Set(events.map(({ merchant_id }) => merchant_id))).toEqual(
			new Set([gateway.secondMerchant.merchant_id]),
		);
		expect(await list("--from", "2999-01-01")).toEqual([]);
		const looks = (await list()).filter(({ event }) => event === "audit.read");
		expect(looks.at(-1)).toMatchObject({ actor: { kind: "operator" }, merchant_id: null });
		expect(looks.some(({ merchant_id }) => merchant_id === gateway.secondMerchant.merchant_id)).toBe(true);
	});

	test("list prints a line for each event", async () => {
		await everythingSealed();
		const { stdout } = await audit(["list"]);
		expect(stdout).toMatch(
			/^\d+ {2}[\dTZ:.-]+ {2}client \w+ {2}127\.0\.0\.1 {2}card\.stored {2}success {2}\w+ {2}merchant \w+ {2}customer=\w+/m,
		);
	});

	test.each([
		["an unknown merchant", ["list", "--merchant", "m"], /^There is no merchant/],
		[
			"a date that is too late to prune before",
			["prune", "--before", "2999-01-01"],
			/^Events are kept for at least 367 days/,
		],
	])("is refused with %s", async (_what, words, message) => {
		const { code, stdout, output } = await audit(words);
		expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
		expect(output).toMatch(message);
	});

	test("P-37 X-46 verify finds a change, names its position and exits with 1", async () => {
		await everythingSealed();
		const whole = await audit(["verify"]);
		expect(whole.code, whole.output).toBe(0);
		const [, head = ""] = /--head (\d+:[0-9a-f]{64})/.exec(whole.stdout) ?? [];
		expect((await audit(["verify", "--head", head])).code).toBe(0);
		const foreign = `${head.split(":")[0]}:${"0".repeat(64)}`;
		expect((await audit(["verify", "--head", foreign])).output).toContain("differs from a stored head");

		const { tables } = gateway.database;
		await sql`alter table audit_log disable trigger user`.execute(tables);
		await sql`update audit_log set actor_id = 'somebody else' where sequence = 3`.execute(tables);
		const edited = await audit(["verify"]);
		expect({ code: edited.code, stdout: edited.stdout }).toEqual({
			code: 1,
			stdout:
				"The audit log is broken at event 3: it was changed, moved or inserted.\n" + "Intact events before it: 2.\n",
		});
		// Truncates the end, which only the gateway's stored head detects.
		await sql`update audit_log set actor_id = 'sandbox' where sequence = 3`.execute(tables);
		const last = Number(head.split(":")[0]);
		await sql`delete from audit_log where sequence >= ${last}`.execute(tables);
		const cut = await audit(["verify"]);
		expect({ code: cut.code, first: cut.stdout.split("\n")[0] }).toEqual({
			code: 1,
			first: `The audit log is broken at event ${last}: it is missing, with every later event.`,
		});
	});
});

test("an operator's command refuses an older schema and migrates nothing", async () => {
	const { url, drop } = await createTestDatabase();
	const database = openDatabase({ url, maximumConnections: 1 });
	try {
		const migrations = () => sql`select name, is_finished from applied_migrations order by name`.execute(database);
		await sql`
			update applied_migrations set is_finished = false
			where name = (select max(name) from applied_migrations)`.execute(database);
		const before = await migrations();
		for (const words of [
			["origin", "list", "m"],
			["audit", "list"],
		]) {
			const { code, output } = await runOperator(words, { DATABASE_URL: url });
			expect({ code, output }).toEqual({
				code: 1,
				output: expect.stringMatching(/^This database has an older schema\. Start this version of the gateway/),
			});
		}
		expect(await migrations()).toEqual(before);
	} finally {
		await database.destroy();
		await drop();
	}
});
