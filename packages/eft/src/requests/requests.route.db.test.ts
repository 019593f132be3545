import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, expectProblem, type JsonObject, send, signIn } from "../../../../test/fixtures/client.ts";
import { accounts, balancesOf, eftPath, newPayee, passTime, railDelayMs } from "../../../../test/fixtures/eft/eft.ts";
import { askFor, linkIn, payBy, payerAt } from "../../../../test/fixtures/eft/requests.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { anAttemptWaits, signInStaff } from "../../../../test/fixtures/staff/staff-browser.ts";
import { signInMember, stepUp } from "../../../../test/fixtures/staff/staff-member.ts";
import { storedRows } from "../../../../test/fixtures/stored-rows.ts";

// The API for payment requests, the payer page, and the page for staff of another merchant.

let gateway: TestGateway;
let client: Client;
let other: Client;
let payers = 0;

beforeAll(async () => {
	gateway = await startTestGateway();
	// The clock is stopped, so that payments settle only when a test advances it.
	gateway.clocks.business.stop();
	client = await signIn(gateway.url, gateway.merchant);
	other = await signIn(gateway.url, gateway.secondMerchant);
});

afterAll(() => gateway.stop());

const typed = { holder: "Ada Lovelace", agree: "yes", ...accounts.good };

/** Requests a payment from a new customer. Returns the path of the link. */
async function asked(fields: JsonObject = {}) {
	payers += 1;
	const record = await askFor(client, `payer${payers}@example.com`, fields);
	return { record, link: await linkIn(gateway, record) };
}

async function resultOf({ transaction_id: id }: JsonObject) {
	const { body } = await client.get(`${eftPath}/transaction/${String(id)}`);
	return { result: body.transaction_result, code: body.return_code };
}

describe("POST request", () => {
	test("S-25 returns a PENDING EFT_CREDIT and mails the payer a link", async () => {
		const { record, link } = await asked();
		expect(record).toMatchObject({
			amount: 31,
			card_type: "EFT",
			description: "Walnut boards",
			transaction_type: "EFT_CREDIT",
			transaction_result: "PENDING",
			transaction_success: false,
			email: `payer${payers}@example.com`,
		});
		expect(link).toMatch(/^\/pay\/lk1[\w-]{63}$/);
	});

	test.each([
		["Ontario", "CA", "ON"],
		["us-ny", "US", "NY"],
		["Atlantis", "CA", null],
		["Bretagne", "FR", "Bretagne"],
	])("province in EFT is an ISO 3166-2 code in CA and US: %s in %s", async (given, country, province) => {
		const path = `${eftPath}/request/${await newPayee(client, { province: given, country })}`;
		const { body } = await client.post(path, { amount: 5 });
		expect(body).toMatchObject({ province, country });
	});

	test("H-02 H-04 each Idempotency-Key makes one request", async () => {
		const path = `${eftPath}/request/${await newPayee(client)}`;
		const key = { "Idempotency-Key": "ask-once" };
		const first = await client.post(path, { amount: 5 }, key);
		const again = await client.post(path, { amount: 5 }, key);
		expect(again.body).toEqual(first.body);
		expect(again.headers.get("Idempotency-Replayed")).toBe("true");
		expectProblem(await client.post(path, { amount: 6 }, key), 422, "IDEMPOTENCY_MISMATCH");
	});

	test("X-44 a customer of another merchant is not found", async () => {
		const path = `${eftPath}/request/${await newPayee(other)}`;
		expectProblem(await client.post(path, { amount: 5 }), 404, "NOT_FOUND");
	});
});

