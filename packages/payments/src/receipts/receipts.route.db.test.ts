import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { openSession } from "../../../../test/fixtures/api/card-form.ts";
import {
	type Answer,
	authorizePath,
	type Client,
	cardToken,
	cardWith,
	clientWithToken,
	expectProblem,
	goodCard,
	type JsonObject,
	salePath,
	send,
	sendRaw,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { connect } from "../../../../test/fixtures/partner.ts";

const mailboxPath = "/sandbox/mailbox";

let gateway: TestGateway;
let client: Client;

beforeAll(async () => {
	gateway = await startTestGateway({ processorTimeoutMs: 4_000 });
	client = await signIn(gateway.url, gateway.merchant);
});

afterAll(() => gateway.stop());

beforeEach(async () => {
	await gateway.database.tables.deleteFrom("mail_counts").execute();
	await gateway.database.tables.deleteFrom("mailbox").execute();
});

interface KeptMail extends JsonObject {
	to: string[];
	bcc: string[];
	subject: string;
	text: string;
	html: string;
}

/** Reads the mailbox as JSON. */
async function readMailbox(): Promise<KeptMail[]> {
	const answer = await client.get(`${mailboxPath}?limit=1000`);
	expect(answer.status, answer.text).toBe(200);
	return JSON.parse(answer.text) as KeptMail[];
}

/** Waits until the outbox is empty and returns the mailbox. */
async function mailOnceAllIsSent(): Promise<KeptMail[]> {
	await vi.waitFor(
		async () => {
			const waiting = gateway.database.tables.selectFrom("mail_outbox").where("failed_at", "is", null);
			expect(await waiting.selectAll().execute()).toEqual([]);
		},
		{ timeout: 20_000, interval: 50 },
	);
	return readMailbox();
}

function sell(fields: JsonObject): Promise<Answer> {
	return client.post(salePath, { amount: 31, ...goodCard, email: "ada@example.com", ...fields });
}

interface MerchantSettings {
	sends_receipts?: boolean;
	receipt_reply_to?: string | null;
	time_zone?: string;
	language?: "en" | "fr";
	both_languages?: boolean;
	contact_address?: string | null;
	contact_phone?: string | null;
}

async function setMerchant(settings: MerchantSettings): Promise<void> {
	await gateway.database.tables
		.updateTable("merchants")
		.set(settings)
		.where("merchant_id", "=", gateway.merchant.merchant_id)
		.execute();
}

describe("a receipt", () => {
	test("a receipt has amount, masked card, date, invoice and merchant, as HTML and as text, and is sent once", async () => {
		const { body } = await sell({ invoice_id: "INV-1042", first_name: "Ada", last_name: "Lovelace" });
		const [mail, ...others] = await mailOnceAllIsSent();
		expect(others).toEqual([]);
		expect(mail).toMatchObject({
			message_id: `receipt.${body.transaction_id}@localhost`,
			from: "Maple & Main",
			reply_to: null,
			to: ["ada@example.com"],
			cc: [],
			bcc: [],
			subject: "Test: Receipt for $31.00 CAD from Maple & Main",
			sent_at: expect.any(Number),
		});
		for (const part of [
			"$31.00 CAD",
			"Visa •••• 1111",
			"INV-1042",
			"Ada Lovelace",
			/ E[DS]T/,
			String(body.transaction_id),
		]) {
			expect(mail?.text).toMatch(part);
			expect(mail?.html).toMatch(part);
		}
		expect(mail?.html).toContain("Receipt from Maple &amp; Main");
	});

	describe("the language of a receipt", () => {
		const inQuebec = { country: "CA", province: "QC" };

		test.each<[string, JsonObject, MerchantSettings, string]>([
			["the charge's own", { language: "fr-FR" }, {}, "Reçu de 31,00"],
			["the charge's own, also in Quebec", { language: "en", ...inQuebec }, { language: "fr" }, "Receipt for $31.00"],
			["French in Quebec", inQuebec, {}, "Reçu de 31,00"],
			["French in Québec, by its name", { country: "CA", province: "Québec" }, {}, "Reçu de 31,00"],
			["the merchant's default elsewhere", { country: "CA", province: "ON" }, { language: "fr" }, "Reçu de 31,00"],
			["the merchant's default for an unknown language", { language: "de" }, {}, "Receipt for $31.00"],
		])("is %s", async (_case, fields, settings, subject) => {
			await setMerchant({ language: "en", ...settings });
			const { body } = await sell(fields);
			const [mail] = await mailOnceAllIsSent();
			expect(mail?.subject).toContain(subject);
			expect(body.language).toBe(
				fields.language === undefined || fields.language === "de"
					? null
					: subject.startsWith("Re\u00e7u")
						? "fr"
						: "en",
			);
			await setMerchant({ language: "en" });
		});

		test("is both, French first, with the merchant's setting", async () => {
			await setMerchant({ both_languages: true });
			await sell({ language: "en" });
			const [mail] = await mailOnceAllIsSent();
			expect(mail?.subject).toMatch(/^Test\u00a0: Reçu de 31,00.* \/ Test: Receipt for \$31\.00/);
			expect(mail?.text).toMatch(/^English follows\.\n[\s\S]*Montant payé[\s\S]*Amount paid/);
			await setMerchant({ both_languages: false });
		});

		test("is the customer's for a stored card", async () => {
			const customer = await client.post("/customer-service/customer", { email: "ada@example.com", language: "fr" });
			await client.post(`${salePath}/customer/${customer.body.lookup_id}`, {
				amount: 31,
				currency: "CAD",
				...goodCard,
			});
			expect((await mailOnceAllIsSent())[0]?.subject).toContain("Reçu de 31,00");
		});

		test("is the card form's without another one", async () => {
			const { shop_url: origin } = gateway.demo;
			const address = "203.0.113.7";
			const trusting = await startTestGateway({
				database: gateway.database,
				clocks: gateway.clocks,
				environment: { TRUST_PROXY: "127.0.0.1" },
			});
			const sessionId = await openSession(trusting, { address, body: { origin, language: "fr-CA" } });
			await trusting.stop();
			const token = await cardToken(gateway.merchant.public_key, goodCard, undefined, sessionId);
			const { body } = await client.post(salePath, { amount: 31, token, email: "ada@example.com" });
			expect(body.language).toBe("fr");
			expect((await mailOnceAllIsSent())[0]?.subject).toContain("Reçu de 31,00");
		});
	});

	test("mails name a contact: the reply address, or the merchant's address and telephone number", async () => {
		const contact = { contact_address: "12 Main Street, Toronto", contact_phone: "416 555-0199" };
		await setMerchant({ ...contact, receipt_reply_to: "care@maple.example" });
		await sell({});
		await mailOnceAllIsSent();
		await setMerchant({ receipt_reply_to: null });
		await sell({});
		const [second, first] = await mailOnceAllIsSent();
		const ways = "Phone: 416 555-0199\nAddress: 12 Main Street, Toronto\n";
		expect(first).toMatchObject({ reply_to: "care@maple.example" });
		expect(first?.text).toContain(`Questions? Reply to this email.\n${ways}`);
		expect(second?.text).toContain(`Questions? Contact Maple & Main.\n${ways}`);
		await setMerchant({ contact_address: null, contact_phone: null });
	});

	test("each of bcc_emails gets a blind copy, once", async () => {
		await sell({ bcc_emails: "b@example.com, c@example.com,b@example.com, ada@example.com" });
		const [mail] = await mailOnceAllIsSent();
		expect(mail).toMatchObject({ to: ["ada@example.com"], bcc: ["b@example.com", "c@example.com"] });
		expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain("@example.com");
	});

	test.each([
		["was declined", { amount: 30 }, salePath],
		["was not to have one", { sending_receipt: false }, salePath],
		["names nobody", { email: undefined }, salePath],
	])("no receipt is sent for a charge that %s", async (_case, fields, path) => {
		await client.post(path, { amount: 31, ...goodCard, email: "ada@example.com", ...fields });
		expect(await gateway.database.tables.selectFrom("mail_outbox").selectAll().execute()).toEqual([]);
		expect(await mailOnceAllIsSent()).toEqual([]);
	});

	test("a receipt is sent when there is an email or a bcc_emails", async () => {
		await sell({ email: undefined, bcc_emails: "books@example.com, tax@example.com" });
		const [mail, ...others] = await mailOnceAllIsSent();
		expect(others).toEqual([]);
		expect(mail).toMatchObject({ to: [], bcc: ["books@example.com", "tax@example.com"] });
		expect(mail?.text).toContain("$31.00 CAD");
		const page = await client.get(mailboxPath, { Accept: "text/html" });
		expect(page.text).toContain("undisclosed recipients");
	});

	test("an approved authorization has a receipt that says held, not charged", async () => {
		const { body } = await client.post(authorizePath, { amount: 31, ...goodCard, email: "ada@example.com" });
		const [mail] = await mailOnceAllIsSent();
		expect(mail?.subject).toBe("Test: Authorization for $31.00 CAD from Maple & Main");
		expect(mail?.text).toContain("Amount held, not charged: $31.00 CAD");
		expect(mail?.text).toContain(`Authorization number: ${body.transaction_id}`);
	});

	test("each capture and each refund has a receipt, and no void has one", async () => {
		const hold = await client.post(authorizePath, { amount: 35, ...goodCard, email: "ada@example.com" });
		const capture = await client.post(`/transaction-service/capture/${hold.body.transaction_id}`, { amount: 33 });
		const refund = await client.post(`/transaction-service/refund/${capture.body.transaction_id}`, { amount: 11 });
		const sale = await sell({});
		const undone = await client.post(`/transaction-service/void/${sale.body.transaction_id}`, {});
		expect([capture, refund, undone].map(({ status }) => status)).toEqual([200, 200, 200]);
		const mails = await mailOnceAllIsSent();
		const told = mails.map(({ subject, text }) => [subject, /^Amount \w+/m.exec(text)?.[0]]);
		expect(told.sort()).toEqual([
			["Test: Authorization for $35.00 CAD from Maple & Main", "Amount held"],
			["Test: Receipt for $31.00 CAD from Maple & Main", "Amount paid"],
			["Test: Receipt for $33.00 CAD from Maple & Main", "Amount paid"],
			["Test: Refund for $11.00 CAD from Maple & Main", "Amount refunded"],
		]);
	});

	test("no receipt is sent for a merchant that turned receipts off, nor later when it turns them on", async () => {
		await setMerchant({ sends_receipts: false });
		await sell({});
		expect(await mailOnceAllIsSent()).toEqual([]);
		await setMerchant({ sends_receipts: true });
		expect(await mailOnceAllIsSent()).toEqual([]);
	});

	test("a charge whose outcome recovery recorded has one receipt", async () => {
		const { body } = await sell(cardWith("4000000000000259"));
		expect(body.transaction_result).toBe("PENDING");
		await vi.waitFor(async () => expect(await readMailbox()).toHaveLength(1), { timeout: 20_000, interval: 100 });
		expect(await mailOnceAllIsSent()).toHaveLength(1);
	});

	test("H-01 a repeated request sends no second receipt", async () => {
		const key = { "Idempotency-Key": "one receipt" };
		const request = { amount: 31, ...goodCard, email: "ada@example.com" };
		await client.post(salePath, request, key);
		await client.post(salePath, request, key);
		expect(await mailOnceAllIsSent()).toHaveLength(1);
	});

	test("the receipt has the date in the merchant's zone and a reply address", async () => {
		await setMerchant({ receipt_reply_to: "care@maple.example", time_zone: "America/Vancouver" });
		await sell({});
		const [mail] = await mailOnceAllIsSent();
		expect(mail?.reply_to).toBe("care@maple.example");
		expect(mail?.text).toMatch(/^Date: \w+ \d+, \d{4}.* P[SD]T$/m);
		await setMerchant({ receipt_reply_to: null, time_zone: "UTC" });
	});

	test("X-33 one address gets at most twenty receipts an hour; others get theirs, and the excess waits", async () => {
		// Within one hour, also when the next one is about to begin.
		gateway.clocks.business.stop();
		await Promise.all(Array.from({ length: 25 }, () => sell({ email: "Victim@example.com" })));
		await sell({ email: "other@example.com" });
		const waiting = gateway.database.tables.selectFrom("mail_outbox").select(["problem", "failed_at"]);
		await vi.waitFor(
			async () =>
				expect(await waiting.execute()).toEqual(
					Array.from({ length: 5 }, () => ({
						problem: "too many mails to this address within an hour",
						failed_at: null,
					})),
				),
			{ timeout: 20_000, interval: 50 },
		);
		const mails = await readMailbox();
		gateway.clocks.business.go();
		expect(mails.filter(({ to }) => to[0] === "Victim@example.com")).toHaveLength(20);
		expect(mails.filter(({ to }) => to[0] === "other@example.com")).toHaveLength(1);
		await gateway.database.tables.deleteFrom("mail_outbox").execute();
	});
});

describe("the sandbox's mailbox", () => {
	test("the mailbox lists the newest mail first, up to the limit", async () => {
		for (const amount of [31, 33, 35]) {
			await sell({ amount });
			await mailOnceAllIsSent();
		}
		const subjects = (await readMailbox()).map(({ subject }) => subject);
		expect(subjects.map((subject) => /\$\d+/.exec(subject)?.[0])).toEqual(["$35", "$33", "$31"]);
		const two = JSON.parse((await client.get(`${mailboxPath}?limit=2`)).text) as KeptMail[];
		expect(two.map(({ subject }) => subject)).toEqual(subjects.slice(0, 2));
		for (const limit of ["0", "1001", "x", "-1", "1.5"]) {
			expectProblem(await client.get(`${mailboxPath}?limit=${limit}`), 400, "BAD_REQUEST");
		}
	});

	test("the mailbox is a page in a browser, and one mail has a page and a document", async () => {
		await sell({ first_name: "<script>alert(1)</script>" });
		const [mail] = await mailOnceAllIsSent();
		const asBrowser = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
		for (const path of [mailboxPath, `${mailboxPath}/${mail?.id}`]) {
			const page = await client.get(path, asBrowser);
			expect(page.status).toBe(200);
			expect(page.headers.get("Content-Type")).toMatch(/^text\/html/);
			expect(page.headers.get("Vary")).toBe("Accept");
			expect(page.headers.get("Content-Security-Policy")).not.toContain("unsafe-inline");
			expect(page.text).not.toMatch(/<script|\son[a-z]+=|\sstyle=/i);
			expect(page.text).toContain(String(mail?.subject).replace("&", "&amp;"));
		}
		const one = await client.get(`${mailboxPath}/${mail?.id}`);
		expect(one.body).toEqual(mail);
		const document = await client.get(`${mailboxPath}/${mail?.id}/html`, asBrowser);
		expect(document.text).toBe(mail?.html);
		expect(document.text).not.toContain("<script");
		expect(document.headers.get("Content-Security-Policy")).toMatch(
			/^default-src 'none'; .*; sandbox allow-popups allow-popups-to-escape-sandbox$/,
		);
	});

	test("a merchant's token opens that merchant's mail alone, and a partner's token opens none", async () => {
		await client.post(salePath, { ...goodCard, amount: 31, currency: "CAD", email: "own@example.com" });
		const [mail] = await mailOnceAllIsSent();
		const neighbour = await signIn(gateway.url, gateway.secondMerchant);
		expect(JSON.parse((await neighbour.get(mailboxPath)).text)).toEqual([]);
		for (const path of [`${mailboxPath}/${mail?.id}`, `${mailboxPath}/${mail?.id}/html`]) {
			expectProblem(await neighbour.get(path), 404, "NOT_FOUND");
			expect((await client.get(path)).status).toBe(200);
		}
		const everyone = await send(gateway.mailboxUrl, { headers: { Accept: "application/json" } });
		expect(JSON.parse(everyone.text)).toHaveLength(1);
		const partner = clientWithToken(gateway.url, (await connect(gateway)).access);
		const refused = await partner.get(mailboxPath);
		expectProblem(refused, 403, "FORBIDDEN");
		expect(refused.body.reason).toBe("mailbox_token_missing");
	});

	test("the empty mailbox says what to do", async () => {
		const page = await client.get(mailboxPath, { Accept: "text/html" });
		expect(page.text).toContain("No mail yet");
	});

	test("the mailbox is served to this machine only, under this machine's names only", async () => {
		const ask = (host: string, ...headers: string[]) =>
			sendRaw(
				gateway.port,
				[
					`GET ${mailboxPath}${new URL(gateway.mailboxUrl).search} HTTP/1.1`,
					`Host: ${host}`,
					...headers,
					"Connection: close",
					"",
					"",
				].join("\r\n"),
			);
		for (const host of ["localhost", "127.0.0.1:80", "[::1]:8080"]) {
			expect((await ask(host)).answers[0]?.status, host).toBe(200);
		}
		for (const host of ["rebound.example", "127.0.0.1.example", "localhost.example"]) {
			const [answer] = (await ask(host)).answers;
			expect(answer?.status, host).toBe(403);
			expect(answer?.body.code).toBe("FORBIDDEN");
		}
	});

	test.each([
		["X-Forwarded-For", "127.0.0.1"],
		["X-Forwarded-Host", "localhost"],
		["Forwarded", "for=127.0.0.1"],
		["Via", "1.1 proxy.example"],
	])("the mailbox is not served to a client behind an untrusted local proxy: %s", async (name, value) => {
		const headers = { [name]: value };
		expectProblem(await client.get(mailboxPath, headers), 403, "FORBIDDEN");
	});

	test("X-40 a proxy without forwarding headers does not open the mailbox: it takes the token of the printed link", async () => {
		const url = `${gateway.url}${mailboxPath}`;
		const asBrowser = { Accept: "text/html" };
		for (const path of ["", "/1", "/1/html", "?token=", "?token=wrong", `?token=${"x".repeat(32)}`]) {
			expectProblem(await send(`${url}${path}`), 403, "FORBIDDEN");
			const page = await send(`${url}${path}`, { headers: asBrowser });
			expect(page.status).toBe(403);
			expect(page.text).toContain("Open the mailbox by its link");
		}
		expect((await send(gateway.mailboxUrl)).status).toBe(200);

		const opened = await send(gateway.mailboxUrl, { headers: asBrowser });
		expect([opened.status, opened.headers.get("Location")]).toEqual([303, mailboxPath]);
		const [cookie = ""] = (opened.headers.get("Set-Cookie") ?? "").split(";");
		expect(opened.headers.get("Set-Cookie")).toMatch(/HttpOnly.*SameSite=Lax/);
		expect((await send(url, { headers: { ...asBrowser, Cookie: cookie } })).status).toBe(200);
		expect((await send(url, { headers: { ...asBrowser, Cookie: `${cookie}x` } })).status).toBe(403);
		expect(gateway.logLines.join("")).not.toContain(new URL(gateway.mailboxUrl).searchParams.get("token"));
	});

	test("the mailbox is not served to a client behind a trusted proxy", async () => {
		const behindProxy = await startTestGateway({
			database: gateway.database,
			environment: { TRUST_PROXY: "127.0.0.1" },
		});
		try {
			const headers = { "X-Forwarded-For": "203.0.113.9" };
			expectProblem(
				await send(gateway.mailboxUrl.replace(gateway.url, behindProxy.url), { headers }),
				403,
				"FORBIDDEN",
			);
		} finally {
			await behindProxy.stop();
		}
	});
});
