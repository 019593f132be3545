import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eraseDueCopies } from "../../apps/gateway/src/personal-data/erase-customer.ts";
import { forgetSettledAccounts } from "../../packages/eft/src/bank-accounts/forget-accounts.ts";
import { auditEvents } from "../fixtures/audit-events.ts";
import { type Client, goodCard, type JsonObject, signIn } from "../fixtures/client.ts";
import { accounts, eftPath, passTime } from "../fixtures/eft/eft.ts";
import { linkIn, payerAt } from "../fixtures/eft/requests.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";
import { type StaffMember, signInMember } from "../fixtures/staff/staff-member.ts";
import { storedRows } from "../fixtures/stored-rows.ts";
import { customerPath, day, planPath, subscriptionPath } from "../fixtures/subscriptions/subscribing.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../fixtures/webhook-receiver.ts";

// A person whose fields all have different texts. After the erasure, none of these texts may be found.

let gateway: TestGateway;
let client: Client;
let owner: StaffMember;
let receiver: WebhookReceiver;

beforeAll(async () => {
	gateway = await startTestGateway();
	await signInBoth();
	receiver = await startWebhookReceiver();
});

afterAll(async () => {
	await receiver.close();
	await gateway.stop();
});

async function signInBoth(): Promise<void> {
	client = await signIn(gateway.url, gateway.merchant);
	owner = await signInMember(gateway);
}

const marks = new Map<string, string>();

/** Returns a text that is nowhere else, and remembers it by its name. */
function mark(name: string): string {
	const value = randomBytes(16)
		.toString("hex")
		.replaceAll(/\d/g, (digit) => "ghijklmnop"[Number(digit)] ?? "");
	marks.set(name, value);
	return value;
}

const address = (name: string) => `${mark(name)}@example.com`;

/** Returns the names of the texts that are in a dump, without regard to case. */
function found(dump: string): string[] {
	const lowered = dump.toLowerCase();
	return [...marks].flatMap(([name, value]) => (lowered.includes(value) ? name : []));
}

/** Every row of every table, with the text in columns of bytes. */
const tablesOf = async () => {
	const rows = await storedRows(gateway.database.tables);
	return (
		rows + Buffer.from([...rows.matchAll(/\\x([0-9a-f]+)/g)].map(([, hex]) => hex).join("00"), "hex").toString("latin1")
	);
};

async function filesOf(directory: string): Promise<string> {
	const entries = await readdir(directory, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	return (await Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), "latin1")))).join("\n");
}

async function ok(answer: Promise<{ status: number; body: JsonObject; text: string }>): Promise<JsonObject> {
	const { status, body, text } = await answer;
	expect(status, text).toBeOneOf([200, 201, 402]);
	return body;
}

