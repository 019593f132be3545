import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
	type Answer,
	type Client,
	cardWith,
	goodCard,
	type JsonObject,
	send,
	signIn,
} from "../../../../test/fixtures/client.ts";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { operatorOf } from "../../../../test/fixtures/operator.ts";
import { expiryTimes } from "./expiry-time.ts";

const day = 24 * 3_600_000;

/** Verification succeeds; every charge is declined softly. */
const declinesForNow = cardWith("4000000000000341");

let gateway: TestGateway;
let client: Client;

beforeAll(async () => {
	// No clock change is near.
	const clocks = testClocks({ businessAt: Date.UTC(2026, 5, 1, 12) });
	gateway = await startTestGateway({ clocks });
	client = await signIn(gateway.url, gateway.merchant);
	// The clock is stopped, so that times are exact.
	gateway.clocks.business.stop();
});

afterAll(() => gateway.stop());

beforeEach(async () => {
	await gateway.database.tables.deleteFrom("mailbox").execute();
});

interface KeptMail {
	to: string[];
	bcc: string[];
	subject: string;
	text: string;
	sent_at: number;
}

/** Returns the mails to an address in the sandbox mailbox, oldest first. */
async function mailTo(address: string): Promise<KeptMail[]> {
	const { text } = await send(`${gateway.mailboxUrl}&limit=1000`);
	return (JSON.parse(text) as KeptMail[]).filter(({ to }) => to.includes(address)).reverse();
}

async function ok(answer: Promise<Answer>): Promise<JsonObject> {
	const { status, text, body } = await answer;
	expect(status, text).toBe(200);
	return body;
}

const now = async () => Number((await ok(client.get("/sandbox/clock"))).now);

const moveTo = (time: number) => ok(client.post("/sandbox/clock", { now: time }));

/** Formats a day as mails to the demo merchant's customers show it. */
/** The zone of the demo merchant. */
const timeZone = "America/Toronto";
const dayOf = (time: number) => new Date(time).toLocaleDateString("en-CA", { dateStyle: "long", timeZone });

/** Creates a customer with a subscription of $31.00 a month that starts tomorrow. */
async function subscribe(email: string, card: JsonObject, changes: JsonObject = {}) {
	const plan = { name: "Coffee club", amount: 31, currency: "CAD", frequency: "MOTHLY", send_receipt: false };
	const { lookup_id: plan_lookup_id } = await ok(client.post("/plan-service/plan", plan));
	const customer = await ok(client.post("/customer-service/customer", { email }));
	const withCard = await ok(client.post(`/customer-service/customer/${customer.lookup_id}/card`, card));
	const [stored] = withCard.cards as { lookup_id: string }[];
	const start_date = (await now()) + day;
	await ok(
		client.post("/customer-service/customer/subscription", {
			plan_lookup_id,
			card_lookup_id: stored?.lookup_id,
			start_date,
			...changes,
		}),
	);
	return { start_date };
}

describe("dunning mails to the customer of a subscription", () => {
	test("S-09 report each failed payment with the day of the next attempt, then the suspension", async () => {
		const { start_date } = await subscribe("ada@example.com", declinesForNow, {
			description: "Two bags",
			bcc_emails: "books@example.com",
		});
		await moveTo(start_date + 20 * day);
		const mails = await mailTo("ada@example.com");
		const tries = [0, 1, 3, 5, 7].map((days) => start_date + days * day);
		expect(mails.map(({ subject }) => subject)).toEqual([
			...Array.from({ length: 4 }, () => "Test: Your payment to Maple & Main failed"),
			"Test: Your subscription at Maple & Main is suspended",
		]);
		expect(mails.map(({ sent_at }) => sent_at)).toEqual(tries);
		const nextTries = mails.map(({ text }) => /^Next attempt: (.*)$/m.exec(text)?.[1]);
		expect(nextTries).toEqual([...tries.slice(1).map(dayOf), undefined]);
		for (const { text, bcc } of mails) {
			for (const part of ["$31.00 CAD", "Coffee club", "Two bags", "Visa •••• 0341", `Due: ${dayOf(start_date)}`]) {
				expect(text).toContain(part);
			}
			expect(bcc).toEqual([]);
		}
		expect(mails.at(-1)?.text).toContain("Every attempt to charge your card was declined");
	});

	test("report once, ten days before, that the card is about to expire", async () => {
		const start = new Date(await now());
		// The month after the next, so that its end is more than ten days away.
		const month = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 2, 1));
		const expiry = {
			card_expiry_month: String(month.getUTCMonth() + 1).padStart(2, "0"),
			card_expiry_year: String(month.getUTCFullYear()).slice(2),
		};
		const { card_expiry_month: expiry_month, card_expiry_year: expiry_year } = expiry;
		const { mailAt, expiresAt } = expiryTimes({ expiry_month, expiry_year }, timeZone);
		await subscribe("grace@example.com", { ...goodCard, ...expiry });
		await moveTo(mailAt - 1);
		expect(await mailTo("grace@example.com")).toEqual([]);
		await moveTo(expiresAt - 1);
		const mails = await mailTo("grace@example.com");
		expect(mails).toMatchObject([{ subject: "Test: Your card for Maple & Main is about to expire", sent_at: mailAt }]);
		for (const part of [`Valid until: ${dayOf(expiresAt - 1)}`, "Visa •••• 1111", "Coffee club", "$31.00 CAD"]) {
			expect(mails[0]?.text).toContain(part);
		}
	});

	test("are not sent if the operator turned them off", async () => {
		const operator = operatorOf(gateway);
		const { merchant_id } = gateway.merchant;
		await operator.run("dunning-mails", merchant_id, "payment-failed", "off");
		const { start_date } = await subscribe("off@example.com", declinesForNow);
		await moveTo(start_date + 20 * day);
		await operator.run("dunning-mails", merchant_id, "payment-failed", "on");
		const mails = await mailTo("off@example.com");
		expect(mails.map(({ subject }) => subject)).toEqual(["Test: Your subscription at Maple & Main is suspended"]);
	});

	test("X-33 are deleted from the outbox once they are sent", async () => {
		const { start_date } = await subscribe("sent@example.com", declinesForNow);
		await moveTo(start_date);
		expect(await mailTo("sent@example.com")).toHaveLength(1);
		await vi.waitFor(async () => {
			expect(await gateway.database.tables.selectFrom("mail_outbox").selectAll().execute()).toEqual([]);
		}, 20_000);
	});
});
