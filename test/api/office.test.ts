import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { auditEvents } from "../fixtures/audit-events.ts";
import { cardToken, expectProblem, goodCard, type JsonObject, send, signIn } from "../fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../fixtures/gateway.ts";
import { connect } from "../fixtures/partner.ts";
import { type StaffBrowser, signInStaff } from "../fixtures/staff/staff-browser.ts";
import { type StaffMember, signInMember } from "../fixtures/staff/staff-member.ts";

// The routes of the web application beyond the services: the virtual terminal, keys, origins, the audit log, exports
// and receipts.

let gateway: TestGateway;
let owner: StaffMember;
let neighbour: StaffMember;

beforeAll(async () => {
	gateway = await startTestGateway();
	owner = await signInMember(gateway);
	neighbour = await signInMember(gateway, { account: gateway.demo.second_merchant });
});

afterAll(() => gateway.stop());

const sale = "/transaction-service/sale";

async function sell(fields: JsonObject = {}): Promise<JsonObject> {
	const { status, body, text } = await owner.post(sale, { amount: 31, ...goodCard, ...fields });
	expect(status, text).toBe(200);
	return body;
}

/** Creates a customer with a card who pays 31.00 a day, from an hour from now on. */
async function subscribe(email: string): Promise<JsonObject> {
	const customer = await owner.post("/customer-service/customer", { email });
	const withCard = await owner.post(`/customer-service/customer/${customer.body.lookup_id}/card`, { ...goodCard });
	const plan = await owner.post("/plan-service/plan", {
		name: "Coffee",
		amount: 31,
		currency: "CAD",
		frequency: "DAILY",
	});
	const subscribed = await owner.post("/customer-service/customer/subscription", {
		plan_lookup_id: plan.body.lookup_id,
		card_lookup_id: (withCard.body.cards as JsonObject[])[0]?.lookup_id,
		start_date: gateway.clocks.business.now() + 3_600_000,
	});
	const [subscription] = subscribed.body.subscriptions as [JsonObject];
	return subscription;
}

