import { DemoProcessor } from "@cardseal/vault";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startTestGateway, type TestGateway } from "../../../../../test/fixtures/gateway.ts";
import { processorAccountsOf } from "../../../../../test/fixtures/processors/accounts.ts";
import { closeFarAccount, farAccount, unreachableKey } from "../../../../../test/fixtures/processors/far.ts";
import { operator } from "../../audit/event.ts";
import type { Merchant } from "../merchant.ts";
import { listMerchants } from "../merchants.store.ts";
import { moveProcessorAccounts } from "./move-accounts.ts";
import { findProcessorAccount, hasVerifiedAccount, listProcessorAccounts } from "./processor-accounts.store.ts";
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
		expect(await hasVerifiedAccount(context.database, merchant.id)).toBe(true);
		expect(await hasVerifiedAccount(context.database, other.id)).toBe(false);
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

describe("a stored processor account", () => {
	test("counts as not verified once its processor refuses it", async () => {
		const fields = newFields();
		const { account_id: accountId } = await add({ fields });
		closeFarAccount(fields);
		const refusal = await refusalOf(verifyProcessorAccount(context, { merchantId: merchant.id, accountId }, caller));
		expect(refusal).toMatchObject({ status: 400, reason: "processor_account_refused" });
		expect(refusal.message).not.toContain(fields.api_key);
		expect(await hasVerifiedAccount(context.database, merchant.id)).toBe(false);
		expect(await count()).toBe(1);
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