describe("the payer's page", () => {
	test("shows merchant, amount and purpose to holders of the link only", async () => {
		const { link } = await asked();
		const { status, text, headers } = await (await payerAt(gateway, link)).get(link);
		expect(status).toBe(200);
		for (const part of ["$31.00 CAD", "Walnut boards", "This is a test"]) expect(text).toContain(part);
		expect(headers.get("X-Robots-Tag")).toBe("noindex");
		expect(headers.get("Cache-Control")).toBe("no-store");
		expect(headers.get("Referrer-Policy")).toBe("no-referrer");
		expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
		expect(text).not.toMatch(/<script|\sstyle=|\son\w+=/);
	});

	test("X-30 the link is neither stored nor logged", async () => {
		const { record, link } = await asked();
		await (await payerAt(gateway, link)).get(link);
		const secret = link.split("/").at(-1) ?? "";
		// The sandbox's mailbox holds mails as they were sent.
		const stored = await storedRows(gateway.database.tables, "mailbox");
		expect(stored).toContain(String(record.transaction_id));
		for (const text of [stored, gateway.logLines.join("\n")]) expect(text).not.toContain(secret);
	});

	test("X-30 a guessed link, or one for another purpose, reveals nothing", async () => {
		const { link } = await asked();
		const changed = link.slice(0, -1) + (link.endsWith("A") ? "B" : "A");
		const pages = [changed, "/pay/nothing", link.slice(0, -1), `${link}x`];
		const headers = { Accept: "text/html" };
		const answers = await Promise.all(pages.map((path) => send(`${gateway.url}${path}`, { headers })));
		for (const { status, text } of answers) expect({ status, text }).toEqual({ status: 404, text: answers[0]?.text });
		expect((await send(`${gateway.url}${link.replace("/pay/", "/app/reset-password/")}`)).status).toBe(404);
	});

	test("S-23 a payment is in the wallet at once, and available when the bank has paid", async () => {
		const before = await balancesOf(client);
		const { record, link } = await asked();
		await payBy(gateway, link, accounts.good);
		expect(await resultOf(record)).toEqual({ result: "APPROVED", code: null });
		expect(await balancesOf(client)).toMatchObject({
			actual_balance: Number(before.actual_balance) + 31,
			available_balance: before.available_balance,
		});
		await passTime(client, railDelayMs);
		expect(await balancesOf(client)).toEqual({
			...before,
			actual_balance: Number(before.actual_balance) + 31,
			available_balance: Number(before.available_balance) + 31,
		});
	});

	test("S-25 payer and merchant see that the bank returned the payment", async () => {
		const before = await balancesOf(client);
		const { record, link } = await asked();
		await payBy(gateway, link, accounts.returned);
		await passTime(client, railDelayMs);
		expect(await resultOf(record)).toEqual({ result: "DECLINED", code: "901" });
		expect(await balancesOf(client)).toEqual(before);
		expect((await (await payerAt(gateway, link)).get(link)).text).toContain("The payment was returned");
	});

	test("shows the outcome after Back, a second click or the opposite answer", async () => {
		const { record, link } = await asked();
		const [payer, sameAgain] = [await payerAt(gateway, link), await payerAt(gateway, link)];
		expect((await payer.submit(typed)).status).toBe(303);
		expect((await sameAgain.submit(typed)).status).toBe(303);
		const page = await payer.get(link);
		expect(page.text).toContain("You have agreed to pay");
		expect(page.text).toContain("****6789");
		expect(page.text).not.toContain("<form");
		expect((await payer.get(`${link}/decline`)).status).toBe(303);
		expect(await resultOf(record)).toEqual({ result: "APPROVED", code: null });
	});

	test("declines after a confirmation, and then accepts no payment", async () => {
		const { record, link } = await asked();
		const [payer, other] = [await payerAt(gateway, link), await payerAt(gateway, link)];
		expect((await payer.get(`${link}/decline`)).text).toContain("Decline this request?");
		expect((await payer.submit({})).status).toBe(303);
		expect(await resultOf(record)).toEqual({ result: "DECLINED", code: null });
		expect((await other.submit(typed)).status).toBe(303);
		expect((await other.get(link)).text).toContain("This request was declined");
		expect(await resultOf(record)).toEqual({ result: "DECLINED", code: null });
	});

	test.each([
		["no name", { holder: "" }, "Enter the name on the account."],
		["a card number as a name", { holder: "4111 1111 1111 1111" }, "without a card or account number"],
		[
			"an account number as a name",
			{ holder: `Ada ${accounts.good.account_number}` },
			"without a card or account number",
		],
		["a name without Latin letters", { holder: "Άδα" }, "in Latin letters"],
		["a transit number with a letter", { transit_number: "1020a" }, "Enter the five digits"],
		["no institution number", { institution_number: "" }, "Enter the three digits"],
		["an account number of zeros", { account_number: "000-0000" }, "5 to 12 digits"],
		["a transit number of zeros", { transit_number: "00000" }, "Enter the five digits"],
		["a card number as an account number", { account_number: "4111 1111 1111 1111" }, "5 to 12 digits"],
		["no agreement", { agree: "" }, "tick this box"],
		["an agreement to a different text", { agreement: "00" }, "has changed"],
	])(
		"S-21 S-22 rejects %s at its field and keeps the other ones, but no account number",
		async (_case, change, message) => {
			const { record, link } = await asked();
			const payer = await payerAt(gateway, link);
			const { agreement, ...fields }: Record<string, string> = { ...typed, ...change };
			const { status, text } = agreement === undefined ? await payer.submit(fields) : await submitBare(link, fields);
			expect(status).toBe(400);
			expect(text).toContain(message);
			expect(text).not.toContain(accounts.good.account_number);
			for (const name of ["holder", "transit_number", "institution_number"] as const) {
				const shown = text.includes(`value="${typed[name]}"`);
				expect(shown, name).toBe(!(name in change));
			}
			// Fewer digits may be in a random id or hash of the page.
			expect(text).not.toMatch(/4111 ?1111/);
			expect(await resultOf(record)).toEqual({ result: "PENDING", code: null });
		},
	);

	test("takes numbers with blanks and dashes", async () => {
		const { record, link } = await asked();
		const payer = await payerAt(gateway, link);
		const spaced = { transit_number: "10202 ", institution_number: " 0-04", account_number: "123 456\u20117" };
		expect((await payer.submit({ ...typed, ...spaced })).status).toBe(303);
		expect(await resultOf(record)).toEqual({ result: "APPROVED", code: null });
	});

	/** Submits the form with the hash of a different agreement. */
	async function submitBare(link: string, fields: Record<string, string>) {
		const payer = await payerAt(gateway, link);
		const { text } = await payer.get(link);
		const [, csrf_token = ""] = /name="csrf_token" value="([^"]+)"/.exec(text) ?? [];
		const Cookie = [...payer.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
		const body = new URLSearchParams({ ...fields, csrf_token, agreement: "00" });
		return send(`${gateway.url}${link}`, { method: "POST", body, headers: { Cookie, Accept: "text/html" } });
	}

	test("X-24 rejects cross-site forms and forms without the token", async () => {
		const { record, link } = await asked();
		const body = new URLSearchParams(typed);
		expect((await send(`${gateway.url}${link}`, { method: "POST", body })).status).toBe(403);
		const payer = await payerAt(gateway, link);
		expect((await payer.submit(typed, { Origin: "https://evil.example" })).status).toBe(403);
		expect((await payer.submit(typed, { "Sec-Fetch-Site": "cross-site" })).status).toBe(403);
		expect(await resultOf(record)).toEqual({ result: "PENDING", code: null });
	});

	test("is French for French browsers, and can be switched", async () => {
		const { link } = await asked();
		const french = await send(`${gateway.url}${link}`, { headers: { "Accept-Language": "de, fr-CA;q=0.8, en;q=0.5" } });
		expect(french.text).toContain('<html lang="fr">');
		expect(french.text).toContain("vous demande 31,00");
		const switched = await send(`${gateway.url}${link}?lang=en`, { headers: { "Accept-Language": "fr" } });
		expect(switched.text).toContain('<html lang="en">');
		const payer = await payerAt(gateway, `${link}?lang=fr`);
		const { headers } = await payer.submit(typed);
		expect(headers.get("Location")).toBe(`${link}?lang=fr`);
	});

	test("S-25 expires after 30 days of business time", async () => {
		const { record, link } = await asked();
		const early = await payerAt(gateway, link);
		await passTime(client, 30 * 86_400_000);
		expect(await resultOf(record)).toEqual({ result: "DECLINED", code: null });
		expect((await early.submit(typed)).status).toBe(303);
		expect((await early.get(link)).text).toContain("This request has expired");
	});
});

