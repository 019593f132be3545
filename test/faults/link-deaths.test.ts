import {
	createDemoBank,
	createVault,
	type DemoBank,
	DemoProcessor,
	generateMasterKey,
	type Processor,
} from "@cardseal/vault";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Merchant } from "../../packages/merchants/src/merchant.ts";
import { endPaidLink } from "../../packages/payers/src/links/end-link.ts";
import { paidLinksJob } from "../../packages/payers/src/links/links.job.ts";
import { findLink, insertLink } from "../../packages/payers/src/links/links.store.ts";
import { payLink } from "../../packages/payers/src/links/pay-link.ts";
import type { PaymentLink } from "../../packages/payers/src/tables.ts";
import { createPayments } from "../../packages/payments/src/create-payments.ts";
import type { Payments } from "../../packages/payments/src/payments.ts";
import { takeReturn } from "../../packages/payments/src/unresolved/payers-charge.ts";
import { recoverLeftPending } from "../../packages/payments/src/unresolved/recover.ts";
import { unauthenticated } from "../../packages/platform/src/audit/event.ts";
import type { Database } from "../../packages/platform/src/db/database.ts";
import { newLookupId } from "../../packages/platform/src/ids.ts";
import { createLog } from "../../packages/platform/src/log/log.ts";
import { createMerchant } from "../fixtures/builders.ts";
import { cardToken, cardWith } from "../fixtures/client.ts";
import { type TestClocks, testClocks } from "../fixtures/clock.ts";
import { oneProcessor } from "../fixtures/processors/one-processor.ts";
import { openTestTables, type TestTables } from "../fixtures/tables.ts";
import { type Fate, Mortality } from "./eft/mortal.ts";

// A gateway dies at each step of a link's payment, and another one goes on.

const good = "4111111111111111";
const asks = "4000000000001091";
const processorTimeoutMs = 10_000;
/** Longer than any claim, and than a payer has at the bank. */
const afterPayersTime = 16 * 60_000;

let tables: TestTables;
let clocks: TestClocks;
let merchant: Merchant;
let publicKey: string;
let bank: DemoBank;
let processWith: (database: Database, isMortal?: (processor: Processor) => Processor) => Payments;
let survivor: Payments;

beforeAll(async () => {
	tables = await openTestTables();
	clocks = testClocks();
	clocks.real.stop();
	clocks.business.stop();
	merchant = await createMerchant(tables.database, { three_d_secure: "auto" });
	const database = tables.database.withTables();
	const vault = await createVault({
		database,
		masterKey: generateMasterKey(),
		businessNow: () => clocks.business.now(),
		realNow: () => clocks.real.now(),
	});
	publicKey = await vault.publicKeyOf({ id: merchant.id, environment: "test" });
	bank = createDemoBank({
		url: "http://bank.localhost",
		mac: (message) => vault.mac("sandbox", message),
		now: () => clocks.real.now(),
	});
	const processor = new DemoProcessor({ database, now: () => clocks.business.now(), bank });
	processWith = (own, isMortal = (one) => one) =>
		createPayments({
			database: own,
			vault,
			clocks,
			log: createLog({ level: "silent" }),
			processorTimeoutMs,
			publicUrl: "https://pay.example",
			choice: oneProcessor(isMortal(processor)),
		});
	survivor = processWith(database);
});

afterAll(() => tables.drop());

/** Dies at a step; the processor's answers are steps, too. */
function mortalProcess(fate: Fate): { payments: Payments; life: Mortality } {
	const life = new Mortality(fate);
	const answered = async <Answer>(asked: Promise<Answer>): Promise<Answer> => {
		const answer = await asked;
		life.step();
		return answer;
	};
	const payments = processWith(tables.database.withTables().withPlugin(life), (processor) => {
		const { authentication } = processor;
		return {
			name: processor.name,
			submit: (request) => answered(processor.submit(request)),
			inquire: (request) => answered(processor.inquire(request)),
			...(authentication && {
				authentication: {
					complete: (request, fields) => answered(authentication.complete(request, fields)),
					abandon: (request) => answered(authentication.abandon(request)),
				},
			}),
		};
	});
	return { payments, life };
}

