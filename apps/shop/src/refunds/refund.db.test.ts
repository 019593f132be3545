import { describe, expect, test } from "vitest";
import { useTestShop } from "../../../../test/fixtures/shop.ts";
import { pageWords } from "../locale/en/pages.ts";
import { listOperations, type OperationKind, operate, refundedCents } from "./refund.ts";

const shop = useTestShop();

const words = pageWords.refunds;
const operation = /^POST \/transaction-service\/(?:capture|void|refund)/;
const list = /^GET \/transaction-service\/transaction\?/;

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
const operationsOf = (id: string) => listOperations(shop.shop, shop.get(id));
const outcomes = async (id: string) => (await operationsOf(id)).map((one) => one.transaction_result);
const refunded = async (id: string) => refundedCents(await operationsOf(id));
const pageOf = (id: string) => shop.browser().page(`/orders/${id}`);
const kindsSent = () =>
	shop.sent.filter(({ method, path }) => operation.test(`${method} ${path}`)).map(({ path }) => path.split("/")[2]);

describe("a held amount", () => {
	test("is captured once, however often the button is pressed, and is paid then", async () => {
		const id = await payFor(true);
		const page = await pageOf(id);
		for (const text of ["Amount held", "Capture $31.00", "Void the hold of $31.00 on Visa •••• 1111"]) {
			expect(page).toContain(text);
		}
		expect(page).not.toContain("Refund to");
		const capture = () => take(id, "capture", 31_00, 0);
		await Promise.all([capture(), capture(), capture()]);
		await capture();
		expect(shop.sentTo(/\/capture\//).map(({ key }) => key)).toEqual([`${id}-f1`]);
		expect(await pageOf(id)).toContain(pageWords.payment.paid.title);
	});

	test("is voided, and then neither captured nor refunded", async () => {
		const id = await payFor(true);
		await take(id, "void", 31_00, 0);
		for (const kind of ["capture", "refund"] as const) await take(id, kind, 31_00, 1);
		expect(kindsSent()).toEqual(["void"]);
		const page = await pageOf(id);
		expect(page).toContain(pageWords.payment.voided.title);
		expect(page).not.toContain('method="post"');
	});

	test("is refunded by its capture, not by the hold", async () => {
		const id = await payFor(true);
		await take(id, "refund", 5_00, 0);
		await take(id, "capture", 31_00, 0);
		await take(id, "refund", 5_00, 1);
		expect(await outcomes(id)).toEqual(["APPROVED", "APPROVED"]);
		const [capture] = await operationsOf(id);
		const originals = shop.sentTo(/\/refund\//).map(({ path }) => path.split("/").at(-1));
		expect(originals).toEqual([capture?.transaction_id]);
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
		const page = await pageOf(id);
		expect(page).toMatch(/<dt>Refunded<\/dt><dd>\$5\.50<\/dd>/);
		expect(page).toContain('value="25.50"');
		await take(id, "refund", 27_00, 1);
		await take(id, "refund", 25_50, 1);
		expect([await refunded(id), await outcomes(id)]).toEqual([31_00, ["APPROVED", "APPROVED"]]);
	});

	test("that the bank declines move nothing, and can be repeated", async () => {
		const id = await payFor();
		await take(id, "refund", 10_00, 0);
		await take(id, "refund", 31_00, 1);
		expect([await refunded(id), await outcomes(id)]).toEqual([31_00, ["DECLINED", "APPROVED"]]);
	});

	test("from an old page are not made: the same form sent twice refunds once", async () => {
		const id = await payFor();
		for (let press = 0; press < 2; press++) await take(id, "refund", 5_00, 0);
		expect(kindsSent()).toEqual(["refund"]);
	});

	test.each(["", "0", "0.001", "-1", "31.01", "1e1", "1,000", "999999999"])("of %j are not made", async (amount) => {
		const id = await payFor();
		await shop.browser().post(`/orders/${id}/refund`, { known_count: "0", amount });
		expect(kindsSent()).toEqual([]);
	});

	test("of an amount as French pages show it are made", async () => {
		const id = await payFor();
		await shop.browser().post(`/orders/${id}/refund`, { known_count: "0", amount: "5,50" });
		expect(await refunded(id)).toBe(5_50);
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
	test("is shown by the gateway's records, also when its answers were lost: done once", async () => {
		const id = await payFor();
		shop.fail(operation, "lose_answer", "lose_answer");
		expect(await take(id, "refund", 5_00, 0)).toBe(false);
		await take(id, "refund", 5_00, 0);
		expect(await pageOf(id)).toMatch(/<dt>Refunded<\/dt><dd>\$5\.00<\/dd>/);
		expect(new Set(shop.sentTo(/\/refund\//).map(({ key }) => key)).size).toBe(1);
		expect(await shop.charges(id)).toHaveLength(2);
	});

	test("is tried again under the same key when it was never received", async () => {
		const id = await payFor();
		shop.fail(operation, "lose_request", "lose_request");
		const answer = await shop.browser().post(`/orders/${id}/refund`, { known_count: "0", amount: "5" });
		expect(await shop.browser().page(answer.headers.get("Location") ?? "")).toContain(words.failed);
		await take(id, "refund", 5_00, 0);
		expect(await refunded(id)).toBe(5_00);
		expect(new Set(shop.sentTo(/\/refund\//).map(({ key }) => key)).size).toBe(1);
	});

	test("lets nothing else follow, and the page offers no other", async () => {
		const id = await payFor();
		await take(id, "refund", 5_00, 0);
		const { entities } = await shop.shop.client.get("/transaction-service/transaction", { query: { limit: 100 } });
		const waiting = entities.map((one) => ({ ...one, transaction_result: "PENDING" }));
		shop.fail(list, { change: { entities: waiting } }, { change: { entities: waiting } });
		await take(id, "refund", 7_00, 1);
		const page = await pageOf(id);
		expect(page).toContain(words.waiting);
		expect(page.slice(page.indexOf('id="refunds"'))).not.toContain('method="post"');
		expect(kindsSent()).toEqual(["refund"]);
	});

	test("shows the receipt without refunds while the gateway does not answer", async () => {
		const id = await payFor();
		shop.fail(list, "lose_answer", "lose_answer");
		const page = await pageOf(id);
		expect(page).toContain(pageWords.payment.paid.title);
		expect(page).not.toContain('id="refunds"');
	});
});
