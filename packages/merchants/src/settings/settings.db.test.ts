import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { cardToken, expectProblem, requestToken, salePath, signIn } from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { type StaffMember, signInMember } from "../../../../test/fixtures/staff/staff-member.ts";
import type { AuditEventType } from "../../../platform/src/audit/event.ts";

// The merchant's own settings and its servers' credentials.

let gateway: TestGateway;
let owner: StaffMember;
let neighbour: StaffMember;

beforeAll(async () => {
	gateway = await startTestGateway();
	owner = await signInMember(gateway);
	neighbour = await signInMember(gateway, { account: gateway.demo.second_merchant });
});

afterAll(() => gateway.stop());

const eventsOf = (type: AuditEventType) => auditEvents(gateway.database.tables, { type });

describe("settings", () => {
	test("can be read, with the key that pages encrypt to", async () => {
		const { status, body } = await owner.get("/settings");
		expect(status).toBe(200);
		expect(body).toEqual({
			name: "Maple & Main",
			mode: "demo",
			public_key: gateway.merchant.public_key,
			time_zone: "America/Toronto",
			currencies: ["CAD", "USD"],
			sends_receipts: true,
			reply_to: null,
			contact_address: null,
			contact_phone: null,
			statement_text: null,
			tax_numbers: [],
			logo: null,
			three_d_secure: "never",
			three_d_secure_above: null,
			three_d_secure_outside: null,
			language: "en",
			both_languages: false,
			sends_payment_failed_notices: true,
			sends_suspended_notices: true,
			sends_card_expiring_notices: true,
			hosted_form_only: false,
			rejects_avs_no_match: false,
			rejects_cvv_no_match: false,
			retry_days: [1, 3, 5, 7],
			portal: { pause: false, cancel: false },
			portal_url: `${gateway.url.replace("127.0.0.1", "localhost")}/pay/portal/ask/${gateway.merchant.merchant_id}`,
		});
	});

	test("S-09 the days of retries are stored in their order", async () => {
		for (const retry_days of [[15], [1, 2, 3, 4, 5, 15], [1, 3, 5, 7]]) {
			expect((await owner.patch("/settings", { retry_days })).body).toMatchObject({ retry_days });
		}
		expect((await eventsOf("settings.changed")).map(({ details }) => details)).toContainEqual({
			setting: "retry_days",
			to: "1,2,3,4,5,15",
		});
	});

	test("what payers may do in the portal is set as a whole", async () => {
		for (const portal of [
			{ pause: true, cancel: false },
			{ pause: false, cancel: false },
		]) {
			expect((await owner.patch("/settings", { portal })).body).toMatchObject({ portal });
		}
		expect((await eventsOf("settings.changed")).map(({ details }) => details)).toContainEqual({
			setting: "portal",
			to: "pause",
		});
	});

	test("a statement's text has what every processor takes, and null is the account's own", async () => {
		for (const statement_text of ["MAPLE AND MAIN", "Maple & Main 24-7.ca", null]) {
			expect((await owner.patch("/settings", { statement_text })).body).toMatchObject({ statement_text });
		}
		for (const statement_text of [
			"",
			"ABCD",
			"12345",
			"Café Ñandú",
			"Zoe's shop",
			"A*BCDE",
			"<script>",
			"x".repeat(23),
		]) {
			const { status, body } = await owner.patch("/settings", { statement_text });
			expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field: "statement_text" })]]);
		}
	});

	test("tax numbers are a short list of lines, and never a card number", async () => {
		const tax_numbers = [
			{ label: " GST/HST ", number: "12345 6789 RT0001" },
			{ label: "TVQ (Québec)", number: " 1234567890 TQ0001 " },
			{ label: "VAT", number: "DE123456789" },
			{ label: "EIN", number: "12-3456789" },
		];
		const trimmed = tax_numbers.map(({ label, number }) => ({ label: label.trim(), number: number.trim() }));
		expect((await owner.patch("/settings", { tax_numbers })).body).toMatchObject({ tax_numbers: trimmed });
		for (const [wrong, field] of [
			[[...tax_numbers, tax_numbers[0]], "tax_numbers"],
			["GST 12345 6789 RT0001", "tax_numbers"],
			[[{ label: "GST" }], "tax_numbers.0.number"],
			[[{ label: " ", number: "12345 6789 RT0001" }], "tax_numbers.0.label"],
			[[{ label: "x".repeat(31), number: "12345 6789 RT0001" }], "tax_numbers.0.label"],
			[[{ label: "GST", number: "none" }], "tax_numbers.0.number"],
			[[{ label: "GST", number: "12345\n6789" }], "tax_numbers.0.number"],
			[[{ label: "GST", number: "<b>12345</b>" }], "tax_numbers.0.number"],
			[[{ label: "GST", number: "4111 1111 1111 1111" }], "tax_numbers.0.number"],
			[[{ label: "4111-1111-1111-1111", number: "12345" }], "tax_numbers.0.label"],
		] as const) {
			const answer = await owner.patch("/settings", { tax_numbers: wrong });
			expectProblem(answer, 400, "BAD_REQUEST");
			expect(answer.body.errors, JSON.stringify(wrong)).toMatchObject([{ field }]);
		}
		expect((await owner.patch("/settings", { tax_numbers: [] })).body).toMatchObject({ tax_numbers: [] });
	});

	test("the rules of 3-D Secure can be set and cleared; amounts are in dollars", async () => {
		const set = { three_d_secure: "always", three_d_secure_above: 200.5, three_d_secure_outside: "CA" };
		expect((await owner.patch("/settings", { ...set, three_d_secure_outside: " ca" })).body).toMatchObject(set);
		expect((await owner.get("/settings")).body).toMatchObject(set);
		const { three_d_secure_above: cents } = await gateway.database.tables
			.selectFrom("merchants")
			.select("three_d_secure_above")
			.where("merchant_id", "=", gateway.merchant.merchant_id)
			.executeTakeFirstOrThrow();
		expect(cents).toBe(20_050);
		for (const [field, value] of [
			["three_d_secure", "sometimes"],
			["three_d_secure_above", "many"],
			["three_d_secure_above", 0],
			["three_d_secure_outside", "Canada"],
			["three_d_secure_outside", "QQ"],
		] as const) {
			const { status, body } = await owner.patch("/settings", { [field]: value });
			expect([status, body.errors]).toEqual([400, [expect.objectContaining({ field })]]);
		}
		const cleared = { three_d_secure: "never", three_d_secure_above: null, three_d_secure_outside: null };
		expect((await owner.patch("/settings", cleared)).body).toMatchObject(cleared);
	});

	test("change only where given, for this merchant only", async () => {
		const others = (await neighbour.get("/settings")).body;
		const before = (await owner.get("/settings")).body;
		const change = { name: "  Maple & Main, Toronto ", time_zone: "America/Toronto", reply_to: "care@maple.example" };
		const { status, body } = await owner.patch("/settings", change);
		expect(status).toBe(200);
		expect(body).toEqual({ ...before, ...change, name: "Maple & Main, Toronto" });
		expect((await owner.get("/settings")).body).toEqual(body);
		expect((await neighbour.get("/settings")).body).toEqual(others);
		expect((await owner.patch("/settings", { reply_to: null, time_zone: "UTC" })).body).toMatchObject({
			reply_to: null,
		});
	});

	test("texts lose the spaces around them, and an address of spaces is cleared", async () => {
		const change = { statement_text: "  MAPLE TABLES ", contact_address: " 12 Main Street " };
		const trimmed = { statement_text: "MAPLE TABLES", contact_address: "12 Main Street" };
		expect((await owner.patch("/settings", change)).body).toMatchObject(trimmed);
		expect((await owner.patch("/settings", { statement_text: "   a   " })).status).toBe(400);
		const cleared = { statement_text: null, contact_address: "  " };
		expect((await owner.patch("/settings", cleared)).body).toMatchObject({ ...cleared, contact_address: null });
	});

	test("the contact and the languages of emails can be set and cleared", async () => {
		const set = {
			contact_address: "12 Main Street, Toronto",
			contact_phone: "416 555-0199",
			language: "fr",
			both_languages: true,
			rejects_avs_no_match: true,
			rejects_cvv_no_match: true,
		};
		expect((await owner.patch("/settings", set)).body).toMatchObject(set);
		const cleared = {
			contact_address: null,
			contact_phone: null,
			language: "en",
			both_languages: false,
			rejects_cvv_no_match: false,
		};
		expect((await owner.patch("/settings", cleared)).body).toMatchObject(cleared);
	});

	test("P-33 leave an event per change with its author, and none without a change", async () => {
		await owner.patch("/settings", { sends_receipts: true, hosted_form_only: false });
		const before = await eventsOf("settings.changed");
		await owner.patch("/settings", { sends_receipts: false, currencies: ["USD", "CAD"], hosted_form_only: false });
		const events = (await eventsOf("settings.changed")).slice(before.length);
		expect(events.map(({ details }) => details)).toEqual(
			expect.arrayContaining([
				{ setting: "sends_receipts", to: "off" },
				{ setting: "currencies", to: "USD,CAD" },
			]),
		);
		expect(events).toHaveLength(2);
		for (const event of events) {
			const { merchant_id: object } = gateway.merchant;
			expect(event).toMatchObject({ object, actor_kind: "staff", actor_id: String(owner.userId) });
		}
		await owner.patch("/settings", { sends_receipts: true, currencies: ["CAD", "USD"] });
	});

	test.each([
		[{ name: " " }, "name"],
		[{ name: "4111 1111 1111 1111" }, "name"],
		[{ name: "Maple\nBcc: eve@example.com" }, "name"],
		[{ time_zone: "Mars/Olympus" }, "time_zone"],
		[{ time_zone: "UTC'; drop table merchants; --" }, "time_zone"],
		[{ currencies: [] }, "currencies"],
		[{ currencies: ["CAD", "CAD"] }, "currencies"],
		[{ currencies: ["JPY"] }, "currencies.0"],
		[{ reply_to: "care@maple.example, eve@example.com" }, "reply_to"],
		[{ sends_receipts: "yes" }, "sends_receipts"],
		[{ contact_address: "12 Main Street\nBcc: eve@example.com" }, "contact_address"],
		[{ contact_phone: "4111 1111 1111 1111" }, "contact_phone"],
		[{ language: "de" }, "language"],
		[{ both_languages: 1 }, "both_languages"],
		[{ retry_days: [] }, "retry_days"],
		[{ retry_days: [1, 2, 3, 4, 5, 6, 7] }, "retry_days"],
		[{ retry_days: [3, 1] }, "retry_days"],
		[{ retry_days: [2, 2] }, "retry_days"],
		[{ retry_days: [0] }, "retry_days"],
		[{ retry_days: [1, 16] }, "retry_days"],
		[{ retry_days: [1.5] }, "retry_days"],
		[{ retry_days: "1,3" }, "retry_days"],
		[{ portal: "pause" }, "portal"],
		[{ portal: { pause: true } }, "portal.cancel"],
		[{ portal: { pause: 1, cancel: true } }, "portal.pause"],
	])("are refused entirely if one is invalid: %j", async (change, field) => {
		const before = (await owner.get("/settings")).body;
		const answer = await owner.patch("/settings", { sends_suspended_notices: false, ...change });
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toMatchObject([{ field }]);
		expect((await owner.get("/settings")).body).toEqual(before);
	});

	test("X-04 ignore fields that merchants may not set", async () => {
		const before = (await owner.get("/settings")).body;
		const change = { mode: "live", public_key: "pktest1x", id: 1, merchant_id: "x", card_testing_on: false };
		expect((await owner.patch("/settings", change)).body).toEqual(before);
	});

	test("apply from the next charge on", async () => {
		const client = await signIn(gateway.url, gateway.merchant);
		const sale = async (currency: string) => {
			const token = await cardToken(gateway.merchant.public_key);
			return client.post(salePath, { amount: 31, currency, token });
		};
		expectProblem(await sale("EUR"), 400, "BAD_REQUEST");
		await owner.patch("/settings", { currencies: ["EUR"] });
		expect((await sale("EUR")).status).toBe(200);
		expectProblem(await sale("CAD"), 400, "BAD_REQUEST");
		await owner.patch("/settings", { currencies: ["CAD", "USD"] });
	});

	test("S-09 offer the time zones that both Node.js and PostgreSQL know, and each can be chosen", async () => {
		const { time_zones: zones, currencies } = (await owner.get("/settings/choices")).body as Record<string, string[]>;
		expect(zones).toEqual(expect.arrayContaining(["UTC", "America/Toronto", "America/St_Johns", "Europe/Paris"]));
		expect(zones?.length).toBeGreaterThan(300);
		expect(currencies).toEqual(expect.arrayContaining(["CAD", "USD"]));
		for (const zone of ["UTC", zones?.at(-1), zones?.at(100)]) {
			expect((await owner.patch("/settings", { time_zone: zone })).status, zone).toBe(200);
		}
		await owner.patch("/settings", { time_zone: "UTC" });
	});
});

