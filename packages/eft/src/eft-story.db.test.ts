import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Client, signIn } from "../../../test/fixtures/client.ts";
import { accounts, balancesOf, eftPath, newPayee, passTime, railDelayMs } from "../../../test/fixtures/eft/eft.ts";
import { askFor, linkIn, payBy } from "../../../test/fixtures/eft/requests.ts";
import { startTestGateway, type TestGateway } from "../../../test/fixtures/gateway.ts";
import { signInStaff } from "../../../test/fixtures/staff/staff-browser.ts";
import { signInMember } from "../../../test/fixtures/staff/staff-member.ts";
import { verifyLedger } from "./wallet/verify-ledger.store.ts";

// Two merchants with $1,000.00 each. Each test continues after the one before; the balances were computed by hand.

let gateway: TestGateway;
let maple: Client;
let harbour: Client;

beforeAll(async () => {
	gateway = await startTestGateway();
	gateway.clocks.business.stop();
	maple = await signIn(gateway.url, gateway.merchant);
	harbour = await signIn(gateway.url, gateway.secondMerchant);
});

afterAll(() => gateway.stop());

/** The expected balances of both wallets, in dollars; unnamed ones are zero. */
interface Paper {
	maple: { actual: number; held?: number; uncleared?: number };
	harbour: number;
}

async function expectOnPaper({ maple: { actual, held = 0, uncleared = 0 }, harbour: theirs }: Paper): Promise<void> {
	expect(await balancesOf(maple)).toEqual({
		actual_balance: actual,
		available_balance: actual - held - uncleared,
		...(held > 0 && { held_balance: held }),
		...(uncleared > 0 && { uncleared_balance: uncleared }),
	});
	expect(await balancesOf(harbour)).toEqual({ actual_balance: theirs, available_balance: theirs });
	const { differences } = await verifyLedger(gateway.database.tables.withTables());
	expect(differences).toEqual([]);
}

async function send(amount: number, account: (typeof accounts)[keyof typeof accounts]): Promise<string> {
	const path = `${eftPath}/send/${await newPayee(maple)}`;
	const { status, body, text } = await maple.post(path, { amount, description: "Timber", ...account });
	expect(status, text).toBe(200);
	return String(body.transaction_id);
}

async function endOf(transactionId: string) {
	const { body } = await maple.get(`${eftPath}/transaction/${transactionId}`);
	return [body.transaction_result, body.return_code];
}

describe("S-23 S-25 the ledger is consistent and balances are as computed by hand", () => {
	test("when both wallets are open", async () => {
		await expectOnPaper({ maple: { actual: 1_000 }, harbour: 1_000 });
	});

	let link: string;

	test("after a request for 200.00, before the customer answers", async () => {
		link = await linkIn(gateway, await askFor(maple, "ada@example.com", { amount: 200 }));
		await expectOnPaper({ maple: { actual: 1_000 }, harbour: 1_000 });
	});

	test("after the customer pays, and after their bank pays", async () => {
		await payBy(gateway, link, accounts.good);
		await expectOnPaper({ maple: { actual: 1_200, uncleared: 200 }, harbour: 1_000 });
		await passTime(maple, railDelayMs);
		await expectOnPaper({ maple: { actual: 1_200 }, harbour: 1_000 });
	});

	test("after staff of another merchant pay a request for 50.00 from its wallet", async () => {
		await askFor(maple, gateway.demo.second_merchant.email, { amount: 50 });
		const { body } = await harbour.get(`${eftPath}/incoming-requests`);
		const [{ redirect_url: address }] = body.incoming_requests as [{ redirect_url: string }];
		const staff = await signInStaff(gateway.url, gateway.demo.second_merchant);
		await staff.get(new URL(address).pathname);
		expect((await staff.submit({ answer: "pay", password: gateway.demo.second_merchant.password })).status).toBe(303);
		await expectOnPaper({ maple: { actual: 1_250 }, harbour: 950 });
	});

	test("after sends of 300.00 and 25.00, and after one settles and the other returns as NSF", async () => {
		const arrives = await send(300, accounts.good);
		const comesBack = await send(25, accounts.returned);
		await expectOnPaper({ maple: { actual: 1_250, held: 325 }, harbour: 950 });
		await passTime(maple, railDelayMs);
		expect(await endOf(arrives)).toEqual(["APPROVED", null]);
		expect(await endOf(comesBack)).toEqual(["DECLINED", "901"]);
		await expectOnPaper({ maple: { actual: 950 }, harbour: 950 });
	});

	test("S-24 after a deposit of 450.00 to the linked bank account, and after it settles", async () => {
		const owner = await signInMember(gateway);
		const linked = { ...accounts.good, holder_name: "Maple & Main Inc." };
		expect((await owner.send("PUT", "/settings/bank-account", linked)).status).toBe(200);
		// An account takes withdrawals a day after it was linked.
		await passTime(maple, 86_400_000);
		expect((await maple.post(`${eftPath}/bank-deposit`, { amount: 450 })).status).toBe(200);
		await expectOnPaper({ maple: { actual: 950, held: 450 }, harbour: 950 });
		await passTime(maple, railDelayMs);
		await expectOnPaper({ maple: { actual: 500 }, harbour: 950 });
	});

	test("after a customer's bank returns a payment", async () => {
		const request = await askFor(maple, "bob@example.com", { amount: 75 });
		await payBy(gateway, await linkIn(gateway, request), accounts.returned);
		await expectOnPaper({ maple: { actual: 575, uncleared: 75 }, harbour: 950 });
		await passTime(maple, railDelayMs);
		expect(await endOf(String(request.transaction_id))).toEqual(["DECLINED", "901"]);
		await expectOnPaper({ maple: { actual: 500 }, harbour: 950 });
	});
});