describe("a request to another merchant", () => {
	async function askedMerchant(fields: JsonObject = {}) {
		const record = await askFor(client, gateway.demo.second_merchant.email, fields);
		const { body } = await other.get(`${eftPath}/incoming-requests`);
		const [incoming] = body.incoming_requests as JsonObject[];
		return { record, incoming: incoming ?? {}, path: new URL(String(incoming?.redirect_url)).pathname };
	}

	const staffOf = (account: { email: string; password: string }) => signInStaff(gateway.url, account);

	test("is among the incoming requests of that merchant only", async () => {
		const { incoming } = await askedMerchant();
		expect(incoming).toEqual({
			amount: 31,
			processor_transaction_id: expect.stringMatching(/^PAY\d{8}$/),
			// Not the sign-in address of its owner.
			email: "",
			merchant_name: "Maple & Main",
			status: "PENDING",
			redirect_url: expect.stringMatching(/^http:\/\/localhost:\d+\/app\/incoming-requests\/[0-9A-Za-z]{20}$/),
			date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
			description: "Walnut boards",
		});
		const { body } = await client.get(`${eftPath}/incoming-requests`);
		expect(body).toEqual({ incoming_requests: [], paging: { cursors: { before: "", after: "" } } });
	});

	test("S-23 its staff pay it from its wallet once", async () => {
		const [before, theirs] = [await balancesOf(client), await balancesOf(other)];
		const { record, path } = await askedMerchant();
		const staff = await staffOf(gateway.demo.second_merchant);
		await stepUp(staff, gateway.demo.second_merchant);
		expect((await staff.get(path)).text).toContain("Available in your wallet");
		expect((await staff.submit({ answer: "pay" })).status).toBe(303);
		expect((await staff.submit({ answer: "pay" })).status).toBe(303);
		expect((await staff.get(path)).text).toContain("You have paid");
		expect(await resultOf(record)).toEqual({ result: "APPROVED", code: null });
		expect((await balancesOf(client)).available_balance).toBe(Number(before.available_balance) + 31);
		expect((await balancesOf(other)).available_balance).toBe(Number(theirs.available_balance) - 31);
		const { body } = await other.get(`${eftPath}/transaction?transaction_kind=payment`);
		expect(body.entities).toMatchObject([
			{ amount: 31, transaction_type: "EFT_DEBIT", transaction_result: "APPROVED" },
		]);
	});

	test("X-29 a session that ends while the payment waits pays nothing", async () => {
		const { tables } = gateway.database;
		const [{ record, path }, before] = [await askedMerchant(), await balancesOf(other)];
		const staff = await staffOf(gateway.demo.second_merchant);
		await stepUp(staff, gateway.demo.second_merchant);
		await staff.get(path);
		const { paying } = await tables.transaction().execute(async (transaction) => {
			await transaction.selectFrom("staff").select("id").forUpdate().execute();
			const paying = staff.submit({ answer: "pay" });
			await anAttemptWaits(gateway, `%from "staff"%for no key update%`);
			await transaction.deleteFrom("staff_sessions").execute();
			return { paying };
		});
		expect((await paying).status).toBe(401);
		expect(await resultOf(record)).toEqual({ result: "PENDING", code: null });
		expect(await balancesOf(other)).toEqual(before);
	});

	test("X-48 a session without the password pays nothing", async () => {
		const [{ record, path }, before] = [await askedMerchant(), await balancesOf(other)];
		const staff = await staffOf(gateway.demo.second_merchant);
		expect((await staff.get(path)).text).toContain("Your password");
		for (const password of ["", "not my password 1"]) {
			const { status, text } = await staff.submit({ answer: "pay", password });
			expect(status).toBe(400);
			expect(text).toContain("The password or the code is wrong");
		}
		expect(await resultOf(record)).toEqual({ result: "PENDING", code: null });
		expect(await balancesOf(other)).toEqual(before);
		expect((await staff.submit({ answer: "decline" })).status).toBe(303);
	});

	test("S-23 insufficient funds leave it unpaid, with a message", async () => {
		const { record, path } = await askedMerchant({ amount: 5_000 });
		const staff = await staffOf(gateway.demo.second_merchant);
		await staff.get(path);
		const { status, text } = await staff.submit({ answer: "pay", password: gateway.demo.second_merchant.password });
		expect(status).toBe(409);
		expect(text).toContain("Your wallet does not have enough funds");
		expect(await resultOf(record)).toEqual({ result: "PENDING", code: null });
		expect((await staff.submit({ answer: "decline" })).status).toBe(303);
		expect(await resultOf(record)).toEqual({ result: "DECLINED", code: null });
	});

	test("X-44 X-51 only its staff with the permission see it", async () => {
		const { path } = await askedMerchant();
		const stranger = await send(`${gateway.url}${path}`, { headers: { Accept: "text/html" } });
		expect(stranger.status).toBe(303);
		expect(stranger.headers.get("Location")).toBe(`/app/sign-in?next=${encodeURIComponent(path)}`);
		expect((await (await staffOf(gateway.demo)).get(path)).status).toBe(404);
		await signInMember(gateway, { account: gateway.demo.second_merchant, role: "clerk" });
		const email = `the-clerk@${gateway.demo.second_merchant.email.split("@")[1]}`;
		const clerk = await staffOf({ email, password: gateway.demo.second_merchant.password });
		expect((await clerk.get(path)).status).toBe(403);
	});

	test("X-24 X-51 rejects a form without the token, and any other answer", async () => {
		const { record, path } = await askedMerchant();
		const staff = await staffOf(gateway.demo.second_merchant);
		await staff.get(path);
		expect((await staff.submit({ answer: "pay" }, { Origin: "https://evil.example" })).status).toBe(403);
		expect((await staff.submit({ answer: "perhaps" })).status).toBe(400);
		expect(await resultOf(record)).toEqual({ result: "PENDING", code: null });
	});
});
