import type { BankAccount } from "@cardseal/aft";
import { createVault, generateMasterKey } from "@cardseal/vault";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { insertMerchant, insertStaff } from "../../../../test/fixtures/builders.ts";
import { customersOf } from "../../../../test/fixtures/customers.ts";
import { shownBalances } from "../../../../test/fixtures/eft/wallets.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { createCustomer } from "../../../customers/src/customer.ts";
import type { Customer } from "../../../customers/src/tables.ts";
import type { Merchant } from "../../../merchants/src/merchant.ts";
import { findMerchant } from "../../../merchants/src/merchants.store.ts";
import { staffMember, unauthenticated } from "../../../platform/src/audit/event.ts";
import type { Database } from "../../../platform/src/db/database.ts";
import type { PageRequest } from "../../../platform/src/db/paging.ts";
import { createLog } from "../../../platform/src/log/log.ts";
import { type Mailer, MailRefused } from "../../../platform/src/mail/mail.ts";
import { sendDueMail } from "../../../platform/src/mail/send-due.ts";
import { Problem } from "../../../platform/src/problem.ts";
import type { Eft } from "../eft.ts";
import type { Rail } from "../rails/rail.ts";
import { payByBank, payFromWallet } from "./accept-request.ts";
import { agreementOf, textOf } from "./agreement.ts";
import { declineRequest } from "./decline-request.ts";
import { requestExpiryWork } from "./expire-requests.job.ts";
import { answerMs, statusOf } from "./request.ts";
import { readDueRequests } from "./request-mail.ts";
import { maximumOpen, requestPayment } from "./request-payment.ts";
import { findRequest, listIncoming, type StoredRequest } from "./requests.store.ts";

const clock = { time: Date.UTC(2026, 10, 21), now: () => clock.time };
const origin = { clientAddress: "192.0.2.7", requestId: "9fK2mQ7xW1aZ3bC4dE5f" };
const caller = staffMember(1, origin);
const account: BankAccount = { institutionNumber: "004", transitNumber: "10202", accountNumber: "000123456789" };

/** A rail that accepts everything and has no outcomes. */
const rail: Rail = {
	name: "demo",
	submit: async () => undefined,
	nextOutcomeAt: async () => undefined,
	listOutcomes: async () => [],
	acknowledge: async () => undefined,
};

let tables: TestTables;
let eft: Eft;
let emails = 0;

beforeAll(async () => {
	tables = await openTestTables();
	const database: Database = tables.database.withTables();
	const vault = await createVault({
		database: tables.database.withTables(),
		masterKey: generateMasterKey(),
		businessNow: clock.now,
		realNow: clock.now,
	});
	eft = {
		database,
		vault,
		clocks: { business: clock, real: clock },
		rails: { railFor: () => rail, all: [rail] },
	};
});

afterAll(() => tables.drop());

async function newMerchant(mode: "demo" | "live" = "demo"): Promise<Merchant> {
	const merchant = await findMerchant(eft.database, { id: await insertMerchant(tables.database, { mode }) });
	if (merchant === undefined) throw new Error("The merchant was not made.");
	return merchant;
}

function newEmail(): string {
	emails += 1;
	return `payer${emails}@example.com`;
}

/** Adds a staff member with this address. */
async function hire({ id }: Merchant, email: string): Promise<void> {
	await insertStaff(tables.database, { merchant_id: id, email, name: "Bo" });
}

function commandFor(merchant: Merchant, customer: Customer) {
	return { merchant, customer, cents: 31_00, description: "Walnut boards", keyed: undefined, caller };
}

/** Requests $31.00. */
async function ask(merchant: Merchant, email = newEmail(), cents = 31_00): Promise<StoredRequest> {
	const customer = await createCustomer(customersOf(eft.database, clock), merchant, { email });
	const { body } = await requestPayment(eft, { ...commandFor(merchant, customer), cents });
	return read(body.transaction_id);
}

async function read(transactionId: string): Promise<StoredRequest> {
	const request = await findRequest(eft.database, transactionId);
	if (request === undefined) throw new Error("The request does not exist.");
	return request;
}

function pay(request: StoredRequest, { userAgent = "Browser" } = {}) {
	const agreement = agreementOf(request, "fr");
	return payByBank(eft, request, {
		account,
		holder: "Ada Lovelace",
		agreement,
		...origin,
		userAgent,
	});
}

