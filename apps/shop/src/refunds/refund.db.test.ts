import { describe, expect, test } from "vitest";
import { pending, useTestShop } from "../../../../test/fixtures/shop.ts";
import { pageWords } from "../locale/en/pages.ts";
import { type OperationKind, type Order, orderState, refundedCents } from "../orders/order.ts";
import { recoverAll } from "../orders/recover.ts";
import { operate, recoverOperation } from "./refund.ts";

const shop = useTestShop();

const words = pageWords.refunds;
const operation = /^POST \/transaction-service\/(?:capture|void|refund)/;

/** Orders and pays $31.00, or has it held; returns the order's id. */
async function payFor(hold = false): Promise<string> {
	const browser = shop.browser();
	const order = await browser.order("enamel-mug", hold ? { hold: "yes" } : {});
	await browser.pay(order);
	return order;
}

/** Takes a step as the page posts it. */
const take = (id: string, kind: OperationKind, amountCents: number, after: number) =>
	operate(shop.shop, id, { kind, amountCents, knownOperations: after });
const outcomes = ({ operations }: Order) => operations.map(({ outcome }) => outcome?.kind);
const kindsSent = () =>
	shop.sent.filter(({ method, path }) => operation.test(`${method} ${path}`)).map(({ path }) => path.split("/")[2]);