test("P-47 P-48 nothing of an erased customer is left in tables, files and logs, but ids", async () => {
	const { tables } = gateway.database;
	receiver.answer = (response, { body }) => response.end(body);
	await ok(client.post("/event-service/endpoint", { url: receiver.url }));
	let keys = 0;
	const keyed = () => ({ "Idempotency-Key": `erasure-${keys++}` });
	const person = {
		email: address("email"),
		first_name: mark("first name"),
		last_name: mark("last name"),
		company: mark("company"),
		bcc_emails: address("bcc"),
		telephone: "+14165550197842",
		address1: mark("address"),
		address2: mark("second address"),
		city: mark("city"),
		province: mark("province"),
		country: "KE",
		postal_code: mark("postal code"),
		custom_id: mark("custom id"),
		metadata: { [mark("metadata key")]: mark("metadata") },
	};
	marks.set("telephone", person.telephone);
	const { lookup_id: id } = await ok(client.post(customerPath, person));
	const path = `${customerPath}/${id}`;
	const { card_lookup_id: card } = await ok(
		client.post(`${path}/card`, { ...goodCard, card_description: mark("card description") }),
	);
	await ok(client.send(path, { method: "PUT", body: JSON.stringify({ city: mark("new city") }), headers: json }));

	// Payments: approved, declined, refunded, disputed.
	const paid = { amount: 31, metadata: { order: mark("order") }, address1: mark("address of a sale") };
	const sale = await ok(client.post(`/transaction-service/sale/customer/${id}`, paid, keyed()));
	await ok(client.post(`/transaction-service/sale/customer/${id}`, { amount: 30 }, keyed()));
	const refund = { amount: 1, metadata: { why: mark("refund") } };
	await ok(client.post(`/transaction-service/refund/${sale.id}`, refund, keyed()));
	await insertDispute(String(sale.transaction_id), mark("evidence"));

	// A subscription with other addresses.
	const plan = { name: "Tea", amount: 31, currency: "CAD", frequency: "MOTHLY" };
	const { lookup_id: plan_lookup_id } = await ok(client.post(planPath, plan));
	const terms = {
		plan_lookup_id,
		card_lookup_id: card,
		start_date: gateway.clocks.business.now() + day,
		email: address("subscription's email"),
		bcc_emails: address("subscription's bcc"),
		description: mark("subscription"),
		metadata: { seat: mark("seat") },
	};
	const subscribed = await ok(client.post(subscriptionPath, terms, keyed()));

	// Money from and to the bank account.
	const asked = { amount: 31, description: mark("request"), metadata: { job: mark("job") } };
	const request = await ok(client.post(`${eftPath}/request/${id}`, asked, keyed()));
	await passTime(client, 1_000);
	const payer = await payerAt(gateway, await linkIn(gateway, request));
	const agreed = { holder: mark("account holder"), agree: "yes", ...accounts.good };
	expect((await payer.submit(agreed, { "User-Agent": mark("browser") })).status).toBe(303);
	const sent = { amount: 5, description: mark("send"), ...accounts.good };
	await ok(client.post(`${eftPath}/send/${id}`, sent, keyed()));

	await passTime(client, 3 * day);
	const erase = () => owner.delete(`/customers/${id}`);
	expect((await erase()).body.reason).toBe("customer_has_subscription");
	const cancel = { method: "PATCH", body: JSON.stringify({ status: "CANCELLED" }), headers: json };
	await ok(client.send(`${path}/subscription/${subscribed.subscription_lookup_id}`, cancel));
	// The bank may still return both payments.
	expect((await erase()).body.reason).toBe("customer_has_open_payment");
	await forgetSettledAccounts({
		database: tables.withTables(),
		vault: { deleteBankAccount: async () => undefined },
		businessClock: { now: () => gateway.clocks.business.now() + 104 * day },
	});
	await expect
		.poll(async () => found(await answersOfReceiver()), { timeout: 60_000 })
		.toEqual(expect.arrayContaining(["email", "subscription", "request"]));

	// Everything is found, and the export has it.
	expect(found(await tablesOf())).toEqual([...marks.keys()]);
	const file = await owner.get(`/customers/${id}/export`);
	expect(file.headers.get("Content-Disposition")).toBe(`attachment; filename="customer-${id}.json"`);
	expect(file.body).toMatchObject({ customer: { lookup_id: id, cards: [{ card_suffix: "1111" }] } });
	expect(file.body.transactions).toHaveLength(4);
	expect(file.text).not.toContain(goodCard.card_number);
	// A former address is in events alone.
	expect(found(file.text)).toEqual([...marks.keys()].filter((name) => name !== "city"));
	const [balance, books] = [await client.get(`${eftPath}/balance`), await amounts()];

	const erased = await erase();
	expect(erased.status, erased.text).toBe(204);
	await eraseDueCopies({ database: tables.withTables(), clocks: gateway.clocks });
	// A delivery that is on its way stores its response within the hour.
	await expect.poll(undelivered, { timeout: 60_000 }).toBe(0);
	gateway.clocks.real.advance(3_600_000);
	await eraseDueCopies({ database: tables.withTables(), clocks: gateway.clocks });
	const { erasure_due_at: due } = await tables
		.selectFrom("customers")
		.select("erasure_due_at")
		.where("lookup_id", "=", String(id))
		.executeTakeFirstOrThrow();
	expect(due).toBe(null);

	expect(found(await tablesOf())).toEqual([]);
	expect(found(await filesOf(gateway.database.dataDirectory))).toEqual([]);
	expect(found(gateway.logLines.join("\n"))).toEqual([]);
	expect(await auditEvents(tables, { object: String(id) })).toEqual(
		expect.arrayContaining([expect.objectContaining({ type: "customer.erased", details: { cards: [card] } })]),
	);

	// The books are as before. Tokens and sessions have ended within the hour.
	await signInBoth();
	expect((await client.get(`${eftPath}/balance`)).body).toEqual(balance.body);
	expect(await amounts()).toEqual(books);
	const kept = await client.get(`/transaction-service/transaction/${sale.transaction_id}`);
	expect(kept.body).toMatchObject({ amount: 31, card_suffix: 1111, customer_lookup_id: id, email: null, metadata: {} });
	expect((await client.get(path)).status).toBe(404);
	expect((await erase()).status).toBe(204);
});

const json = { "Content-Type": "application/json" };

async function answersOfReceiver(): Promise<string> {
	const rows = await gateway.database.tables.selectFrom("webhook_attempts").select("response").execute();
	return rows.map(({ response }) => response).join("\n");
}

/** Counts events that are not moved, and deliveries without a result. */
async function undelivered(): Promise<number> {
	const { tables } = gateway.database;
	const inbox = await tables.selectFrom("event_inbox").select("id").execute();
	const deliveries = await tables.selectFrom("webhook_deliveries").select("sequence").execute();
	return inbox.length + deliveries.length;
}

async function amounts() {
	const { rows } = await sql`
		select transaction_id, amount_cents, status, created_at from transactions
		union all select transaction_id, amount_cents, result, created_at from eft_transactions order by 1`.execute(
		gateway.database.tables,
	);
	return rows;
}

/** A dispute that was won with evidence. */
async function insertDispute(transactionId: string, explanation: string): Promise<void> {
	const { tables } = gateway.database;
	const { merchant_id } = await tables
		.selectFrom("transactions")
		.select("merchant_id")
		.where("transaction_id", "=", transactionId)
		.executeTakeFirstOrThrow();
	const times = { created_at: 0, state_at: 0, evidence_due_at: null };
	const { id } = await tables
		.insertInto("disputes")
		.values({
			...times,
			merchant_id,
			dispute_id: "disputed",
			processor: "demo",
			account: "",
			processor_dispute_id: "d1",
			transaction_id: transactionId,
			state: "won",
			amount_cents: 3100,
			currency: "CAD",
			reason_code: "10.4",
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	const evidence = { explanation, productDescription: null, shippingCarrier: null, shippingTrackingNumber: null };
	await tables
		.insertInto("dispute_answers")
		.values({
			merchant_id,
			dispute: id,
			kind: "evidence",
			evidence: JSON.stringify(evidence),
			asked_at: 0,
			next_attempt_at: 0,
			sent_at: 0,
			refusal: null,
		})
		.execute();
}