describe("credentials", () => {
	const asked = { name: "Till 3", channel: "TABLET_POS", scopes: ["transaction"], token_lifetime_seconds: 600 };

	async function tokenFor({ client_id, client_secret }: Record<string, unknown>) {
		return requestToken(gateway.url, {
			grant_type: "client_credentials",
			client_id: String(client_id),
			client_secret: String(client_secret),
		});
	}

	test("E-05 a new one shows its secret once, and works with the chosen settings", async () => {
		const { status, body } = await owner.post("/credentials", asked);
		expect(status).toBe(200);
		expect(body).toMatchObject({ ...asked, last_used_at: null, created_by: { user_id: owner.userId } });
		expect(body.client_secret).toMatch(/^sktest[0-9A-Za-z]{49}$/);
		const token = await tokenFor(body);
		expect(token.body).toMatchObject({ expires_in: 600, scope: "transaction" });
		const listed = await owner.get("/credentials");
		expect(listed.text).not.toContain(String(body.client_secret));
		const { client_secret: _secret, ...shown } = body;
		expect((listed.body.credentials as unknown[])[0]).toEqual(shown);
	});

	test("the settings offer twelve hours, every service and the web channel", async () => {
		const { body } = await owner.post("/credentials", { name: "Shop" });
		expect(body).toMatchObject({
			channel: "E_COMMERCE",
			scopes: ["customer", "plan", "transaction", "eft", "event"],
			token_lifetime_seconds: 43_200,
		});
	});

	test("charges of a credential name its creator and its channel", async () => {
		const { body } = await owner.post("/credentials", asked);
		const account = {
			...gateway.merchant,
			client_id: String(body.client_id),
			client_secret: String(body.client_secret),
		};
		const client = await signIn(gateway.url, account);
		const token = await cardToken(gateway.merchant.public_key);
		const sale = await client.post(salePath, { amount: 31, token });
		expect(sale.body).toMatchObject({ user_id: owner.userId, transaction_source: "TABLET_POS" });
	});

	test("O-33 revoking one revokes its secret and tokens from the next request on, with an event", async () => {
		const { body } = await owner.post("/credentials", { name: "Old server" });
		const account = {
			...gateway.merchant,
			client_id: String(body.client_id),
			client_secret: String(body.client_secret),
		};
		const client = await signIn(gateway.url, account);
		expect((await owner.delete(`/credentials/${body.client_id}`)).status).toBe(204);
		expectProblem(await client.get("/transaction-service/transaction"), 401, "UNAUTHORIZED");
		expectProblem(await tokenFor(body), 401, "UNAUTHORIZED");
		const [last] = (await eventsOf("credential.revoked")).slice(-1);
		expect(last).toMatchObject({ object: body.client_id, actor_id: String(owner.userId) });
		expectProblem(await owner.delete(`/credentials/${body.client_id}`), 404, "NOT_FOUND");
	});

	test("X-01 another merchant's cannot be seen or revoked", async () => {
		const { body } = await owner.post("/credentials", { name: "Mine" });
		expectProblem(await neighbour.delete(`/credentials/${body.client_id}`), 404, "NOT_FOUND");
		expect((await neighbour.get("/credentials")).text).not.toContain(String(body.client_id));
		expect((await tokenFor(body)).status).toBe(200);
	});

	test.each([
		[{}, "name"],
		[{ name: "  " }, "name"],
		[{ name: "x", channel: "WEB" }, "channel"],
		[{ name: "x", scopes: [] }, "scopes"],
		[{ name: "x", scopes: ["admin"] }, "scopes.0"],
		[{ name: "x", token_lifetime_seconds: 59 }, "token_lifetime_seconds"],
		[{ name: "x", token_lifetime_seconds: 86_401 }, "token_lifetime_seconds"],
	])("an invalid one is refused: %j", async (wish, field) => {
		const answer = await owner.post("/credentials", wish);
		expectProblem(answer, 400, "BAD_REQUEST");
		expect(answer.body.errors).toMatchObject([{ field }]);
	});

	test("are limited to a hundred, also in parallel", async () => {
		const { client_id } = gateway.secondMerchant;
		const first = gateway.database.tables
			.selectFrom("client_credentials")
			.selectAll()
			.where("client_id", "=", client_id);
		const { id: _id, ...row } = await first.executeTakeFirstOrThrow();
		const others = Array.from({ length: 96 }, (_, index) => ({ ...row, client_id: `server${index}` }));
		await gateway.database.tables.insertInto("client_credentials").values(others).execute();
		// The first one asks for the password again, which renews the session.
		expect((await neighbour.post("/credentials", { name: "First" })).status).toBe(200);
		const room = 2;
		const answers = await Promise.all(
			Array.from({ length: 5 }, (_, index) => neighbour.post("/credentials", { name: `Server ${index}` })),
		);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(room);
		for (const answer of answers.filter(({ status }) => status !== 200)) expectProblem(answer, 409, "CONFLICT");
	});
});

/** Last in this file, as it stops the gateway. */
describe("the last use of a credential", () => {
	test("is stored at the latest when the gateway stops", async () => {
		const { body } = await owner.post("/credentials", { name: "In use" });
		const secret = { client_id: String(body.client_id), client_secret: String(body.client_secret) };
		const client = await signIn(gateway.url, { ...gateway.merchant, ...secret });
		await client.get("/transaction-service/transaction");
		const second = await startTestGateway({ database: gateway.database, clocks: gateway.clocks });
		await (await signIn(second.url, { ...gateway.merchant, ...secret })).get("/transaction-service/transaction");
		const now = gateway.clocks.business.now();
		await second.stop();
		const row = await gateway.database.tables
			.selectFrom("client_credentials")
			.select("last_used_at")
			.where("client_id", "=", secret.client_id)
			.executeTakeFirstOrThrow();
		expect(row.last_used_at).toBeGreaterThan(now - 60_000);
		expect(row.last_used_at).toBeLessThanOrEqual(now);
	});
});
