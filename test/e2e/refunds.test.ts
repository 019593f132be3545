import { join } from "node:path";
import { expectNoAxeFinding, expectNoSidewaysScroll, savePicture, tabTo } from "./support/accessibility.ts";
import { expect, ordinaryCard, type Shop, test, things } from "./support/shop.ts";

const pictures = join(import.meta.dirname, "../../screenshots/shop");

/** Takes screenshots at both widths, and checks the page with axe and for sideways scrolling. */
async function look({ page }: Shop, state: string): Promise<void> {
	for (const width of [390, 1280]) {
		await page.setViewportSize({ width, height: 900 });
		await savePicture(page, join(pictures, `${state}-${width}-light.png`), { fullPage: true });
		await expectNoAxeFinding(page, state);
		await expectNoSidewaysScroll(page, state);
	}
}

test("a held amount is captured and refunded in part, by keyboard alone", async ({ shop, page }) => {
	await shop.hold(things.approved, ordinaryCard.number);
	await expect(shop.heading("Amount held")).toBeVisible();
	await tabTo(page, /^Capture \$31\.00$/);
	await page.keyboard.press("Enter");
	await expect(shop.heading("Payment received")).toBeVisible();
	const amount = page.getByLabel("Amount to refund");
	await tabTo(page, /^Amount to refund$/);
	await page.keyboard.type("5");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("main")).toContainText(/Refunded\s*\$5\.00/);
	await expect(amount).toHaveValue("26.00");
	await look(shop, "refunded");
});

test("a hold is voided, and the payer reads that nothing was charged", async ({ shop, page }) => {
	await shop.hold(things.approved, ordinaryCard.number);
	await expect(shop.heading("Amount held")).toBeVisible();
	await look(shop, "held");
	await page.getByRole("button", { name: "Void the hold of $31.00 on Visa •••• 1111" }).click();
	await expect(shop.heading("Hold released")).toBeVisible();
	await expect(page.getByRole("main")).toContainText("Nothing was charged.");
	await expect(page.getByRole("button")).toHaveCount(0);
});
