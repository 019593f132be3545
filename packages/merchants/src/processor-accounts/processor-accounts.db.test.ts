import { AccountRefused, DemoProcessor, type ProcessorAdapter } from "@cardseal/vault";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "../../../../test/fixtures/audit-events.ts";
import { startTestGateway, type TestGateway } from "../../../../test/fixtures/gateway.ts";
import { approvedTransaction } from "../../../../test/fixtures/payments/transaction.ts";
import { processorAccountsOf } from "../../../../test/fixtures/processors/accounts.ts";
import { closeFarAccount, farAccount, testMemo, unreachableKey } from "../../../../test/fixtures/processors/far.ts";
import { operator } from "../../../platform/src/audit/event.ts";
import { newLookupId } from "../../../platform/src/ids.ts";
import type { Merchant } from "../merchant.ts";
import { listMerchants } from "../merchants.store.ts";
import { changeProcessorAccount } from "./change-account.ts";
import { moveProcessorAccounts } from "./move-accounts.ts";
import {
	findProcessorAccount,
	hasLiveAccounts,
	listProcessorAccounts,
	maximumChecks,
} from "./processor-accounts.store.ts";
import {
	addProcessorAccount,
	type NewProcessorAccount,
	type ProcessorAccounts,
	removeProcessorAccount,
	verifyProcessorAccount,
} from "./processor-accounts.ts";

const caller = operator("ada");

let gateway: TestGateway;
let context: ProcessorAccounts;
let merchant: Merchant;
let other: Merchant;

beforeAll(async () => {
	gateway = await startTestGateway();
	context = await processorAccountsOf(gateway.database, gateway.clocks);
	const [first, second] = await listMerchants(context.database);
	if (first === undefined || second === undefined) throw new Error("A sandbox has two merchants.");
	[merchant, other] = [first, second];
});

afterAll(() => gateway.stop());

beforeEach(async () => {
	gateway.clocks.real.advance(3_600_000);
	for (const { id } of [merchant, other]) {
		for (const { account_id: accountId } of await listProcessorAccounts(context.database, id)) {
			await removeProcessorAccount(context, { merchantId: id, accountId }, { reason: "the test is over", caller });
		}
	}
});

const newFields = () => farAccount(new DemoProcessor({ database: context.database.withTables(), now: () => 0 }));

function add(changes: Partial<NewProcessorAccount> = {}) {
	const wanted = { processor: "far", currency: "CAD", fields: newFields(), ...changes };
	return addProcessorAccount(context, merchant, wanted, caller);
}

async function refusalOf(work: Promise<unknown>): Promise<{ status: number; reason: string; message: string }> {
	const problem = await work.then(
		() => undefined,
		(error: unknown) => error,
	);
	return problem as { status: number; reason: string; message: string };
}

const count = async () => (await listProcessorAccounts(context.database, merchant.id)).length;

