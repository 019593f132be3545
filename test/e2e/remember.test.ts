import { join } from "node:path";
import { lookAt, savePicture, tabTo } from "./support/accessibility.ts";
import { expect, ordinaryCard, payer, type Shop, test, things } from "./support/shop.ts";

const pictures = join(import.meta.dirname, "../../screenshots/shop");

/** Pays an order at its checkout and saves the card. */
async function payRemembered(shop: Shop, card = ordinaryCard, name = payer.name): Promise<void> {
	await shop.typePayer({ ...payer, name });
	await shop.typeCard(card);
	await shop.page.getByLabel("Remember my card").check();
	await shop.payButton.click();
	await expect(shop.heading("Payment received")).toBeVisible();
	await expect(shop.page.getByRole("main")).toContainText("Your card is remembered");
}

/** Orders a product and opens its checkout, which offers saved cards. */
async function orderAgain({ page }: Shop): Promise<void> {
	await page.goto(`/things/${things.approved}`);
	await page.getByRole("button", { name: "Buy now" }).click();
	await expect(page.getByRole("heading", { name: /^Your cards?$/ })).toBeVisible();
}

test.describe("by the frame", () => {
	test.use({ way: "widget" });

	test("a saved card pays the next order in one press, and is gone once it is removed", async ({
		shop,
		page,
		context,
	}) => {
		await shop.order(things.approved);
		await payRemembered(shop);
		const [cookie, ...others] = await context.cookies();
		expect(others).toEqual([]);
		expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
		await orderAgain(shop);
		await expect(page.getByRole("main")).toContainText("Visa •••• 1111, 08/31");
		await page.getByRole("button", { name: "Pay $31.00" }).dblclick();
		await expect(shop.heading("Payment received")).toBeVisible();
		await expect(page.getByRole("main")).toContainText("Visa •••• 1111");
		await expect(page.getByRole("main")).not.toContainText("ana@example.com");
		await orderAgain(shop);
		await page.getByText("Pay with another card").click();
		await payRemembered(shop, { ...ordinaryCard, number: "5555555555554444" }, "Ana");
		await orderAgain(shop);
		await expect(page.getByLabel("Mastercard •••• 4444, 08/31")).toBeChecked();
		await page.getByLabel("Visa •••• 1111, 08/31").check();
		await page.getByRole("button", { name: "Pay $31.00" }).click();
		await expect(shop.heading("Payment received")).toBeVisible();
		await expect(page.getByRole("main")).toContainText("Visa •••• 1111");
		await orderAgain(shop);
		await page.getByRole("button", { name: "Forget my cards" }).click();
		await expect(shop.payButton).toBeEnabled();
		await expect(page.getByRole("main")).not.toContainText("1111, 08/31");
		expect(await context.cookies()).toEqual([]);
	});
});

test("a saved card pays and is removed by keyboard alone, on pages that pass axe and fit the window", async ({
	shop,
	page,
}) => {
	await shop.order(things.approved);
	await payRemembered(shop);
	await lookAt(page, pictures, "remembered");
	await orderAgain(shop);
	await tabTo(page, /^Pay \$31\.00$/);
	await page.keyboard.press("Enter");
	await expect(shop.heading("Payment received")).toBeVisible();
	await orderAgain(shop);
	await tabTo(page, /^Pay with another card/);
	await page.keyboard.press("Enter");
	await expect(shop.payButton).toBeVisible();
	await expect(page.getByRole("button", { name: "Forget my card" })).toBeHidden();
	await savePicture(page, join(pictures, "card-on-file-another-390-light.png"), { fullPage: true });
	await page.keyboard.press("Enter");
	await lookAt(page, pictures, "card-on-file");
	await page.reload();
	await tabTo(page, /^Forget my card$/);
	await page.keyboard.press("Enter");
	await expect(shop.payButton).toBeVisible();
});
