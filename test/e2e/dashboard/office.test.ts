import { expectNoAxeFinding, expectNoSidewaysScroll } from "../support/accessibility.ts";
import { expect, test } from "../support/staff.ts";

const gateway = process.env.GATEWAY_URL ?? "";

/** The pages that no other test checks, by their headings. Two tests, so that two browsers share them. */
const halves: Record<string, string>[] = [
	{ customers: "Customers", plans: "Plans", staff: "Staff", account: "Your account" },
	{
		settings: "Settings",
		"settings/keys": "Encryption keys",
		"settings/origins": "Allowed origins",
		"settings/partners": "Connected partners",
		"settings/processors": "Processors",
		audit: "Audit",
	},
];

test.describe("on a phone, in the dark", () => {
	test.use({ colorScheme: "dark", viewport: { width: 390, height: 844 } });

	test("the API documentation fits the window", async ({ page }) => {
		await page.goto(`${gateway}/docs`);
		await expect(page.getByRole("link", { name: "TransactionRecord" }).first()).toBeVisible();
		await expectNoSidewaysScroll(page, "docs");
	});

	for (const pages of halves) {
		test(`${Object.values(pages).join(", ")}: pass axe, fit the window, and show the gateway's data`, async ({
			desk,
			page,
		}) => {
			await desk.signIn("/app/account");
			for (const [path, heading] of Object.entries(pages)) {
				await page.goto(`${gateway}/app/${path}`);
				await expect(desk.heading(heading)).toBeVisible();
				await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
				await expect(page.getByRole("alert").filter({ hasText: /./ })).toHaveCount(0);
				await expectNoAxeFinding(page, path);
				await expectNoSidewaysScroll(page, path);
			}
		});
	}
});

test("the audit log tells amounts as money, links what it is about, and is filtered and exported", async ({
	desk,
	page,
}) => {
	await desk.signIn("/app/account");
	const card = { card_number: "4111111111111111", card_expiry_month: "08", card_expiry_year: "31", cvv2: "123" };
	const sale = await desk.post("/transaction-service/sale", { ...card, amount: 57, sending_receipt: false });
	await desk.post(`/transaction-service/refund/${sale.transaction_id}`, { amount: 17.17 });
	const row = page.getByRole("row", { name: /Refund requested/ }).filter({ hasText: "$17.17 CAD" });
	await expect(async () => {
		await page.goto(`${gateway}/app/audit?event=refund.requested`);
		await expect(row).toBeVisible({ timeout: 1_000 });
	}).toPass({ timeout: 15_000 });
	await expect(page.getByRole("row", { name: /Signed in/ })).toHaveCount(0);
	await expect(page.getByLabel("What")).toHaveValue("refund.requested");
	const download = page.waitForEvent("download");
	await page.getByRole("link", { name: "Export as CSV" }).click();
	expect((await download).suggestedFilename()).toBe("audit.csv");
	await row.getByRole("link", { name: "Transaction" }).last().click();
	await expect(desk.heading("Sale $57.00 CAD")).toBeVisible();
});