async function transactionOf({ transactionId }: StoredRequest) {
	return tables.database
		.selectFrom("eft_transactions")
		.selectAll()
		.where("transaction_id", "=", transactionId)
		.executeTakeFirstOrThrow();
}

describe("requesting a payment", () => {
	test("S-25 creates a PENDING EFT_CREDIT and a queued mail, and credits nothing", async () => {
		const merchant = await newMerchant();
		const request = await ask(merchant);
		expect(await transactionOf(request)).toMatchObject({ kind: "request", type: "EFT_CREDIT", result: "PENDING" });
		expect(request.processorTransactionId).toMatch(/^PAY\d{8}$/);
		expect(request.expiresAt).toBe(clock.now() + 30 * 86_400_000);
		const mails = await tables.database
			.selectFrom("mail_outbox")
			.select("kind")
			.where("reference", "=", request.transactionId)
			.execute();
		expect(mails).toEqual([{ kind: "eft_request" }]);
		expect(await shownBalances(tables.database, merchant.id)).toEqual({
			actualCents: 100_000,
			availableCents: 100_000,
		});
		const events = await auditEvents(tables.database, { object: request.transactionId });
		expect(events).toMatchObject([{ type: "eft_request.sent", actor_kind: "staff", details: { amount_cents: 31_00 } }]);
	});

	test("is rejected before any write when no rail takes the payment", async () => {
		const merchant = await newMerchant("live");
		const railFor = () => {
			throw new Problem("bank_not_connected", "No rail takes payments for this account.");
		};
		const customer = await createCustomer(customersOf(eft.database, clock), merchant, { email: newEmail() });
		const rails = { railFor, all: [] };
		await expect(requestPayment({ ...eft, rails }, commandFor(merchant, customer))).rejects.toThrow("No rail");
		expect(await countTransactions(merchant)).toBe(0);
	});

	test("reaches the merchant whose staff has the address, in any letter case", async () => {
		const [asking, paying] = [await newMerchant(), await newMerchant()];
		const email = newEmail();
		await hire(paying, email);
		const request = await ask(asking, email.toUpperCase());
		expect(request.payerMerchantId).toBe(paying.id);
		expect(await idsBefore(paying)).toEqual([request.transactionId]);
	});

	test("lists open requests first across pages in both directions, also after new answers", async () => {
		const [asking, another, paying] = [await newMerchant(), await newMerchant(), await newMerchant()];
		const email = newEmail();
		await hire(paying, email);
		const real = await ask(asking, email);
		const answered = [await ask(another, email), await ask(another, email)];
		for (const request of answered) await declineRequest(eft, request, unauthenticated(origin));
		const newest = await ask(asking, email);
		const inOrder = [newest, real, ...answered.reverse()].map(({ transactionId }) => transactionId);
		expect(await idsBefore(paying)).toEqual(inOrder);
		const found: string[] = [];
		let beyond: PageRequest["beyond"];
		for (;;) {
			const [row, more] = await listIncoming(eft.database, merchantNow(paying), { limit: 1, beyond });
			if (row === undefined) break;
			found.push(row.transactionId);
			const position = { createdAt: row.created_at, id: row.id };
			const back = { limit: 10, beyond: { direction: "before" as const, position } };
			const newer = await listIncoming(eft.database, merchantNow(paying), back);
			expect(newer.map(({ transactionId }) => transactionId)).toEqual(found.slice(0, -1).reverse());
			expect(more?.transactionId).toBe(inOrder[found.length]);
			beyond = { direction: "after", position };
		}
		expect(found).toEqual(inOrder);
	});

	test("X-30 who is staff of another merchant is not told: requests are counted by address, and answered alike", async () => {
		const [asking, paying] = [await newMerchant(), await newMerchant()];
		const [owner, colleague, stranger, another] = [newEmail(), newEmail(), newEmail(), newEmail()];
		await hire(paying, owner);
		await hire(paying, colleague);
		const outcomes = async (first: string, second: string) => {
			const answers = [];
			for (const email of [...Array<string>(maximumOpen + 1).fill(first), second]) {
				const customer = await createCustomer(customersOf(eft.database, clock), asking, { email });
				const answer = requestPayment(eft, commandFor(asking, customer));
				answers.push(
					await answer.then(
						({ status }) => status,
						(error: Problem) => error.message,
					),
				);
			}
			return answers;
		};
		const ofStaff = await outcomes(owner, colleague);
		expect(ofStaff).toEqual([...Array(maximumOpen).fill(200), expect.stringContaining("Try again after one"), 200]);
		expect(ofStaff).toEqual(await outcomes(stranger, another));
	});

	test("counts one merchant's open requests to an address in any spelling", async () => {
		const [asking, other, email] = [await newMerchant(), await newMerchant(), newEmail()];
		const first = await ask(asking, email);
		for (let asked = 1; asked < maximumOpen; asked++) await ask(asking, email);
		await expect(ask(asking, email.toUpperCase())).rejects.toMatchObject({ code: "CONFLICT" });
		await ask(other, email);
		await declineRequest(eft, first, unauthenticated(origin));
		await ask(asking, email);
	});

	test("allows twenty open requests per address, until requests expire", async () => {
		const [asking, email] = [await newMerchant(), newEmail()];
		for (let asked = 0; asked < maximumOpen; asked++) await ask(asking, email);
		await expect(ask(asking, email)).rejects.toMatchObject({ code: "CONFLICT" });
		clock.time += answerMs;
		await ask(asking, email);
	});

	test("a test request reaches no live merchant, and no request reaches its own merchant", async () => {
		const [demo, live] = [await newMerchant("demo"), await newMerchant("live")];
		const [ofLive, ofDemo] = [newEmail(), newEmail()];
		await hire(live, ofLive);
		await hire(demo, ofDemo);
		expect((await ask(demo, ofLive)).payerMerchantId).toBeNull();
		expect((await ask(live, ofDemo)).payerMerchantId).toBeNull();
		expect((await ask(demo, ofDemo)).payerMerchantId).toBeNull();
	});
});