describe("the virtual terminal", () => {
	const ownOrigin = () => new URL(gateway.demo.auth_url).origin;

	/** The origin of the terminal's card frame, and the ticket of the session. */
	async function cardFormOf(browser: StaffBrowser): Promise<{ origin: string; ticket: string }> {
		return (await browser.api("GET", "session")).body.card_form as { origin: string; ticket: string };
	}

	async function openSession(browser: StaffBrowser | undefined, publicKey: string, origin = ownOrigin()) {
		const ticket = browser && (await cardFormOf(browser)).ticket;
		return send(`${gateway.url}/v1/widget/session`, {
			method: "POST",
			headers: { "Content-Type": "application/json", Origin: gateway.url },
			body: JSON.stringify({ public_key: publicKey, origin, ticket }),
		});
	}

	test("X-26 shows the card form on the gateway's page only for signed-in staff of the key's merchant", async () => {
		const browser = await signInStaff(gateway.url, gateway.demo);
		const { public_key: key } = gateway.merchant;
		expect((await openSession(browser, key)).status).toBe(201);
		expectProblem(await openSession(undefined, key), 403, "FORBIDDEN");
		expectProblem(await openSession(browser, gateway.secondMerchant.public_key), 403, "FORBIDDEN");
		expectProblem(await openSession(browser, key, "https://elsewhere.example"), 403, "FORBIDDEN");
	});

	test("the ticket of its card frame ends with the session, and cannot be forged", async () => {
		const browser = await signInStaff(gateway.url, gateway.demo);
		const { ticket } = await cardFormOf(browser);
		const query = { key: gateway.merchant.public_key, origin: ownOrigin() };
		const frame = async (given: Record<string, string>) =>
			(await send(`${gateway.url}/v1/widget/frame?${new URLSearchParams({ ...query, ...given })}`)).text;
		expect(await frame({ ticket })).toContain('"refusal":null');
		expect(await frame({})).toContain('"refusal":"origin"');
		expect(await frame({ ticket: `${ticket.slice(0, -4)}AAAA` })).toContain('"refusal":"origin"');
		const { body } = await browser.api("GET", "sessions");
		const own = (body.sessions as { session_id: string; is_current: boolean }[]).find((one) => one.is_current);
		await browser.api("DELETE", `sessions/${own?.session_id}`);
		expect(await frame({ ticket })).toContain('"refusal":"origin"');
	});

	test("its card frame is on the other loopback name, and neither is served on the other's origin", async () => {
		const browser = await signInStaff(gateway.url, gateway.demo);
		const { origin, ticket } = await cardFormOf(browser);
		expect(origin).toBe(gateway.url);
		expect(ownOrigin()).toBe(`http://localhost:${gateway.port}`);
		const { headers } = await browser.get("/app");
		expect(headers.get("Content-Security-Policy")).toContain(`frame-src ${gateway.url};`);
		const query = new URLSearchParams({ key: gateway.merchant.public_key, origin: ownOrigin(), ticket });
		const at = (host: string, path: string) =>
			fetch(`http://${host}:${gateway.port}${path}`, { headers: { Accept: "application/json" } });
		const frame = await at("127.0.0.1", `/v1/widget/frame?${query}`);
		expect(frame.status).toBe(200);
		expect(frame.headers.get("Content-Security-Policy")).toContain(`frame-ancestors ${ownOrigin()};`);
		expect((await at("localhost", `/v1/widget/frame?${query}`)).status).toBe(404);
		for (const path of ["/app", "/app/sign-in", "/app/api/session", "/app/assets/x.js", "/APP/", "//app"])
			expect((await at("127.0.0.1", path)).status, path).toBe(404);
		expect((await at("localhost", "/app/sign-in")).status).toBe(200);
	});

	test("its card frame is at FRAME_URL, which must be another host", async () => {
		const start = (FRAME_URL: string) => startTestGateway({ environment: { FRAME_URL } });
		await expect(start("http://localhost:9")).rejects.toThrow("FRAME_URL must name another host than PUBLIC_URL");
		const other = await start("http://frames.example:8080");
		try {
			const browser = await signInStaff(other.url, other.demo);
			expect(await cardFormOf(browser)).toMatchObject({ origin: "http://frames.example:8080" });
			const policy = (await browser.get("/app")).headers.get("Content-Security-Policy");
			expect(policy).toContain("frame-src http://frames.example:8080;");
		} finally {
			await other.stop();
		}
	});

	test("accepts cards by the form's token, as channel VT and in the name of the staff member", async () => {
		const browser = await signInStaff(gateway.url, gateway.demo);
		const { body } = await openSession(browser, gateway.merchant.public_key);
		const token = await cardToken(gateway.merchant.public_key, goodCard, undefined, String(body.session_id));
		const charged = await owner.post(sale, { amount: 31, token });
		expect(charged.body).toMatchObject({ transaction_source: "VT", user_id: owner.userId, transaction_success: true });
	});

	test("H-01 executes a repeated request once", async () => {
		const headers = { "Idempotency-Key": "phone-1" };
		const first = await owner.post(sale, { amount: 33, ...goodCard }, headers);
		const second = await owner.post(sale, { amount: 33, ...goodCard }, headers);
		expect(second.headers.get("Idempotency-Replayed")).toBe("true");
		expect(second.body.transaction_id).toBe(first.body.transaction_id);
	});
});

describe("receipts", () => {
	async function mailTo(address: string): Promise<JsonObject[]> {
		const { text } = await send(`${gateway.mailboxUrl}&limit=1000`);
		return (JSON.parse(text) as (JsonObject & { to: string[] })[]).filter(({ to }) => to.includes(address));
	}

	test("are sent again to the payer only, as a separate mail", async () => {
		const email = "again@example.com";
		const { transaction_id: id } = await sell({ email, bcc_emails: "boss@example.com" });
		await expect.poll(() => mailTo(email), { timeout: 20_000 }).toHaveLength(1);
		const sent = await owner.post(`/transactions/${id}/receipt`);
		expect(sent.body).toEqual({ email });
		await expect.poll(() => mailTo(email), { timeout: 20_000 }).toHaveLength(2);
		const [again] = await mailTo(email);
		expect(again?.bcc).toEqual([]);
	});

	test.each([
		["declined", { amount: 30, email: "a@example.com" }],
		["without an address", { amount: 31 }],
	])("for a payment that is %s are refused with the reason", async (_what, fields) => {
		const { body } = await owner.post(sale, { ...goodCard, ...fields });
		expectProblem(await owner.post(`/transactions/${body.transaction_id}/receipt`), 409, "CONFLICT");
	});

	test("for a voided payment are refused, as they would confirm a payment", async () => {
		const { transaction_id: id } = await sell({ email: "void@example.com" });
		await owner.post(`/transaction-service/void/${id}`);
		expectProblem(await owner.post(`/transactions/${id}/receipt`), 409, "CONFLICT");
	});

	test("are refused while receipts are off", async () => {
		const { transaction_id: id } = await sell({ email: "off@example.com" });
		await owner.patch("/settings", { sends_receipts: false });
		expectProblem(await owner.post(`/transactions/${id}/receipt`), 409, "CONFLICT");
		await owner.patch("/settings", { sends_receipts: true });
	});
});