describe("a held amount", () => {
	test("is captured once, however often the button is pressed, and is paid then", async () => {
		const id = await payFor(true);
		const page = await shop.browser().page(`/orders/${id}`);
		for (const text of ["Amount held", "Capture $31.00", "Void the hold of $31.00 on Visa •••• 1111"]) {
			expect(page).toContain(text);
		}
		expect(page).not.toContain("Refund to");
		const capture = () => take(id, "capture", 31_00, 0);
		const orders = [...(await Promise.all([capture(), capture(), capture()])), await capture()];
		expect(new Set(orders.map(orderState))).toEqual(new Set(["paid"]));
		expect(shop.sentTo(/\/capture\//).map(({ key }) => key)).toEqual([`${id}-f1`]);
		expect(await shop.browser().page(`/orders/${id}`)).toContain(pageWords.payment.paid.title);
	});

	test("is voided, and then neither captured nor refunded", async () => {
		const id = await payFor(true);
		expect(orderState(await take(id, "void", 31_00, 0))).toBe("voided");
		for (const kind of ["capture", "refund"] as const) await take(id, kind, 31_00, 1);
		expect(kindsSent()).toEqual(["void"]);
		const page = await shop.browser().page(`/orders/${id}`);
		expect(page).toContain(pageWords.payment.voided.title);
		expect(page).not.toContain('method="post"');
	});

	test("is refunded by its capture, not by the hold", async () => {
		const id = await payFor(true);
		await take(id, "refund", 5_00, 0);
		const { operations } = await take(id, "capture", 31_00, 0);
		expect(outcomes(await take(id, "refund", 5_00, 1))).toEqual(["done", "done"]);
		const [capture] = operations;
		expect(shop.sentTo(/\/refund\//).map(({ path }) => path.split("/").at(-1))).toEqual([
			capture?.outcome?.kind === "done" && capture.outcome.transactionId,
		]);
	});

	test("is captured in full, whatever amount a form names", async () => {
		const id = await payFor(true);
		const answer = await shop.browser().post(`/orders/${id}/capture`, { known_count: "0", amount: "999" });
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, `/orders/${id}#refunds`]);
		expect(shop.sentTo(/\/capture\//)).toMatchObject([{ body: { amount: 31 } }]);
	});
});

describe("refunds", () => {
	test("together never exceed the payment", async () => {
		const id = await payFor();
		await shop.browser().post(`/orders/${id}/refund`, { known_count: "0", amount: "5.5" });
		const page = await shop.browser().page(`/orders/${id}`);
		expect(page).toMatch(/<dt>Refunded<\/dt><dd>\$5\.50<\/dd>/);
		expect(page).toContain('value="25.50"');
		await take(id, "refund", 27_00, 1);
		const after = await take(id, "refund", 25_50, 1);
		expect([refundedCents(after), outcomes(after)]).toEqual([31_00, ["done", "done"]]);
	});

	test("that the bank declines move nothing, and can be repeated", async () => {
		const id = await payFor();
		await take(id, "refund", 10_00, 0);
		const after = await take(id, "refund", 31_00, 1);
		expect([refundedCents(after), outcomes(after)]).toEqual([31_00, ["not_done", "done"]]);
	});

	test("from an old page are not made: the same form sent twice refunds once", async () => {
		const id = await payFor();
		for (let press = 0; press < 2; press++) await take(id, "refund", 5_00, 0);
		expect(kindsSent()).toEqual(["refund"]);
	});

	test.each(["", "0", "0.001", "-1", "31.01", "1e1", "1,00", "999999999"])("of %j are not made", async (amount) => {
		const id = await payFor();
		await shop.browser().post(`/orders/${id}/refund`, { known_count: "0", amount });
		expect(kindsSent()).toEqual([]);
	});

	test("X-24 from another site's page are refused, and so are forms that are none of ours", async () => {
		const id = await payFor();
		const crossSite = { "Sec-Fetch-Site": "cross-site" };
		const { post } = shop.browser();
		const answers = [
			await post(`/orders/${id}/refund`, { known_count: "0", amount: "5" }, crossSite),
			await post(`/orders/${id}/steal`, { known_count: "0" }),
			await post(`/orders/${id}/refund`, { amount: "5" }),
			await post(`/orders/${id}/refund`, { amount: "5", known_count: "x" }),
		];
		expect([answers.map(({ status }) => status), kindsSent()]).toEqual([[403, 404, 404, 404], []]);
	});
});

describe("an operation whose outcome is unknown", () => {
	/** An order with a refund of $5.00 whose answers were lost. */
	async function lostRefund(): Promise<string> {
		const id = await payFor();
		shop.fail(operation, "lose_answer", "lose_answer");
		await take(id, "refund", 5_00, 0);
		return id;
	}

	test("lets nothing else follow, and is asked about under its own key: done once", async () => {
		const id = await lostRefund();
		await take(id, "refund", 7_00, 1);
		expect(outcomes(await recoverOperation(shop.shop, id))).toEqual(["done"]);
		expect(new Set(shop.sentTo(/\/refund\//).map(({ key }) => key)).size).toBe(1);
		expect(await shop.charges(id)).toHaveLength(2);
	});

	test("is read by its transaction id once the gateway has named it, and the page offers no other", async () => {
		const id = await payFor();
		shop.fail(operation, pending);
		await take(id, "refund", 5_00, 0);
		const page = await shop.browser().page(`/orders/${id}`);
		expect(page).toContain(words.waiting);
		expect(page.slice(page.indexOf('id="refunds"'))).not.toContain('method="post"');
		expect(outcomes(await recoverOperation(shop.shop, id))).toEqual(["done"]);
		expect(kindsSent()).toEqual(["refund"]);
	});

	test("is not sent again after half a day, since the gateway may soon have forgotten its key", async () => {
		const id = await lostRefund();
		shop.clock.aheadMs = 12 * 3_600_000;
		expect(outcomes(await recoverOperation(shop.shop, id))).toEqual(["unknown"]);
		expect(kindsSent()).toHaveLength(2);
	});

	test("is not given up because the next try cannot be sent", async () => {
		const id = await lostRefund();
		shop.fail(operation, { status: 429, body: {} }, { status: 429, body: {} });
		expect(outcomes(await recoverOperation(shop.shop, id))).toEqual(["unknown"]);
	});

	test("is recovered after a restart in the middle of it", async () => {
		const id = await payFor(true);
		const dying = take(id, "capture", 31_00, 0);
		while (shop.get(id).operations.length === 0) await new Promise(setImmediate);
		shop.database.close();
		await dying.catch(() => undefined);
		await shop.restart();
		await recoverAll(shop.shop);
		expect(orderState(shop.get(id))).toBe("paid");
		expect(await shop.charges(id)).toHaveLength(2);
	});
});