function merchantNow({ id }: Merchant) {
	return { merchantId: id, now: clock.now() };
}

/** Returns the ids of a merchant's incoming requests, in the order of the list. */
async function idsBefore(merchant: Merchant): Promise<string[]> {
	const rows = await listIncoming(eft.database, merchantNow(merchant), { limit: 100, beyond: undefined });
	return rows.map(({ transactionId }) => transactionId);
}

async function countTransactions({ id }: Merchant): Promise<number> {
	const rows = await tables.database
		.selectFrom("eft_transactions")
		.select("id")
		.where("merchant_id", "=", id)
		.execute();
	return rows.length;
}

describe("a request whose mail fails for good", () => {
	/** Sends queued mails to a server that rejects all of them permanently, after `onSend`. */
	async function sendRefused(onSend: () => Promise<void> = async () => undefined): Promise<void> {
		const nothing = async () => [];
		const mailer: Mailer = {
			async send() {
				await onSend();
				throw new MailRefused("EENVELOPE RCPT TO 550", { isPermanent: true });
			},
			close: () => undefined,
		};
		await sendDueMail({
			database: eft.database,
			readers: {
				receipt: nothing,
				receipt_again: nothing,
				payment_failed: nothing,
				subscription_suspended: nothing,
				card_expiring: nothing,
				portal_link: nothing,
				staff_invitation: nothing,
				password_reset: nothing,
				eft_request: readDueRequests({ vault: eft.vault, publicUrl: "https://pay.example" }),
				account_security: nothing,
				bank_account_changed: nothing,
				payment_approval: nothing,
				payment_link: nothing,
				owner_notice: nothing,
			},
			mailer,
			clock,
			random: () => 0.5,
			host: "pay.example",
			log: createLog({ level: "silent", destination: { write: () => undefined } }),
			stopping: new AbortController().signal,
			maximum: Number.POSITIVE_INFINITY,
		});
	}

	beforeEach(() => tables.database.deleteFrom("mail_outbox").execute());

	test("tells the merchant, and can still be answered by the link", async () => {
		const request = await ask(await newMerchant());
		await sendRefused();
		expect(await transactionOf(request)).toMatchObject({
			result: "PENDING",
			message: expect.stringContaining("may not have arrived. The request is still open"),
		});
		await pay(request);
		expect(await transactionOf(request)).toMatchObject({
			result: "APPROVED",
			message: expect.not.stringContaining("mail"),
		});
	});

	test("keeps an answer that came during the rejection", async () => {
		const request = await ask(await newMerchant());
		await sendRefused(async () => {
			await declineRequest(eft, request, unauthenticated(origin));
		});
		const { result, message } = await transactionOf(request);
		expect(result).toBe("DECLINED");
		expect(message).not.toContain("arrived");
	});

	test.each([
		["sent the mail", () => tables.database.deleteFrom("mail_outbox").execute()],
		["claimed the mail", () => tables.database.updateTable("mail_outbox").set({ attempts: 2 }).execute()],
	])("notes nothing when another gateway has %s in the meantime", async (_case, meanwhile) => {
		const request = await ask(await newMerchant());
		await sendRefused(async () => {
			await meanwhile();
		});
		expect(await transactionOf(request)).toMatchObject({
			result: "PENDING",
			message: expect.not.stringContaining("arrived"),
		});
	});
});