describe("origins", () => {
	test("are allowed and removed with one event each, by the same rule as the operator's command", async () => {
		const origin = "https://new.maple.example";
		expect((await owner.post("/origins", { origin })).body.origins).toContain(origin);
		expect((await neighbour.get("/origins")).body.origins).not.toContain(origin);
		expectProblem(await owner.post("/origins", { origin: "https://*.example" }), 400, "BAD_REQUEST");
		expectProblem(await owner.post("/origins", { origin: "http://shop.example" }), 400, "BAD_REQUEST");
		const path = `/origins?origin=${encodeURIComponent(origin)}`;
		expectProblem(await neighbour.delete(path), 404, "NOT_FOUND");
		expect((await owner.delete(path)).body.origins).not.toContain(origin);
		expectProblem(await owner.delete(path), 404, "NOT_FOUND");
		const { tables } = gateway.database;
		const staff = { object: origin, actor_kind: "staff", actor_id: String(owner.userId) };
		expect(await auditEvents(tables, { object: origin })).toMatchObject([
			{ ...staff, type: "origin.allowed" },
			{ ...staff, type: "origin.removed" },
		]);
	});
});

describe("keys of pages", () => {
	interface Key {
		key_id: string;
		public_key: string;
		status: string;
	}
	const keysOf = (body: JsonObject) => body.keys as Key[];

	test("P-15 T-11 are replaced, and tokens to the previous key are accepted until it is destroyed", async () => {
		const [former] = keysOf((await owner.get("/keys")).body);
		expect(former).toMatchObject({ public_key: gateway.merchant.public_key, status: "current" });
		expectProblem(await owner.post(`/keys/${former?.key_id}/retire`, {}), 409, "CONFLICT");
		const token = await cardToken(gateway.merchant.public_key);
		const [current, retired] = keysOf((await owner.post("/keys/rotate")).body);
		expect([current?.status, retired?.key_id, retired?.status]).toEqual(["current", former?.key_id, "retired"]);
		expect((await owner.get("/settings")).body.public_key).toBe(current?.public_key);
		expect((await owner.post(sale, { amount: 31, token })).status).toBe(200);
		expectProblem(await owner.post(`/keys/${former?.key_id}/retire`, {}), 409, "CONFLICT");
		expectProblem(await neighbour.post(`/keys/${former?.key_id}/retire`, { compromised: true }), 404, "NOT_FOUND");
		const left = keysOf((await owner.post(`/keys/${former?.key_id}/retire`, { compromised: true })).body);
		expect(left.map(({ key_id: id }) => id)).toEqual([current?.key_id]);
		// A gateway caches keys for a minute.
		gateway.clocks.real.advance(61_000);
		const late = await cardToken(gateway.merchant.public_key, goodCard, gateway.clocks.real.now());
		expectProblem(await owner.post(sale, { amount: 31, token: late }), 400, "BAD_REQUEST");
	});
});

test("X-48 a merchant gets at most five keys of pages in 24 hours", async () => {
	// The key of today that it has counts.
	const answers = await Promise.all(Array.from({ length: 7 }, () => neighbour.post("/keys/rotate")));
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 429, 429, 429]);
	const refused = await neighbour.post("/keys/rotate");
	expectProblem(refused, 429, "TOO_MANY_REQUESTS");
	expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(3_600);
	const [, retired] = (await neighbour.get("/keys")).body.keys as { key_id: string }[];
	expect((await neighbour.post(`/keys/${retired?.key_id}/retire`, { compromised: true })).status).toBe(200);
	expectProblem(await neighbour.post("/keys/rotate"), 429, "TOO_MANY_REQUESTS");
});

