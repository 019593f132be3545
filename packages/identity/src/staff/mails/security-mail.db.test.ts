import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Client, signIn } from "../../../../../test/fixtures/client.ts";
import { passTime } from "../../../../../test/fixtures/eft/eft.ts";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { operatorOf } from "../../../../../test/fixtures/operator.ts";
import { storeCheapPasswords } from "../../../../../test/fixtures/staff/cheap-passwords.ts";
import { type StaffBrowser, signInStaff, staffBrowser } from "../../../../../test/fixtures/staff/staff-browser.ts";
import { signInMember, stepUp } from "../../../../../test/fixtures/staff/staff-member.ts";

// Staff get mail about changes of their account, since another person may have made them.

const newPassword = "four lamps by the harbour 7";

let gateway: TestGateway;
let client: Client;
let browser: StaffBrowser;

beforeAll(async () => {
	gateway = await startTestGateway();
	client = await signIn(gateway.url, gateway.merchant);
	// A code's step must not end between its making and its checking.
	gateway.clocks.real.stop();
});

beforeEach(async () => {
	// A test changes the password.
	await storeCheapPasswords(gateway.database.tables.withTables(), [gateway.demo]);
	await gateway.database.tables.deleteFrom("mailbox").execute();
	browser = await signInStaff(gateway.url, gateway.demo);
});

afterAll(() => gateway.stop());

/** The mails of the outbox by their subjects, since they are sent side by side; but for links that were asked for. */
async function mailsSent() {
	await passTime(client, 1_000);
	return gateway.database.tables
		.selectFrom("mailbox")
		.select(["to_address as to", "subject", "text", "html"])
		.where("message_id", "not like", "password-reset.%")
		.orderBy("subject")
		.execute();
}

const subjectsSent = async () => (await mailsSent()).map(({ subject }) => subject);

/** Sets an authenticator up, and returns its recovery codes and its secret. */
async function setUpAuthenticator() {
	await stepUp(browser, gateway.demo);
	const { body } = await browser.api("POST", "account/second-factor");
	const secret = String(body.secret);
	const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 });
	const code = totp.generate({ timestamp: gateway.clocks.real.now() });
	const confirmed = await browser.api("POST", "account/second-factor/confirm", { code });
	expect(confirmed.status, confirmed.text).toBe(200);
	return { secret, recoveryCodes: confirmed.body.recovery_codes as string[] };
}

const resetSecondFactor = () => operatorOf(gateway).run("staff", "reset-second-factor", gateway.demo.email);

/** As `browser.api`, with the session's token after it was replaced. */
async function again(method: string, path: string, body?: unknown) {
	const { csrf_token } = (await browser.get("/app/api/session")).body;
	return browser.api(method, path, body, { "X-CSRF-Token": String(csrf_token) });
}

describe("a password", () => {
	const change = (current_password: string, new_password: string) =>
		browser.api("POST", "account/password", { current_password, new_password });

	test("that was changed is told to its owner alone: when, from where, and what to do", async () => {
		expect((await change(gateway.demo.password, newPassword)).status).toBe(200);
		const [mail, ...others] = await mailsSent();
		expect(others).toEqual([]);
		expect(mail).toMatchObject({ to: gateway.demo.email, subject: "Your Cardseal password was changed" });
		expect(mail?.text).toContain(`Account: ${gateway.demo.email}`);
		expect(mail?.text).toMatch(/When: \w+ \d+, \d{4} at \d+:\d\d/);
		expect(mail?.text).toMatch(/From the network address: (127\.0\.0\.1|::1)\n/);
		expect(mail?.text).toMatch(/Choose a new password:\nhttp:\/\/localhost:\d+\/app\/forgot-password\n/);
		expect(mail?.text + String(mail?.html)).not.toContain(newPassword);
		expect(mail?.text).toContain("Passkeys, authenticators and recovery codes still work as before.");
	});

	test("that was not changed is not told", async () => {
		expect((await change("not my password 1", newPassword)).status).toBe(400);
		expect((await change(gateway.demo.password, "Password2026!!")).status).toBe(400);
		expect(await subjectsSent()).toEqual([]);
	});

	test("that was set by a mailed link is told as well", async () => {
		const { tables } = gateway.database;
		const { email } = gateway.demo.second_merchant;
		const stranger = staffBrowser(gateway.url);
		await stranger.get("/app/forgot-password");
		await stranger.submit({ email });
		let link: string | undefined;
		while (link === undefined) {
			await passTime(client, 1_000);
			const mails = await tables.selectFrom("mailbox").select("text").where("to_address", "=", email).execute();
			[, link] = /(\/app\/reset-password\/\S+)/.exec(mails.map(({ text }) => text).join()) ?? [];
		}
		await stranger.get(link);
		expect((await stranger.submit({ password: newPassword })).status).toBe(303);
		expect(await mailsSent()).toMatchObject([{ to: email, subject: "Your Cardseal password was changed" }]);
	});
});