describe("paying from a bank account", () => {
	test("S-25 S-23 approves at once and credits uncleared funds until the bank pays", async () => {
		const merchant = await newMerchant();
		const request = await ask(merchant);
		expect(await pay(request)).toBe("paid");
		expect(await transactionOf(request)).toMatchObject({
			result: "APPROVED",
			rail: "demo",
			party_name: "Ada Lovelace",
			masked_account: "****6789",
		});
		const balances = await shownBalances(tables.database, merchant.id);
		expect(balances).toEqual({ actualCents: 103_100, unclearedCents: 31_00, availableCents: 100_000 });
	});

	test("stores the agreement, time and client as a mandate", async () => {
		const request = await ask(await newMerchant());
		await pay(request);
		const { paragraphs, hash } = agreementOf(request, "fr");
		const mandates = tables.database.selectFrom("eft_mandates").where("transaction_id", "=", request.transactionId);
		expect(await mandates.selectAll().executeTakeFirst()).toEqual({
			transaction_id: request.transactionId,
			holder_name: "Ada Lovelace",
			masked_account: "****6789",
			language: "fr",
			agreement: textOf(paragraphs),
			agreement_hash: hash,
			agreed_at: clock.now(),
			client_address: "192.0.2.7",
			user_agent: "Browser",
		});
		const change = tables.database.updateTable("eft_mandates").set({ holder_name: "Eve" });
		await expect(change.execute()).rejects.toThrow("never changed");
		await expect(tables.database.deleteFrom("eft_mandates").execute()).rejects.toThrow("never changed or deleted");
	});

	test("stores at most 255 characters of the User-Agent, without card numbers", async () => {
		const request = await ask(await newMerchant());
		const number = ["4111", "1111", "1111", "1111"].join("");
		await pay(request, { userAgent: `Browser ${number} ${"x".repeat(12_000)}` });
		const { user_agent: kept } = await tables.database
			.selectFrom("eft_mandates")
			.select("user_agent")
			.where("transaction_id", "=", request.transactionId)
			.executeTakeFirstOrThrow();
		expect(kept).toBe(`Browser [card number] ${"x".repeat(255)}`.slice(0, 255));
	});

	test("S-22 the account number is only in the vault, encrypted", async () => {
		const request = await ask(await newMerchant());
		await pay(request);
		const rows = [
			await transactionOf(request),
			await tables.database.selectFrom("eft_mandates").selectAll().execute(),
			await tables.database.selectFrom("audit_inbox").selectAll().execute(),
		];
		expect(JSON.stringify(rows)).not.toContain(account.accountNumber);
	});

	test("two concurrent payments in one process pay once; the second finds the request closed", async () => {
		const merchant = await newMerchant();
		const request = await ask(merchant);
		const answers = await Promise.all([
			pay(request),
			pay(request),
			declineRequest(eft, request, unauthenticated(origin)),
		]);
		expect(answers.filter((answer) => answer === "closed")).toHaveLength(2);
		expect(answers[0]).toBe("paid");
		expect(await shownBalances(tables.database, merchant.id)).toMatchObject({ actualCents: 103_100 });
	});

	test("a declined or expired request is closed", async () => {
		const declined = await ask(await newMerchant());
		expect(await declineRequest(eft, declined, unauthenticated(origin))).toBe("declined");
		expect(await pay(declined)).toBe("closed");
		expect(await transactionOf(declined)).toMatchObject({ result: "DECLINED", rail: null });
		const late = await ask(await newMerchant());
		clock.time += answerMs;
		expect(await pay(late)).toBe("closed");
		expect(await declineRequest(eft, late, unauthenticated(origin))).toBe("closed");
	});
});

