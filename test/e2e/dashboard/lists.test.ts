import { expectFitsEveryWidth } from "../support/accessibility.ts";
import { type Desk, expect, test } from "../support/staff.ts";

const gateway = process.env.GATEWAY_URL ?? "";

/** Words without a place to break, and an address that fits no column on one line. */
const payer = {
	first_name: "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh",
	last_name: "Zuñiga",
	email: "caroline.featherstonehaugh@accounts.roasters.example",
	company: "Roasters",
};
const card = { card_number: "4111111111111111", card_expiry_month: "08", card_expiry_year: "31", cvv2: "123" };

/** Charges a few cards, so that the lists have rows with long values. */
async function fillLists(desk: Desk): Promise<void> {
	await desk.post("/customer-service/customer", payer);
	for (let count = 0; count < 8; count++) {
		const sale = await desk.post("/transaction-service/sale", {
			...card,
			...payer,
			amount: 999_999.99,
			sending_receipt: false,
		});
		if (count === 0) await desk.post(`/transaction-service/refund/${sale.transaction_id}`, { amount: 1_111.11 });
	}
}

/** Every list, by path, and its heading. */
const lists: Record<string, string> = {
	transactions: "Transactions",
	settlements: "Settlements",
	disputes: "Disputes",
	customers: "Customers",
	subscriptions: "Subscriptions",
	plans: "Plans",
	"payment-links": "Payment links",
	wallet: "Wallet",
	staff: "Staff",
	audit: "Audit",
	"settings/credentials": "API credentials",
	"settings/origins": "Allowed origins",
};

test("no list scrolls sideways, and amount and export are visible, in windows of every width", async ({
	desk,
	page,
}) => {
	await desk.signIn("/app/account");
	await fillLists(desk);
	for (const [path, heading] of Object.entries(lists)) {
		await page.goto(`${gateway}/app/${path}`);
		await expect(desk.heading(heading)).toBeVisible();
		await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
		await expectFitsEveryWidth(page, path, async () => {
			if (path !== "transactions") return;
			await expect(page.getByRole("link", { name: "Export as CSV" })).toBeInViewport({ ratio: 1 });
			await expect(page.getByText("$999,999.99 CAD").first()).toBeInViewport({ ratio: 1 });
		});
	}
});

test.describe("on a phone", () => {
	test.use({ viewport: { width: 390, height: 844 } });

	test("lists show at least six rows at once, also with long names", async ({ desk, page }) => {
		await desk.signIn("/app/account");
		await fillLists(desk);
		for (let count = 0; count < 7; count++) {
			const plan = { name: `Coffee of the month ${count}`, amount: 19, currency: "CAD", frequency: "MOTHLY" };
			await desk.post("/plan-service/plan", plan);
			await desk.post("/customer-service/customer", { ...payer, email: `ana${count}@example.com`, first_name: "Ana" });
		}
		for (const path of ["transactions", "customers", "audit"]) {
			await page.goto(`${gateway}/app/${path}`);
			await expect(page.locator("tbody tr").nth(6)).toBeAttached();
			// The longest time, so that the test does not depend on the hour.
			await page.locator("tbody time").evaluateAll((times) => {
				for (const time of times) time.textContent = "Sept 30, 2026, 12:58 p.m. EDT";
			});
			const barTop = (await page.getByRole("navigation", { name: "Pages", exact: true }).boundingBox())?.y ?? 0;
			const bottoms = await page
				.locator("tbody tr")
				.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom));
			expect(bottoms.filter((bottom) => bottom <= barTop).length, path).toBeGreaterThanOrEqual(6);
		}
	});
});

test("an email address in a list breaks between its words only", async ({ desk, page }) => {
	await page.setViewportSize({ width: 1280, height: 900 });
	await desk.signIn("/app/account");
	await fillLists(desk);
	await page.goto(`${gateway}/app/customers`);
	const address = page.locator("td .words", { hasText: payer.email }).first();
	const lines = await address.evaluate((element) => {
		const found: string[] = [];
		let top = Number.NaN;
		for (const node of element.childNodes) {
			for (let place = 0; place < (node.textContent ?? "").length; place++) {
				const range = document.createRange();
				range.setStart(node.firstChild ?? node, place);
				range.setEnd(node.firstChild ?? node, place + 1);
				const box = range.getBoundingClientRect();
				if (box.top !== top) found.push("");
				top = box.top;
				found.push((found.pop() ?? "") + range.toString());
			}
		}
		return found;
	});
	expect(lines.join("")).toBe(payer.email);
	for (const line of lines.slice(1)) expect(line, lines.join(" ")).toMatch(/^\.|^accounts/);
});

test("values of details begin at one edge", async ({ desk, page }) => {
	await desk.signIn("/app/account");
	const { transaction_id: id } = await desk.post("/transaction-service/sale", { ...card, ...payer, amount: 31 });
	await page.goto(`${gateway}/app/transactions/${id}`);
	const details = page.getByRole("region", { name: "Details" }).locator("dd");
	await expect(details.first()).toBeVisible();
	const edges = await details.evaluateAll((values) =>
		values.map((value) => {
			const range = document.createRange();
			range.selectNodeContents(value);
			return Math.round(range.getBoundingClientRect().left);
		}),
	);
	expect(new Set(edges).size).toBe(1);
});