function newLink(): Promise<PaymentLink> {
	const now = clocks.business.now();
	return insertLink(tables.database.withTables(), {
		lookup_id: newLookupId(),
		merchant_id: merchant.id,
		user_id: null,
		operation: "sale",
		amount_cents: 3_100,
		currency: "CAD",
		description: "Walnut boards",
		invoice_id: newLookupId(),
		store_card: "never",
		created_at: now,
		expires_at: now + 30 * 86_400_000,
	});
}

async function read({ lookup_id }: PaymentLink): Promise<PaymentLink> {
	const link = await findLink(tables.database.withTables(), lookup_id);
	if (link === undefined) throw new Error("The link is gone.");
	return link;
}

/** The payer pays, and authenticates where the bank asks. */
async function pay(payments: Payments, link: PaymentLink, number: string): Promise<void> {
	const token = await cardToken(publicKey, cardWith(number), clocks.real.now());
	const payer = { email: null, keepsCard: false, isChallenged: false };
	const caller = {
		...unauthenticated({ clientAddress: "203.0.113.7", requestId: null }),
		clientAddress: "203.0.113.7",
	};
	const payment = { token, ...payer, caller };
	const { body } = await payLink({ payments }, await read(link), payment);
	if (body.transaction_result !== "PENDING") return;
	const cres = bank.answer({ reference: body.transaction_id }, "Y");
	await takeReturn(payments, body.transaction_id, { cres });
	await endPaidLink({ payments }, link.id);
}

/** All charges of a link at the processor, whatever the gateway knows of them. */
async function chargesAtProcessor({ invoice_id: invoiceId }: { invoice_id: string | null }): Promise<number> {
	const { taken } = await tables.database
		.selectFrom("demo_processor.journal")
		.innerJoin("transactions", "transactions.transaction_id", "demo_processor.journal.reference")
		.select(({ fn }) => fn.countAll<number>().as("taken"))
		.where("invoice_id", "=", invoiceId)
		.where("result", "=", "approved")
		.executeTakeFirstOrThrow();
	return Number(taken);
}

/** Returns `false` once a payment has fewer steps. */
async function diesWhilePaying(number: string, fate: Fate): Promise<boolean> {
	const link = await newLink();
	const { payments, life } = mortalProcess(fate);
	await pay(payments, link, number).catch((error: unknown) => {
		if (!life.hasCrashed) throw error;
	});
	// The first round may find that the bank asks, and then the payer has time.
	for (let round = 0; round < 2; round++) {
		clocks.real.advance(afterPayersTime);
		await recoverLeftPending(survivor);
	}
	await paidLinksJob({ payments: survivor, subscriptions: { ...survivor, renewNow } }).run();
	const taken = await chargesAtProcessor(link);
	expect(taken, JSON.stringify(fate)).toBeLessThanOrEqual(1);
	expect((await read(link)).status, JSON.stringify(fate)).toBe(taken === 1 ? "PAID" : "OPEN");
	const again = pay(survivor, link, good);
	if (taken === 1) await expect(again).rejects.toMatchObject({ reason: "link_not_open" });
	else await again;
	expect([(await read(link)).status, await chargesAtProcessor(link)]).toEqual(["PAID", 1]);
	return life.hasCrashed;
}

/** No link of this file has a plan. */
const renewNow = () => Promise.reject(new Error("A link without a plan renews nothing."));

test.each([
	["the bank asks nothing", good, "before", 8],
	["the bank asks nothing", good, "after", 8],
	["the payer authenticates", asks, "before", 15],
	["the payer authenticates", asks, "after", 15],
] as const)(
	"a link is charged once, and paid or open, when its gateway dies at any step and %s: %s, %s",
	async (_what, number, when, fewest) => {
		let statement = 1;
		while (await diesWhilePaying(number, { statement, when })) statement += 1;
		expect(statement).toBeGreaterThan(fewest);
	},
);