describe("adding a processor account", () => {
	test("stores the shown fields here and every field in the vault", async () => {
		const fields = newFields();
		const account = await add({ fields });
		expect(account).toMatchObject({ processor: "far", currency: "CAD", removed_at: null });
		expect(account.shown_fields).toEqual({ merchant_number: fields.merchant_number });
		expect(account.verified_at).toBe(account.created_at);
		const id = { merchantId: merchant.id, accountId: account.account_id };
		expect(await findProcessorAccount(context.database, id)).toEqual(account);
		expect(await findProcessorAccount(context.database, { ...id, merchantId: other.id })).toBeUndefined();
		// The processor knows the stored key.
		const checked = await verifyProcessorAccount(context, id, caller);
		expect(checked).toEqual({ ...account, verified_at: expect.any(Number) });
		expect(await hasLiveAccounts(context.database, merchant.id)).toBe(true);
		expect(await hasLiveAccounts(context.database, other.id)).toBe(false);
	});

	test("of two for one currency, also at once, one is refused", async () => {
		const results = await Promise.allSettled([add(), add(), add({ currency: "USD" })]);
		expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "fulfilled", "rejected"]);
		expect(await count()).toBe(2);
		expect(await refusalOf(add())).toMatchObject({ status: 409, reason: "processor_account_exists" });
	});

	test("saves nothing that its processor refuses, and repeats no secret", async () => {
		const fields = { merchant_number: "MN-0", api_key: "an unknown/key+of=nobody" };
		const refusal = await refusalOf(add({ fields }));
		expect(refusal).toMatchObject({ status: 400, reason: "processor_account_refused" });
		expect(refusal.message).toBe("Far Payments refused the account: Unknown key [secret] ([secret]).");
		expect(await count()).toBe(0);
	});

	test("names a processor that cannot be reached, without a secret in the cause", async () => {
		const refusal = await refusalOf(add({ fields: { merchant_number: "MN-0", api_key: unreachableKey } }));
		expect(refusal).toMatchObject({ status: 503, reason: "processor_unreachable" });
		const { cause } = refusal as unknown as { cause: Error & { cause: Error } };
		expect(cause.message).toBe("fetch failed: https://far.example?key=[secret]");
		expect(cause.cause.message).toBe("connect ECONNREFUSED [secret]");
		expect(`${cause.stack}${cause.cause.stack}`).not.toContain("key&of");
		expect(await count()).toBe(0);
	});

	test("names a processor that does not answer in time", async () => {
		const adapter = { ...context.processors.get("far"), verify: () => new Promise(() => undefined) };
		const processors = new Map([["far", adapter]]) as unknown as ProcessorAccounts["processors"];
		const wanted = { processor: "far", currency: "CAD", fields: newFields() };
		const late = addProcessorAccount({ ...context, processors, processorTimeoutMs: 10 }, merchant, wanted, caller);
		expect(await refusalOf(late)).toMatchObject({ status: 503, reason: "processor_unreachable" });
	});

	test.each([
		["an unknown processor", { processor: "near" }, "processor", "processor_unknown"],
		["the demo processor", { processor: "demo" }, "processor", "processor_unknown"],
		["a currency that is not enabled", { currency: "XXX" }, "currency", "currency_not_enabled"],
		["a missing field", { fields: { merchant_number: "MN-1" } }, "fields.api_key", "field_required"],
		["an empty field", { fields: { merchant_number: " ", api_key: "k" } }, "fields.merchant_number", "field_required"],
		["an unknown field", { fields: { merchant_number: "1", api_key: "k", key: "k" } }, "fields", "field_invalid"],
		[
			"a card number in a shown field",
			{ fields: { merchant_number: "4111111111111111", api_key: "k" } },
			"fields.merchant_number",
			"field_invalid",
		],
		[
			"a secret that is too long",
			{ fields: { merchant_number: "1", api_key: "k".repeat(8_193) } },
			"fields.api_key",
			"field_invalid",
		],
	])("refuses %s", async (_case, changes, field, reason) => {
		const refusal = await refusalOf(add(changes));
		expect(refusal).toMatchObject({ status: 400, errors: [expect.objectContaining({ field, reason })] });
		expect(await count()).toBe(0);
	});

	test("X-55 is refused in a sandbox", async () => {
		const wanted = { processor: "far", currency: "CAD", fields: newFields() };
		const refused = addProcessorAccount({ ...context, isSandbox: true }, merchant, wanted, caller);
		expect(await refusalOf(refused)).toMatchObject({ status: 409, reason: "sandbox_without_processors" });
		expect(await count()).toBe(0);
	});
});

describe("an account that another merchant has at the same processor", () => {
	const addTo = (to: Merchant, fields: Record<string, string>, currency = "CAD") =>
		addProcessorAccount(context, to, { processor: "far", currency, fields }, caller);

	test("X-01 is refused, also of two at once, since each would see the other's settlements", async () => {
		const fields = newFields();
		const results = await Promise.allSettled([addTo(merchant, fields), addTo(other, fields)]);
		expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
		const owner = results[0]?.status === "fulfilled" ? merchant : other;
		const stranger = owner === merchant ? other : merchant;
		expect(await refusalOf(addTo(stranger, fields))).toMatchObject({ status: 409, reason: "processor_account_taken" });
		// The same merchant may use the account for another currency.
		expect(await addTo(owner, fields, "USD")).toMatchObject({ currency: "USD" });
	});

	test("may be added once it was removed without a charge, and not after one", async () => {
		const fields = newFields();
		const removal = { reason: "the wrong merchant", caller };
		const first = await addTo(other, fields);
		await removeProcessorAccount(context, { merchantId: other.id, accountId: first.account_id }, removal);
		const second = await addTo(merchant, fields);
		const { id: _id, ...charge } = approvedTransaction({
			transaction_id: newLookupId(),
			merchant_id: merchant.id,
			processor: "far",
			processor_account: second.account_id,
		});
		await gateway.database.tables.insertInto("transactions").values(charge).execute();
		await removeProcessorAccount(context, { merchantId: merchant.id, accountId: second.account_id }, removal);
		expect(await refusalOf(addTo(other, fields))).toMatchObject({ reason: "processor_account_taken" });
	});
});

