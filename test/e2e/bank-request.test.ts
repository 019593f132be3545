import { expectNoAxeFinding, expectNoSidewaysScroll } from "./support/accessibility.ts";
import { payByLink } from "./support/bank-link.ts";
import { expect, payer, test, things } from "./support/shop.ts";

test.describe("on a phone", () => {
	test.use({ viewport: { width: 390, height: 844 } });

	test("an order paid by bank request waits for the payer, and then for the bank", async ({ shop, page, context }) => {
		await shop.order(things.approved);
		await page.getByRole("link", { name: "Pay from your bank account" }).click();
		await page.getByLabel("Name").fill(payer.name);
		await page.getByLabel("Email").fill("by-bank@example.com");
		await expectNoAxeFinding(page, "by bank");
		await expectNoSidewaysScroll(page, "by bank");
		await page.getByRole("button", { name: /^Email me a link to pay/ }).click();
		await expect(shop.heading("Check your email")).toBeVisible();
		await expectNoAxeFinding(page, "asked");

		const mailed = await context.newPage();
		await payByLink(mailed, "by-bank@example.com");
		await mailed.close();

		await expect(shop.heading("Your bank has yet to confirm")).toBeVisible({ timeout: 15_000 });
		await expectNoAxeFinding(page, "clearing");
		await expectNoSidewaysScroll(page, "clearing");
	});
});
