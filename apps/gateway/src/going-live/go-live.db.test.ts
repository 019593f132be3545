import { createVault, DemoProcessor, generateMasterKey } from "@cardseal/vault";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSessions, type StaffSession } from "../../../../packages/identity/src/staff/sessions/sessions.ts";
import { createMerchant } from "../../../../packages/merchants/src/create-merchant.ts";
import type { NewLogo } from "../../../../packages/merchants/src/logo/logo.store.ts";
import { readLogo } from "../../../../packages/merchants/src/logo/logo.ts";
import type { Merchant } from "../../../../packages/merchants/src/merchant.ts";
import { listMerchants } from "../../../../packages/merchants/src/merchants.store.ts";
import {
	listProcessorAccounts,
	updateProcessorAccount,
} from "../../../../packages/merchants/src/processor-accounts/processor-accounts.store.ts";
import { addProcessorAccount } from "../../../../packages/merchants/src/processor-accounts/processor-accounts.ts";
import { staffMember } from "../../../../packages/platform/src/audit/event.ts";
import type { Database } from "../../../../packages/platform/src/db/database.ts";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { insertPlan, insertStaff } from "../../../../test/fixtures/builders.ts";
import { testClocks } from "../../../../test/fixtures/clock.ts";
import { logos } from "../../../../test/fixtures/mail/pictures.ts";
import { farAccount, processors, testMemo } from "../../../../test/fixtures/processors/far.ts";
import { openTestTables, type TestTables } from "../../../../test/fixtures/tables.ts";
import { findCurrenciesWithoutAccount, findMissing, type GoingLive, goLive } from "./go-live.ts";

const clocks = testClocks();
const taxNumbers = [{ label: "GST/HST", number: "12345 6789 RT0001" }];
const logo = readLogo(logos["image/png"]) as NewLogo;
const caller = staffMember(1, { clientAddress: "192.0.2.1", requestId: "r" });

let tables: TestTables;
let goingLive: GoingLive;
let demo: Merchant;
let accountId: string;
let session: () => Promise<StaffSession>;

beforeEach(async () => {
	tables = await openTestTables();
	const database: Database = tables.database.withTables();
	const now = () => clocks.real.now();
	const vault = await createVault({
		database: tables.database.withTables(),
		masterKey: generateMasterKey(),
		businessNow: now,
		realNow: now,
	});
	goingLive = { database, vault, clocks, isSandbox: false, sendsMail: true };
	demo = await inTransaction((transaction) =>
		createMerchant(transaction, clocks, { name: "North Bakery", mode: "demo", timeZone: "America/Toronto" }, caller),
	);
	const settings = { contact_phone: "416 555-0100", currencies: ["CAD"], sends_receipts: false };
	await tables.database
		.updateTable("merchants")
		.set({ ...settings, tax_numbers: JSON.stringify(taxNumbers), language: "fr", card_testing_on: false })
		.execute();
	await tables.database
		.insertInto("merchant_logos")
		.values({ merchant_id: demo.id, ...logo })
		.execute();
	const owner = { merchant_id: demo.id, is_primary_owner: true, second_factor_secret: Buffer.from("sealed") };
	const staffId = await insertStaff(tables.database, owner);
	await insertStaff(tables.database, { merchant_id: demo.id, email: "bob@example.com" });
	accountId = await connectAccount();
	const sessions = createSessions(goingLive);
	const opening = { caller, clientAddress: "192.0.2.1", userAgent: "", secondFactorDone: true };
	const token = await inTransaction((transaction) =>
		sessions.open(transaction, { id: staffId, merchantId: demo.id }, opening),
	);
	session = async () => {
		const read = await sessions.read(token);
		if (read === undefined) throw new Error("The session has ended.");
		return read;
	};
});

afterEach(() => tables.drop());

function inTransaction<Value>(work: (transaction: Database) => Promise<Value>): Promise<Value> {
	return goingLive.database.transaction().execute((transaction: Database) => work(transaction));
}

