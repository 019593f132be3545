import { join } from "node:path";
import { expectNoAxeFinding, expectNoSidewaysScroll, lookAt } from "../support/accessibility.ts";
import { type Desk, expect, test } from "../support/staff.ts";

const pictures = join(import.meta.dirname, "../../../screenshots/dashboard");

/** 60 characters without a place to break. */
const longName = "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Zuñiga";

type Look = (state: string) => Promise<void>;

/** Visits every page and state, and calls `look` at each. */
const visits: Record<string, (desk: Desk, look: Look) => Promise<void>> = {
	async "taking a payment and refunding it"(desk, look) {
		const { page } = desk;
		await desk.signIn("/app/virtual-terminal");
		await expect(desk.card.number).toBeVisible();
		await look("terminal");
		await desk.charge({ amount: "31", name: longName });
		await expect(page.getByText("Charged $31.00")).toBeVisible();
		await page.getByRole("link", { name: "Show the transaction" }).click();
		await expect(desk.heading("Sale $31.00 CAD")).toBeVisible();
		await look("transaction");
		await page.getByRole("button", { name: "Refund", exact: true }).click();
		await look("refund");
	},
	async "what was taken"(desk, look) {
		const { page } = desk;
		await desk.signIn("/app/account");
		const card = { card_number: "4111111111111111", card_expiry_month: "08", card_expiry_year: "31", cvv2: "123" };
		await desk.post("/transaction-service/sale", { ...card, amount: 31, sending_receipt: false });
		await desk.open("Overview");
		await expect(page.locator(".uplot")).toBeVisible();
		await look("overview");
		await desk.open("Transactions");
		await page.getByText("Filters").click();
		await page.getByLabel("First name", { exact: true }).fill("Nobody");
		await page.getByRole("button", { name: "Apply" }).click();
		await expect(page.getByRole("heading", { name: "No transaction matches these filters" })).toBeVisible();
		await look("transactions-none");
		await page.route("**/app/api/transaction-service/**", (route) => route.abort());
		await page.reload();
		await expect(page.getByRole("alert")).toContainText("The service cannot be reached");
		await desk.openAccount();
		await look("transactions-unreachable");
	},
};

for (const [name, visit] of Object.entries(visits)) {
	test(`${name}: every state passes axe and fits the window`, async ({ desk, page }) => {
		desk.expectedInConsole.push(/ERR_FAILED/);
		await visit(desk, (state) => lookAt(page, pictures, state));
	});
}

test("the pages pass axe while the sandbox clock is moved", async ({ desk, page }) => {
	// Moving the clock itself would start renewals in other tests.
	await page.route("**/app/api/session", async (route) => {
		const response = await route.fetch();
		const session = await response.json();
		session.clock.ahead_ms = 86_400_000;
		await route.fulfill({ response, json: session });
	});
	await desk.signIn();
	for (const path of ["", "/transactions", "/virtual-terminal", "/wallet", "/settings", "/audit"]) {
		await page.goto(`${process.env.GATEWAY_URL}/app${path}`);
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
		await expect(page.getByText("The sandbox’s clock was moved.")).toBeVisible();
		await expectNoAxeFinding(page, `a moved clock, ${path}`);
	}
});

test.describe("at 400 % zoom (WCAG 1.4.10: 320 px wide), in French", () => {
	test.use({ viewport: { width: 320, height: 512 }, locale: "fr-CA" });

	test("every page fits without sideways scrolling, and is in French", async ({ desk, page }) => {
		await desk.signIn();
		await expect(desk.heading("Vue d’ensemble")).toBeVisible();
		for (const name of ["Terminal virtuel", "Transactions", "Vue d’ensemble"]) {
			await page.getByRole("navigation", { name: "Pages", exact: true }).getByRole("link", { name }).click();
			await expect(desk.heading(name)).toBeVisible();
			// Leaving during loading would abort the form's requests, and the browser would report errors.
			if (name === "Terminal virtuel") await expect(desk.card.number).toBeVisible();
			await expectNoSidewaysScroll(page, name);
		}
	});
});