describe("a mail about them", () => {
	test("X-33 goes out where all other mail has used its room up, new recovery codes among it", async () => {
		const { tables } = gateway.database;
		const { email } = gateway.demo;
		const { id } = await tables.selectFrom("merchants").select("id").orderBy("id").executeTakeFirstOrThrow();
		const now = gateway.clocks.business.now();
		const thisHour = now - (now % 3_600_000);
		// The test may go on into the next hour.
		const hours = [thisHour, thisHour + 3_600_000];
		const names = [`address ${id} ${email}`, `shared ${email}`, `merchant ${id}`];
		const room = ["", " account_security recovery_codes.renewed"];
		const counts = names.flatMap((name) => room.map((suffix) => ({ counted: name + suffix, mails: 20_000 })));
		const usedUp = hours.flatMap((hour_started_at) => counts.map((count) => ({ ...count, hour_started_at })));
		await tables.insertInto("mail_counts").values(usedUp).execute();
		await setUpAuthenticator();
		expect((await again("POST", "account/recovery-codes")).status).toBe(200);
		expect(await subjectsSent()).toEqual(["An authenticator was set up for your Cardseal account"]);
		await resetSecondFactor();
		await passTime(client, 2 * 3_600_000);
	});

	test("goes out to somebody who was removed meanwhile: it may be the same stranger's doing", async () => {
		const { tables } = gateway.database;
		const { email } = gateway.demo.second_merchant;
		const theirs = tables.updateTable("staff").where("email", "=", email);
		const { id } = await theirs.set({ removed_at: 1 }).returning("id").executeTakeFirstOrThrow();
		const change = { kind: "account_security", event: "password.changed", details: {} } as const;
		const mail = { ...change, id: "n", staff_id: id, client_address: null, occurred_at: 1 };
		await tables.insertInto("staff_notices").values(mail).execute();
		await tables.insertInto("mail_outbox").values({ kind: "account_security", reference: "n" }).execute();
		expect(await mailsSent()).toMatchObject([{ to: email, subject: "Your Cardseal password was changed" }]);
		await theirs.set({ removed_at: null }).execute();
	});
});

describe("an account", () => {
	test("that gets another role, and is removed, is told to whose it is, and by whom", async () => {
		const owner = await signInMember(gateway);
		const clerk = await signInMember(gateway, { role: "clerk" });
		const to = `the-clerk@${gateway.demo.email.split("@")[1]}`;
		await owner.patch(`/staff/${clerk.userId}`, { role: "administrator" });
		await owner.patch(`/staff/${clerk.userId}`, { role: "administrator" });
		const [changed, ...others] = (await mailsSent()).filter((mail) => mail.to === to);
		expect(others).toEqual([]);
		expect(changed).toMatchObject({ subject: "The role of your Cardseal account was changed" });
		expect(changed?.text).toContain("Role: Administrator\n");
		await owner.delete(`/staff/${clerk.userId}`);
		const removed = (await mailsSent()).find(({ subject }) => subject === "Your Cardseal account was removed");
		expect(removed?.to).toBe(to);
		for (const mail of [changed, removed]) {
			expect(mail?.text).toContain("Business: Maple & Main\n");
			expect(mail?.text).toMatch(new RegExp(`By: .+, ${gateway.demo.email}\n`));
			expect(mail?.text).not.toMatch(/127\.0\.0\.1|forgot-password/);
		}
	});
});

describe("a second factor", () => {
	test("is told of when it is set up, gets new codes, and is turned off", async () => {
		const { secret, recoveryCodes } = await setUpAuthenticator();
		expect(await subjectsSent()).toEqual(["An authenticator was set up for your Cardseal account"]);
		expect((await again("POST", "account/recovery-codes")).status).toBe(200);
		expect((await again("DELETE", "account/second-factor")).status).toBe(200);
		const mails = await mailsSent();
		expect(mails.map(({ subject }) => subject)).toEqual([
			"An authenticator was set up for your Cardseal account",
			"New recovery codes were created for your Cardseal account",
			"The second factor of your Cardseal account was turned off",
		]);
		const all = JSON.stringify(mails);
		for (const kept of [secret, ...recoveryCodes]) expect(all).not.toContain(kept);
	});

	test("whose recovery code was used is told of, once for a code that is typed twice", async () => {
		const { recoveryCodes } = await setUpAuthenticator();
		for (const status of [303, 401]) {
			const elsewhere = await signInStaff(gateway.url, gateway.demo);
			await elsewhere.get("/app/second-factor");
			expect((await elsewhere.submit({ code: recoveryCodes[0] ?? "" })).status).toBe(status);
		}
		expect(await subjectsSent()).toEqual([
			"A recovery code of your Cardseal account was used",
			"An authenticator was set up for your Cardseal account",
		]);
		await resetSecondFactor();
	});

	test("that the operator takes away is told of, and by whom", async () => {
		await setUpAuthenticator();
		await resetSecondFactor();
		const turnedOff = "The second factor of your Cardseal account was turned off";
		const mail = (await mailsSent()).find(({ subject }) => subject === turnedOff);
		expect(mail?.text).toContain("By: The operator\n");
	});
});