describe("an export of transactions", () => {
	const exportsSoFar = () => auditEvents(gateway.database.tables, { type: "transactions.exported" });

	test("X-34 has the rows of the list's filters", async () => {
		await sell({ amount: 35, first_name: "=1+1", last_name: "Filtered" });
		const { status, headers, text } = await owner.get("/transaction-service/transaction.csv?last_name=filtered");
		expect(status).toBe(200);
		expect(headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
		expect(headers.get("Content-Disposition")).toBe('attachment; filename="transactions.csv"');
		const lines = text.trim().split("\r\n");
		expect(lines).toHaveLength(2);
		expect(lines[1]).toContain(`"'=1+1","Filtered"`);
	});

	test("X-34 leaves an event with user and filter names, without filter values and metadata keys, and none when it is refused", async () => {
		const before = await exportsSoFar();
		const query = "last_name=filtered&email_address=file@example.com&metadata[ada.lovelace]=1&metadata[b]=2";
		expect((await owner.get(`/transaction-service/transaction.csv?${query}`)).status).toBe(200);
		expectProblem(await owner.get("/transaction-service/transaction.csv?from_date=yesterday"), 400, "BAD_REQUEST");
		expect((await exportsSoFar()).slice(before.length)).toMatchObject([
			{
				object: gateway.merchant.merchant_id,
				details: { filters: ["email_address", "last_name", "metadata"] },
				actor_kind: "staff",
				actor_id: String(owner.userId),
			},
		]);
	});
});

describe("the audit log", () => {
	test("P-43 shows a merchant its own events with their actors, newest first, in pages", async () => {
		expect((await owner.get("/transaction-service/transaction.csv?email_address=filter@example.com")).status).toBe(200);
		const { client_id: till } = (await owner.post("/credentials", { name: "Till server" })).body;
		await owner.patch("/settings", { name: "Maple & Main & Sons" });
		await neighbour.patch("/settings", { name: "Harbour Books & Charts" });
		const read = async () => (await owner.get("/audit?limit=100")).body.entities as JsonObject[];
		const isThere = async () =>
			(await read()).some(({ details }) => (details as JsonObject).to === "Maple & Main & Sons");
		await expect.poll(isThere, { timeout: 20_000 }).toBe(true);
		const events = await read();
		const renamed = events.find(({ details }) => (details as JsonObject).setting === "name");
		expect(renamed).toMatchObject({
			event: "settings.changed",
			outcome: "success",
			object: gateway.merchant.merchant_id,
			actor: { kind: "staff", id: String(owner.userId), name: expect.any(String) },
		});
		expect(events).toContainEqual(expect.objectContaining({ object: till, object_name: "Till server" }));
		const signedIn = events.find(({ event, object }) => event === "session.opened" && object === String(owner.userId));
		expect(signedIn).toHaveProperty("object_name", expect.any(String));
		expect(JSON.stringify(events)).not.toContain("Harbour Books & Charts");
		const exported = events.find(({ event }) => event === "transactions.exported");
		expect(exported).toMatchObject({ details: { filters: ["email_address"] } });
		expect(JSON.stringify(events)).not.toContain("filter@example.com");
		const sequences = events.map(({ sequence }) => Number(sequence));
		expect(sequences).toEqual([...sequences].sort((one, other) => other - one));
		const { body: first } = await owner.get("/audit?limit=2");
		const { after } = (first.paging as { cursors: { after: string } }).cursors;
		const { body: second } = await owner.get(`/audit?limit=2&after=${after}`);
		expect([...(first.entities as unknown[]), ...(second.entities as unknown[])]).toEqual(
			(await read())
				.filter(({ sequence }) => Number(sequence) <= Number((first.entities as JsonObject[])[0]?.sequence))
				.slice(0, 4),
		);
		const { before } = (second.paging as { cursors: { before: string } }).cursors;
		expect((await owner.get(`/audit?limit=2&before=${before}`)).body.entities).toEqual(first.entities);
		expectProblem(await neighbour.get(`/audit?limit=2&after=${after}`), 400, "BAD_REQUEST");
	});
});

describe("another merchant's ids", () => {
	test("X-01 are answered exactly like unknown ids", async () => {
		const { transaction_id: sold } = await sell({ email: "mine@example.com" });
		const { lookup_id: subscribed } = await subscribe("theirs@example.com");
		const { client_id: credential } = (await owner.post("/credentials", { name: "Their server" })).body;
		const { client_id: partner } = gateway.demo.partner;
		await connect(gateway);
		const { lookup_id: customer } = (await owner.post("/customer-service/customer", { email: "mine@example.com" }))
			.body;
		const nobodys = "0000000000000000000A";
		for (const [method, path, id] of [
			["GET", "/transactions/ID/history", sold],
			["POST", "/transactions/ID/receipt", sold],
			["GET", "/transaction-service/transaction/ID", sold],
			["POST", "/transaction-service/void/ID", sold],
			["GET", "/subscriptions/ID/attempts", subscribed],
			["GET", "/customers/ID/totals", customer],
			["DELETE", "/partners/ID", partner],
			["DELETE", "/credentials/ID", credential],
		] as const) {
			const foreign = await neighbour.send(method, path.replace("ID", String(id)));
			const unknown = await neighbour.send(method, path.replace("ID", nobodys));
			expectProblem(foreign, 404, "NOT_FOUND");
			expect({ ...foreign.body, request_id: "" }).toEqual({ ...unknown.body, request_id: "" });
		}
		// They exist, and still belong to their merchant.
		expect((await owner.get(`/transaction-service/transaction/${sold}`)).body).toMatchObject({ transaction_id: sold });
		expect((await owner.get(`/subscriptions/${subscribed}/attempts`)).status).toBe(200);
		expect((await owner.delete(`/partners/${partner}`)).status).toBe(204);
		expect((await owner.delete(`/credentials/${credential}`)).status).toBe(204);
	});
});

describe("taking the account live", () => {
	test("X-55 is refused in a sandbox, which is said beforehand", async () => {
		expect((await owner.get("/account/live")).body).toEqual({
			missing: ["production"],
			currencies_without_account: [],
		});
		const answer = await owner.post("/account/live");
		expectProblem(answer, 409, "CONFLICT");
		expect(answer.body.reason).toBe("sandbox_without_live_merchants");
	});
});

describe("a subscription's tries", () => {
	test("are listed newest first, with the result of each", async () => {
		const client = await signIn(gateway.url, gateway.merchant);
		const subscription = await subscribe("sub@example.com");
		const path = `/subscriptions/${subscription.lookup_id}/attempts`;
		expect((await owner.get(path)).body.entities).toEqual([]);
		expect((await client.post("/sandbox/clock", { advance_ms: 26 * 3_600_000 + 60_000 })).status).toBe(200);
		const { entities } = (await owner.get(path)).body as { entities: JsonObject[] };
		expect(
			entities.map(({ period, attempt, transaction_result: result, amount }) => [period, attempt, result, amount]),
		).toEqual([
			[1, 1, "APPROVED", 31],
			[0, 1, "APPROVED", 31],
		]);
		const { body: history } = await owner.get(`/transactions/${entities[0]?.transaction_id}/history`);
		expect(history).toMatchObject({
			customer: { email: "sub@example.com" },
			subscription: { lookup_id: subscription.lookup_id, name: "Coffee" },
		});
		const page = (await owner.get(`${path}?limit=1`)).body as {
			entities: JsonObject[];
			paging: { cursors: { after: string } };
		};
		expect(page.entities).toEqual([entities[0]]);
		expect((await owner.get(`${path}?limit=1&after=${page.paging.cursors.after}`)).body.entities).toEqual([
			entities[1],
		]);
	});
});

describe("a customer's payments", () => {
	test("are listed and summed, without declined and voided ones", async () => {
		const { body: customer } = await owner.post("/customer-service/customer", { email: "regular@example.com" });
		const id = String(customer.lookup_id);
		await owner.post(`/customer-service/customer/${id}/card`, { ...goodCard });
		const pay = async (amount: number, currency = "CAD") =>
			(await owner.post(`${sale}/customer/${id}`, { amount, currency })).body;
		const first = await pay(31);
		await owner.post(`/transaction-service/refund/${first.transaction_id}`, { amount: 11 });
		const voided = await pay(51);
		await owner.post(`/transaction-service/void/${voided.transaction_id}`, {});
		await pay(10);
		await pay(33);
		await sell();

		const { body: list } = await owner.get(`/transaction-service/transaction?customer_lookup_id=${id}`);
		expect((list.entities as JsonObject[]).map(({ amount, transaction_type: type }) => `${type} ${amount}`)).toEqual([
			"sale 33",
			"sale 10",
			"void 51",
			"sale 51",
			"refund 11",
			"sale 31",
		]);
		expect((await owner.get(`/customers/${id}/totals`)).body).toEqual({
			currencies: [{ currency: "CAD", paid_count: 2, paid_amount: 64, refunded_amount: 11 }],
		});
		const { body: history } = await owner.get(`/transactions/${first.transaction_id}/history`);
		expect(history).toMatchObject({ customer: { lookup_id: id, email: "regular@example.com" }, subscription: null });
	});
});

describe("the lists of the web application", () => {
	const path = "/transaction-service/transaction";
	const idsOf = ({ body }: { body: JsonObject }) => (body.entities as JsonObject[]).map(({ id }) => Number(id));

	test("are filtered by last four, type and either id", async () => {
		const { body: paid } = await owner.post(sale, { ...goodCard, card_number: "4242424242424242", amount: 31 });
		const { body: refund } = await owner.post(`/transaction-service/refund/${paid.id}`, { amount: 5 });
		expect(idsOf(await owner.get(`${path}?card_suffix=4242&transaction_type=sale`))).toEqual([paid.id]);
		expect(idsOf(await owner.get(`${path}?card_suffix=4242&transaction_type=refund,void`))).toEqual([
			Number(refund.id),
		]);
		for (const id of [paid.id, paid.transaction_id]) {
			expect(idsOf(await owner.get(`${path}?transaction_id=${id}`))).toEqual([paid.id]);
		}
		expect(idsOf(await owner.get(`${path}?transaction_id=nobody`))).toEqual([]);
		expect(idsOf(await neighbour.get(`${path}?transaction_id=${paid.id}`))).toEqual([]);
		expectProblem(await owner.get(`${path}?card_suffix=242`), 400, "BAD_REQUEST");
	});

	test("match parts of a word, where the public API compares whole texts", async () => {
		const names = {
			first_name: "Anneliese",
			last_name: "100%_Müller",
			email: "anneliese@parts.example",
			company: "Parts Inc",
		};
		const { body: sold } = await owner.post(sale, { ...goodCard, amount: 31, ...names, invoice_id: "INV-PARTS-1" });
		const { body: customer } = await owner.post("/customer-service/customer", names);
		await owner.post("/plan-service/plan", { name: "Parts box", amount: 31, currency: "CAD", frequency: "MOTHLY" });
		const client = await signIn(gateway.url, gateway.merchant);
		for (const query of ["first_name=NELIES", "last_name=%25_mü", "email_address=parts.exam", "invoice_id=parts"]) {
			expect(idsOf(await owner.get(`${path}?${query}`)), query).toEqual([sold.id]);
			expect(idsOf(await client.get(`${path}?${query}`)), query).toEqual([]);
		}
		const customers = "/customer-service/customer?company=arts";
		expect(idsOf(await owner.get(customers))).toEqual([customer.id]);
		expect(idsOf(await client.get(customers))).toEqual([]);
		const plans = "/plan-service/plan?plan_name=arts";
		expect((await owner.get(plans)).body.plans).toHaveLength(1);
		expect((await client.get(plans)).body.plans).toHaveLength(0);
		const { text: file } = await owner.get("/transaction-service/transaction.csv?first_name=nelies");
		expect(file.split("\n").filter((line) => line.includes("Anneliese"))).toHaveLength(1);
	});
});

describe("the audit log in people's words", () => {
	test("has amounts as money and the names of what it is about, is filtered, and is exported", async () => {
		const { body: customer } = await owner.post("/customer-service/customer", {
			email: "named@example.com",
			first_name: "Nadia",
		});
		const id = String(customer.lookup_id);
		await owner.post(`/customer-service/customer/${id}/card`, { ...goodCard });
		const { body: paid } = await owner.post(`${sale}/customer/${id}`, { amount: 31, currency: "USD" });
		const { body: refund } = await owner.post(`/transaction-service/refund/${paid.transaction_id}`, { amount: 11 });
		const read = async (query: string) => (await owner.get(`/audit?${query}`)).body.entities as JsonObject[];
		await vi.waitFor(
			async () => expect((await read("event=refund.requested"))[0]?.object).toBe(refund.transaction_id),
			{
				timeout: 10_000,
			},
		);
		const [refunded] = await read("event=refund.requested&actor_kind=staff");
		expect(refunded).toMatchObject({ amount: { amount: 11, currency: "USD" } });
		const [stored] = await read("event=card.stored,card.deleted");
		expect(stored).toMatchObject({ object_name: "Visa •••• 1111", names: { [id]: "Nadia" } });
		expect(await read("event=refund.requested&actor_kind=operator")).toEqual([]);
		expect(await read("to_date=2000-01-01")).toEqual([]);
		const { text: file, headers } = await owner.get("/audit/export.csv?event=refund.requested");
		expect(headers.get("Content-Type")).toMatch(/^text\/csv/);
		expect(file.split("\r\n")[1]).toMatch(/"refund\.requested","success",1,"staff",.*,11,"USD","original: /);
		expectProblem(await owner.get("/audit?actor_kind=robot"), 400, "BAD_REQUEST");
	});
});