describe("changing a processor account", () => {
	const change = (accountId: string, fields: Record<string, string>, merchantId = merchant.id) =>
		changeProcessorAccount(context, { merchantId, accountId }, { fields, caller });

	test("replaces a rotated key, keeps id and other fields, and removes an optional one", async () => {
		const processor = new DemoProcessor({ database: context.database.withTables(), now: () => 0 });
		const old = farAccount(processor);
		const { api_key } = farAccount(processor);
		const { account_id: accountId } = await add({ fields: { ...old, memo: "Main shop" } });
		const changed = await change(accountId, { api_key, merchant_number: old.merchant_number, memo: "" });
		expect(changed).toMatchObject({ account_id: accountId, verified_at: expect.any(Number) });
		expect(changed.shown_fields).toEqual({ merchant_number: old.merchant_number });
		closeFarAccount(old);
		// The processor knows the new key alone.
		const verified = await verifyProcessorAccount(context, { merchantId: merchant.id, accountId }, caller);
		expect(verified.shown_fields).toEqual(changed.shown_fields);
	});

	test("saves nothing that its processor refuses", async () => {
		const { account_id: accountId } = await add({ fields: { ...newFields(), memo: "Main shop" } });
		const refused = change(accountId, { api_key: "an unknown/key+of=nobody", memo: "Second shop" });
		expect(await refusalOf(refused)).toMatchObject({ status: 400, reason: "processor_account_refused" });
		const verified = await verifyProcessorAccount(context, { merchantId: merchant.id, accountId }, caller);
		expect(verified.shown_fields).toMatchObject({ memo: "Main shop" });
	});

	test("of two changes at once saves one: nobody checked both together", async () => {
		const { account_id: accountId } = await add();
		const both = [change(accountId, { api_key: newFields().api_key }), change(accountId, { memo: "Main shop" })];
		const results = await Promise.allSettled(both);
		const reasons = results.flatMap((result) => (result.status === "rejected" ? [result.reason.reason] : []));
		expect(reasons.every((reason) => reason === "processor_account_changed")).toBe(true);
		const [key, memo] = results;
		const id = { merchantId: merchant.id, accountId };
		const { shown_fields: shown } = (await findProcessorAccount(context.database, id)) ?? { shown_fields: {} };
		expect("memo" in shown).toBe(memo?.status === "fulfilled");
		expect([key, memo].some((result) => result?.status === "fulfilled")).toBe(true);
	});

	test.each([
		["another merchant number", { merchant_number: "MN-999" }, "fields.merchant_number"],
		["an empty required field", { api_key: " " }, "fields.api_key"],
		["an unknown field", { key: "k" }, "fields"],
		["nothing", {}, "fields"],
	])("refuses %s", async (_case, fields, field) => {
		const { account_id: accountId } = await add();
		const refusal = await refusalOf(change(accountId, fields as Record<string, string>));
		expect(refusal).toMatchObject({ status: 400, errors: [expect.objectContaining({ field })] });
	});

	test("of another merchant's account finds none", async () => {
		const { account_id: accountId } = await add();
		const { api_key } = newFields();
		expect(await refusalOf(change(accountId, { api_key }, other.id))).toMatchObject({ status: 404 });
	});
});

describe("X-55 an account of the processor's test system", () => {
	const ofTestSystem = { memo: testMemo };
	const setMode = (mode: "demo" | "live") =>
		gateway.database.tables.updateTable("merchants").set({ mode }).where("id", "=", merchant.id).execute();
	const isTest = { status: 400, reason: "processor_account_is_test" };

	afterEach(() => setMode("demo"));

	test("is refused to a live merchant, also by a change", async () => {
		await setMode("live");
		const wanted = { processor: "far", currency: "CAD", fields: { ...newFields(), ...ofTestSystem } };
		const live: Merchant = { ...merchant, mode: "live" };
		expect(await refusalOf(addProcessorAccount(context, live, wanted, caller))).toMatchObject(isTest);
		expect(await count()).toBe(0);
		const { account_id: accountId, verified_at } = await add();
		const id = { merchantId: merchant.id, accountId };
		expect(await refusalOf(changeProcessorAccount(context, id, { fields: ofTestSystem, caller }))).toMatchObject(
			isTest,
		);
		expect(await findProcessorAccount(context.database, id)).toMatchObject({ verified_at, is_test: false });
	});

	test("is stored for a demo merchant, and a check at a live one counts it as not verified", async () => {
		const { account_id: accountId, ...added } = await add({ fields: { ...newFields(), ...ofTestSystem } });
		expect(added.is_test).toBe(true);
		expect(await hasLiveAccounts(context.database, merchant.id)).toBe(false);
		const id = { merchantId: merchant.id, accountId };
		expect(await verifyProcessorAccount(context, id, caller)).toMatchObject({ is_test: true });
		await setMode("live");
		expect(await refusalOf(verifyProcessorAccount(context, id, caller))).toMatchObject(isTest);
		expect(await findProcessorAccount(context.database, id)).toMatchObject({ verified_at: null });
		const changed = await changeProcessorAccount(context, id, { fields: { memo: "" }, caller });
		expect(changed).toMatchObject({ is_test: false, verified_at: expect.any(Number) });
	});
});

