import { expect, test, things } from "./support/shop.ts";

const answersTooLate = "4000000000000259";
const neverReceives = "4000000000000267";

test("the page of an unknown outcome says not to pay again, and becomes the receipt", async ({ shop, page }) => {
	await shop.buy(things.approved, answersTooLate);
	await expect(shop.heading("We are checking your payment")).toBeVisible();
	await expect(page.getByRole("main")).toContainText("Please do not pay again.");
	await expect(shop.heading("Payment received")).toBeVisible({ timeout: 45_000 });
	await expect(page.getByRole("main")).toContainText("Visa •••• 0259");
});

test("a payment that the bank never received ends as not charged, and can be repeated", async ({ shop, page }) => {
	await shop.buy(things.approved, neverReceives);
	await expect(shop.heading("We are checking your payment")).toBeVisible();
	await expect(shop.heading("Your payment did not go through")).toBeVisible({ timeout: 45_000 });
	await expect(page.getByRole("main")).toContainText("never reached the card's bank");
	await expect(page.getByRole("main")).toContainText("Nothing was charged");
});

test("an order with an unknown outcome cannot be paid again", async ({ shop, page }) => {
	await shop.order(things.approved);
	const checkout = page.url();
	await shop.fillTestCard(answersTooLate);
	await shop.payButton.click();
	await expect(shop.heading("We are checking your payment")).toBeVisible();
	await page.goto(checkout);
	await expect(shop.payButton).toHaveCount(0);
});

test("without script, the button checks again", async ({ shop, page, browser, baseURL }) => {
	await shop.buy(things.approved, answersTooLate);
	await expect(shop.heading("We are checking your payment")).toBeVisible();
	const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) });
	const plain = await context.newPage();
	await plain.goto(page.url());
	await expect(async () => {
		if ((await plain.getByRole("link", { name: "Refresh" }).count()) > 0) {
			await plain.getByRole("link", { name: "Refresh" }).click();
		}
		await expect(plain.getByRole("heading", { name: "Payment received" })).toBeVisible({ timeout: 1_000 });
	}).toPass({ timeout: 45_000 });
	await context.close();
});