async function connectAccount(currency = "CAD", memo = ""): Promise<string> {
	const fields = { ...farAccount(new DemoProcessor({ database: tables.database.withTables(), now: () => 0 })), memo };
	const adapters = new Map(processors.map((adapter) => [adapter.name, adapter]));
	const context = { ...goingLive, processors: adapters, processorTimeoutMs: 20_000 };
	const added = await addProcessorAccount(context, demo, { processor: "far", currency, fields }, caller);
	return added.account_id;
}

async function reasonOf(work: Promise<unknown>): Promise<unknown> {
	return work.then(
		() => undefined,
		(error: { reason: string }) => error.reason,
	);
}

const go = async () => goLive(goingLive, { session: await session(), caller });
const merchants = () => listMerchants(goingLive.database);
const mails = () =>
	tables.database
		.selectFrom("staff_notices")
		.select(["event", "merchant_id"])
		.where("event", "=", "merchant.went_live")
		.execute();

describe("taking an account live", () => {
	test("X-56 is refused while the gateway sends no mail, because owners would get no warnings", async () => {
		goingLive.sendsMail = false;
		expect(await findMissing(goingLive, await session())).toEqual(["mail"]);
		expect(await reasonOf(go())).toBe("live_requirement_missing");
		expect(await merchants()).toMatchObject([{ id: demo.id, mode: "demo" }]);
	});

	test("X-56 adds a live merchant with the settings and the processor accounts, and keeps the demo as its twin", async () => {
		expect(await findMissing(goingLive, await session())).toEqual([]);
		const live = await go();
		expect(live.publicId).not.toBe(demo.publicId);
		expect(await merchants()).toMatchObject([
			{ id: demo.id, mode: "demo" },
			{ id: live.id, mode: "live" },
		]);
		const row = await tables.database.selectFrom("merchants").selectAll().where("id", "=", live.id).executeTakeFirst();
		expect(row).toMatchObject({
			name: "North Bakery",
			time_zone: "America/Toronto",
			contact_phone: "416 555-0100",
			tax_numbers: taxNumbers,
			language: "fr",
			currencies: ["CAD"],
			sends_receipts: false,
			demo_twin_id: demo.id,
			// The mode decides, which protects live merchants.
			card_testing_on: null,
		});
		expect(
			await tables.database.selectFrom("merchant_logos").selectAll().where("merchant_id", "=", live.id).execute(),
		).toEqual([{ merchant_id: live.id, ...logo }]);
		expect(await listProcessorAccounts(goingLive.database, live.id)).toMatchObject([{ account_id: accountId }]);
		expect(await listProcessorAccounts(goingLive.database, demo.id)).toEqual([]);
		const [far] = processors;
		if (far === undefined) throw new Error("There is no processor.");
		await goingLive.vault.verifyProcessorAccount(far, { id: accountId, merchantId: live.id });
		expect(await session()).toMatchObject({ merchants: [{ id: demo.id }, { id: live.id }] });
		// A further one would charge nothing.
		expect(await reasonOf(connectAccount())).toBe("already_live");
		// The demo twin rehearses at a test system.
		await connectAccount("CAD", testMemo);
		expect(await listProcessorAccounts(goingLive.database, demo.id)).toMatchObject([{ is_test: true }]);
	});

	test("with prices in a currency without an account has to be confirmed, naming it", async () => {
		const database = tables.database;
		await insertPlan(database, { merchant_id: demo.id, currency: "CAD" });
		await insertPlan(database, { merchant_id: demo.id, currency: "USD" });
		await insertPlan(database, { merchant_id: demo.id, currency: "EUR", deleted_at: 1 });
		expect(await findCurrenciesWithoutAccount(goingLive, await session())).toEqual(["USD"]);
		const goWith = async (withoutAccount: string[]) =>
			goLive(goingLive, { session: await session(), caller, withoutAccount });
		expect(await reasonOf(go())).toBe("live_currencies_unconfirmed");
		expect(await reasonOf(goWith(["EUR"]))).toBe("live_currencies_unconfirmed");
		expect(await merchants()).toHaveLength(1);
		expect(await goWith(["USD"])).toMatchObject({ mode: "live" });
		expect(await findCurrenciesWithoutAccount(goingLive, await session())).toEqual([]);
	});

	test("X-56 leaves an audit event of the live merchant, and notifies every owner", async () => {
		const live = await go();
		expect(await auditEvents(tables.database, { type: "merchant.went_live" })).toMatchObject([
			{ object: live.publicId, details: { twin: demo.publicId }, actor_kind: "staff" },
		]);
		const event = { event: "merchant.went_live", merchant_id: live.id };
		expect(await mails()).toEqual([event, event]);
	});

	test("X-56 happens once: a second request is refused, and of two at once one", async () => {
		const before = await session();
		const answers = await Promise.all([reasonOf(go()), reasonOf(go()), reasonOf(go())]);
		expect(answers.sort()).toEqual(["already_live", "already_live", undefined]);
		expect(await reasonOf(go())).toBe("already_live");
		// A request that was read before the first one ended.
		expect(await reasonOf(goLive(goingLive, { session: before, caller }))).toBe("already_live");
		expect(await merchants()).toHaveLength(2);
		expect(await mails()).toHaveLength(2);
	});

	test("X-56 leaves nothing behind when its last statement fails", async () => {
		await sql`alter table mail_outbox add check (kind <> 'owner_notice' or reference = '') not valid`.execute(
			tables.database,
		);
		await expect(go()).rejects.toThrow(/mail_outbox/);
		expect(await merchants()).toMatchObject([{ id: demo.id }]);
		expect(await listProcessorAccounts(goingLive.database, demo.id)).toHaveLength(1);
		expect(await auditEvents(tables.database, { type: "merchant.went_live" })).toEqual([]);
	});

	test.each([
		["no verified account at a processor", "processor"],
		["no second factor", "second_factor"],
	] as const)("is refused with %s, which is said beforehand", async (_what, missing) => {
		if (missing === "processor")
			await updateProcessorAccount(goingLive.database, { merchantId: demo.id, accountId }, { verified_at: null });
		else await tables.database.updateTable("staff").set({ second_factor_secret: null }).execute();
		expect(await findMissing(goingLive, await session())).toEqual([missing]);
		expect(await reasonOf(go())).toBe("live_requirement_missing");
		expect(await merchants()).toHaveLength(1);
	});

	test("is refused with an account that its processor refused or of its test system, beside a verified one", async () => {
		const id = { merchantId: demo.id, accountId: await connectAccount("USD") };
		await updateProcessorAccount(goingLive.database, id, { verified_at: null });
		expect(await findMissing(goingLive, await session())).toEqual(["processor"]);
		expect(await reasonOf(go())).toBe("live_requirement_missing");
		await updateProcessorAccount(goingLive.database, id, { verified_at: 1, is_test: true });
		expect(await reasonOf(go())).toBe("live_requirement_missing");
		await updateProcessorAccount(goingLive.database, id, { is_test: false });
		expect(await findMissing(goingLive, await session())).toEqual([]);
	});

	test("X-55 is refused in a sandbox", async () => {
		const inSandbox = { ...goingLive, isSandbox: true };
		expect(await findMissing(inSandbox, await session())).toEqual(["production"]);
		expect(await reasonOf(goLive(inSandbox, { session: await session(), caller }))).toBe(
			"sandbox_without_live_merchants",
		);
	});

	test("is refused once the session has ended", async () => {
		const ended = await session();
		await tables.database.deleteFrom("staff_sessions").execute();
		expect(await reasonOf(goLive(goingLive, { session: ended, caller }))).toBe("session_expired");
		expect(await merchants()).toHaveLength(1);
	});
});