test("a merchant's checks are limited in an hour, whichever way they are asked for, and others' are not", async () => {
	const { account_id: accountId } = await add();
	const verify = () => verifyProcessorAccount(context, { merchantId: merchant.id, accountId }, caller);
	for (let checks = 1; checks < maximumChecks; checks++) await verify();
	const id = { merchantId: merchant.id, accountId };
	const changed = changeProcessorAccount(context, id, { fields: { memo: "Main shop" }, caller });
	const refused = await Promise.all([verify(), add({ currency: "USD" }), changed].map(refusalOf));
	expect(refused.map(({ status }) => status)).toEqual([429, 429, 429]);
	const wanted = { processor: "far", currency: "CAD", fields: newFields() };
	expect(await addProcessorAccount(context, other, wanted, caller)).toMatchObject({ currency: "CAD" });
	gateway.clocks.real.advance(3_600_000);
	expect(await verify()).toMatchObject({ account_id: accountId });
});

describe("a stored processor account", () => {
	test("counts as not verified once its processor refuses it", async () => {
		const fields = newFields();
		const { account_id: accountId } = await add({ fields });
		closeFarAccount(fields);
		const refusal = await refusalOf(verifyProcessorAccount(context, { merchantId: merchant.id, accountId }, caller));
		expect(refusal).toMatchObject({ status: 400, reason: "processor_account_refused" });
		expect(refusal.message).not.toContain(fields.api_key);
		expect(await hasLiveAccounts(context.database, merchant.id)).toBe(false);
		expect(await count()).toBe(1);
	});

	test.each([
		["confirmed", true],
		["refused", false],
	])("that is changed during its check keeps the result of the change: %s", async (_result, isConfirmed) => {
		const fields = newFields();
		const { account_id: accountId } = await add({ fields });
		const id = { merchantId: merchant.id, accountId };
		const far = context.processors.get("far");
		if (far === undefined) throw new Error("There is no processor.");
		const { api_key } = newFields();
		const changing: ProcessorAdapter = {
			...far,
			async verify(account) {
				await changeProcessorAccount(context, id, { fields: { api_key }, caller });
				if (!isConfirmed) throw new AccountRefused("The old key is revoked.");
				await far.verify(account);
			},
		};
		const checking = { ...context, processors: new Map([["far", changing]]) };
		const refusal = await refusalOf(verifyProcessorAccount(checking, id, caller));
		expect(refusal).toMatchObject({ status: 409, reason: "processor_account_changed" });
		const account = await findProcessorAccount(context.database, id);
		expect(account?.verified_at).toEqual(expect.any(Number));
		const types = (await auditEvents(gateway.database.tables, { object: accountId })).map(({ type }) => type);
		expect(types).toEqual(["processor_account.added", "processor_account.changed"]);
	});

	test("is neither checked nor removed by another merchant, or twice", async () => {
		const { account_id: accountId } = await add();
		const removal = { reason: "closed", caller };
		for (const merchantId of [other.id, merchant.id]) {
			if (merchantId === merchant.id) await removeProcessorAccount(context, { merchantId, accountId }, removal);
			const id = { merchantId, accountId };
			expect(await refusalOf(verifyProcessorAccount(context, id, caller))).toMatchObject({ status: 404 });
			expect(await refusalOf(removeProcessorAccount(context, id, removal))).toMatchObject({ status: 404 });
		}
	});

	test("moves to another merchant with its secrets", async () => {
		const { account_id: accountId } = await add();
		const move = { from: merchant.id, to: other.id };
		const moved = await context.database
			.transaction()
			.execute((transaction) => moveProcessorAccounts(transaction, context.vault, move));
		expect(moved).toBe(1);
		expect(await count()).toBe(0);
		const account = await verifyProcessorAccount(context, { merchantId: other.id, accountId }, caller);
		expect(account).toMatchObject({ merchant_id: other.id, currency: "CAD" });
	});
});