/** Creates two merchants, and a request from the first to the second. */
async function askedMerchant(cents?: number) {
	const [asking, payer] = [await newMerchant(), await newMerchant()];
	const email = newEmail();
	await hire(payer, email);
	return { asking, payer, request: await ask(asking, email, cents) };
}

describe("paying from a wallet", () => {
	test("S-23 moves the funds at once from one wallet to the other", async () => {
		const { asking, payer, request } = await askedMerchant();
		expect(await payFromWallet(eft, request, { payer, isSteppedUp: true, caller })).toBe("paid");
		expect(await shownBalances(tables.database, asking.id)).toEqual({ actualCents: 103_100, availableCents: 103_100 });
		expect(await shownBalances(tables.database, payer.id)).toEqual({ actualCents: 96_900, availableCents: 96_900 });
		expect(statusOf(await read(request.transactionId), clock.now())).toBe("APPROVED");
		const payments = tables.database.selectFrom("eft_transactions").where("merchant_id", "=", payer.id);
		expect(await payments.select(["kind", "type", "result", "pays", "amount_cents"]).execute()).toEqual([
			{ kind: "payment", type: "EFT_DEBIT", result: "APPROVED", pays: request.transactionId, amount_cents: 31_00 },
		]);
	});

	test("S-23 moves nothing when funds are insufficient, and the request stays open", async () => {
		const { payer, request } = await askedMerchant(1_000_01);
		expect(await payFromWallet(eft, request, { payer, isSteppedUp: true, caller })).toBe("not_enough");
		expect(statusOf(await read(request.transactionId), clock.now())).toBe("PENDING");
		expect(await countTransactions(payer)).toBe(0);
	});

	test("pays once when wallet and bank payments come at once under different wallet locks", async () => {
		const { asking, payer, request } = await askedMerchant();
		const answers = await Promise.all([
			payFromWallet(eft, request, { payer, isSteppedUp: true, caller }),
			pay(request),
			payFromWallet(eft, request, { payer, isSteppedUp: true, caller }),
		]);
		expect(answers.filter((answer) => answer === "paid")).toHaveLength(1);
		expect(await shownBalances(tables.database, asking.id)).toMatchObject({ actualCents: 103_100 });
	});

	test("the requesting merchant's audit log names no staff of the payer", async () => {
		const { asking, payer, request } = await askedMerchant();
		await payFromWallet(eft, request, { payer, isSteppedUp: true, caller });
		const rows = await tables.database
			.selectFrom("audit_inbox")
			.select(["type", "actor_kind"])
			.where("merchant_id", "in", [asking.id, payer.id])
			.where("type", "<>", "eft_request.sent")
			.orderBy("id")
			.execute();
		expect(rows).toEqual([
			{ type: "eft_request.accepted", actor_kind: "nobody" },
			{ type: "eft_request.paid", actor_kind: "staff" },
		]);
	});
});

describe("the expiry of requests", () => {
	test("S-25 declines and records unanswered requests after 30 days of business time", async () => {
		const [answered, request] = [await ask(await newMerchant()), await ask(await newMerchant())];
		await declineRequest(eft, answered, unauthenticated(origin));
		const work = requestExpiryWork(eft);
		clock.time = request.expiresAt - 1;
		await work.run();
		expect(await transactionOf(request)).toMatchObject({ result: "PENDING" });
		expect(await work.nextAt()).toBe(request.expiresAt);
		clock.time = request.expiresAt;
		await work.run();
		expect(await transactionOf(request)).toMatchObject({
			result: "DECLINED",
			message: expect.stringMatching(/expired/),
		});
		expect(statusOf(await read(request.transactionId), clock.now())).toBe("EXPIRED");
		expect(await read(answered.transactionId)).toMatchObject({ answer: "declined" });
		expect(await work.nextAt()).toBeUndefined();
		const events = await auditEvents(tables.database, { type: "eft_request.expired", object: request.transactionId });
		expect(events).toMatchObject([{ actor_kind: "system" }]);
	});
});
