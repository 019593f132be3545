import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { type Client, expectProblem, goodCard, salePath, signIn } from "../../../../test/fixtures/client.ts";
import { holdAnswer, startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { operatorOf } from "../../../../test/fixtures/operator.ts";
import { type StaffMember, signInMember } from "../../../../test/fixtures/staff/staff-member.ts";
import { eraseDueCopies } from "./erase-customer.ts";

const customerPath = "/customer-service/customer";

let gateway: TestGateway;
let client: Client;
let owner: StaffMember;
let customer: string;
let card: string;

beforeAll(async () => {
	gateway = await startTestGateway();
	await signInBoth();
});

async function signInBoth(): Promise<void> {
	client = await signIn(gateway.url, gateway.merchant);
	owner = await signInMember(gateway);
}

afterAll(() => gateway.stop());

beforeEach(async () => {
	customer = String((await client.post(customerPath, { email: "ada@example.com", city: "Lagos" })).body.lookup_id);
	card = String((await client.post(`${customerPath}/${customer}/card`, goodCard)).body.card_lookup_id);
});

const erase = (id = customer) => owner.delete(`/customers/${id}`);

const rowOf = (id: string) =>
	gateway.database.tables.selectFrom("customers").selectAll().where("lookup_id", "=", id).executeTakeFirstOrThrow();

const storedNumbers = async () =>
	(await sql`select from vault.stored_cards where card_id = ${card}`.execute(gateway.database.tables)).rows.length;

describe("erasing a customer", () => {
	test("P-47 destroys the cards, and leaves a customer that is not found or charged any more", async () => {
		expect(await storedNumbers()).toBe(1);
		expect((await erase()).status).toBe(204);
		expect(await storedNumbers()).toBe(0);
		const path = `${customerPath}/${customer}`;
		expectProblem(await client.get(path), 404, "NOT_FOUND");
		const change = { method: "PUT", body: "{}", headers: { "Content-Type": "application/json" } };
		expectProblem(await client.send(path, change), 404, "NOT_FOUND");
		expectProblem(await client.post(`${path}/card`, goodCard), 404, "NOT_FOUND");
		for (const charged of [`${salePath}/customer/${customer}`, `${salePath}/customer/${customer}/card/${card}`])
			expectProblem(await client.post(charged, { amount: 31 }), 404, "NOT_FOUND");
		const newCard = { amount: 31, currency: "CAD", ...goodCard };
		expectProblem(await client.post(`${salePath}/customer/${customer}`, newCard), 404, "NOT_FOUND");
		expectProblem(await owner.get(`/customers/${customer}/export`), 404, "NOT_FOUND");
		const listed = await client.get(`${customerPath}?limit=100`);
		expect(listed.text).not.toContain(customer);
	});

	test("P-47 again changes nothing", async () => {
		await erase();
		const before = await rowOf(customer);
		gateway.clocks.real.advance(1_000);
		expect((await erase()).status).toBe(204);
		expect(await rowOf(customer)).toMatchObject({ erased_at: before.erased_at });
		expect(await auditEvents(gateway.database.tables, { type: "customer.erased", object: customer })).toHaveLength(1);
	});

	test("X-02 is refused for another merchant's customer, an unknown one and a malformed id", async () => {
		const other = await signIn(gateway.url, gateway.secondMerchant);
		const foreign = String((await other.post(customerPath, { email: "bo@example.com" })).body.lookup_id);
		for (const id of [foreign, "9fK2mQ7xW1aZ3bC4dE5f", "nobody"]) {
			expectProblem(await erase(id), 404, "NOT_FOUND");
			expectProblem(await owner.get(`/customers/${id}/export`), 404, "NOT_FOUND");
		}
		expect((await rowOf(foreign)).erased_at).toBe(null);
	});

	test("P-47 is refused while the outcome of a payment is not known, and changes nothing", async () => {
		const letGo = holdAnswer(gateway);
		const sale = client.post(`${salePath}/customer/${customer}`, { amount: 31 });
		const pending = gateway.database.tables.selectFrom("pending_transactions").selectAll();
		await expect.poll(async () => (await pending.execute()).length, { timeout: 20_000 }).toBe(1);
		const refused = await erase();
		expectProblem(refused, 409, "CONFLICT");
		expect(refused.body.reason).toBe("customer_has_open_payment");
		letGo();
		expect((await sale).status).toBe(200);
		expect(await storedNumbers()).toBe(1);
		expect((await erase()).status).toBe(204);
	});

	test("P-47 while a sale is on its way: the sale ends, and its copy of the data is erased later", async () => {
		const { tables } = gateway.database;
		// Confirms with the password before the sale, so that the sale waits only for the erasure.
		await erase("9fK2mQ7xW1aZ3bC4dE5f");
		let sale: ReturnType<Client["post"]> | undefined;
		await tables.transaction().execute(async (transaction) => {
			// The sale has read the customer and the card, and cannot write yet.
			await sql`lock table transactions in share mode`.execute(transaction);
			sale = client.post(`${salePath}/customer/${customer}`, { amount: 31 }, { "Idempotency-Key": customer });
			const waiting = sql`
				select from pg_stat_activity
				where datname = current_database() and wait_event_type = 'Lock' and query like '%insert-pending%'`;
			await expect.poll(async () => (await waiting.execute(tables)).rows.length, { timeout: 20_000 }).toBe(1);
			expect((await erase()).status).toBe(204);
		});
		const answer = await sale;
		expect(answer?.status, answer?.text).toBe(200);
		const copies = tables
			.selectFrom("transactions")
			.select(["email", "city", "amount_cents"])
			.where("customer_lookup_id", "=", customer);
		gateway.clocks.real.advance(3_600_000);
		await signInBoth();
		await eraseDueCopies({ database: tables.withTables(), clocks: gateway.clocks });
		// The gateway's job may be erasing them already.
		await expect.poll(async () => (await rowOf(customer)).erasure_due_at, { timeout: 20_000 }).toBe(null);
		expect(await copies.execute()).toEqual([{ email: null, city: null, amount_cents: 3_100 }]);
		const again = await client.post(
			`${salePath}/customer/${customer}`,
			{ amount: 31 },
			{ "Idempotency-Key": customer },
		);
		expect(again.headers.get("Idempotency-Replayed")).toBe("true");
		expect(again.body).toMatchObject({ amount: 31, email: null, city: null });
	});

	test("tells the merchant's programs, without the data", async () => {
		await erase();
		const events = async () => {
			const { body } = await client.get("/event-service/event?after=0&type=customer.erased&limit=100");
			return (body.events as { data: object }[]).map(({ data }) => data);
		};
		const data = expect.objectContaining({ lookup_id: customer, email: "", city: null, cards: [] });
		await expect.poll(events, { timeout: 20_000 }).toContainEqual(data);
	});
});

describe("the operator", () => {
	let folder: string;

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), "cardseal-export-"));
	});

	afterAll(() => rm(folder, { recursive: true }));

	test("P-48 exports a customer to a file that only they can read, with masked cards", async () => {
		await client.post(`${salePath}/customer/${customer}`, { amount: 31, metadata: { order: "7" } });
		const path = join(folder, "ada.json");
		const words = ["customer", "export", gateway.merchant.merchant_id, customer, "--to", path] as const;
		await operatorOf(gateway).run(...words);
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		const text = await readFile(path, "utf8");
		expect(JSON.parse(text)).toMatchObject({
			customer: { lookup_id: customer, city: "Lagos", cards: [{ card_suffix: "1111" }] },
			transactions: [{ amount: 31, email: "ada@example.com", metadata: { order: "7" } }],
		});
		expect(text).not.toContain(goodCard.card_number);
		expect(await operatorOf(gateway).refusalOf(...words)).toContain("exists");
		expect(await auditEvents(gateway.database.tables, { type: "customer.exported", object: customer })).toMatchObject([
			{ actor_kind: "operator" },
		]);
	});

	test("P-47 erases a customer and its copies before the command ends", async () => {
		await client.post(`${salePath}/customer/${customer}`, { amount: 31 });
		const words = ["customer", "erase", gateway.merchant.merchant_id, customer] as const;
		await operatorOf(gateway).run(...words);
		const copy = gateway.database.tables.selectFrom("transactions").select("email");
		expect(await copy.where("customer_lookup_id", "=", customer).execute()).toEqual([{ email: null }]);
		await operatorOf(gateway).run(...words);
		const refusal = await operatorOf(gateway).refusalOf("customer", "erase", gateway.merchant.merchant_id, "nobody");
		expect(refusal).toBe("There is no customer with this id.");
	});
});
