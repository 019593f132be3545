import { expect, ordinaryCard, Shop, test, things } from "./support/shop.ts";

test("an approved payment shows the receipt: amount, masked card, date, order number", async ({ shop, page }) => {
	await shop.order(things.approved);
	await shop.typePayer();
	await shop.typeCard(ordinaryCard);
	await shop.payButton.click();
	await expect(shop.heading("Payment received")).toBeVisible();
	const receipt = page.getByRole("main");
	await expect(receipt).toContainText("$31.00");
	await expect(receipt).toContainText("Visa •••• 1111");
	await expect(receipt).toContainText(/\b20\d\d, \d{1,2}:\d{2} [ap]\.m\. E[SD]T/);
	await expect(receipt).toContainText(/Order number\s*[0-9A-Z]{4}-[0-9A-Z]{4}/);
	await expect(receipt).toContainText("ana@example.com");
});

test("the total is price times quantity, and decides the outcome in the sandbox", async ({ shop, page }) => {
	await shop.order(things.approved, 2);
	await expect(page.getByRole("main")).toContainText("$62.00, an even number of whole dollars");
	await shop.fillTestCard(ordinaryCard.number);
	await shop.payButton.click();
	await expect(shop.heading("Your card was declined")).toBeVisible();
	await expect(page.getByRole("main")).toContainText("Nothing was charged for your order of $62.00.");
});

test("a declined order is paid with another card, without typing name and address again", async ({ shop, page }) => {
	await shop.buy(things.approved, "4000000000000002");
	await expect(shop.heading("Your card was declined")).toBeVisible();
	await page.getByRole("link", { name: "Try again" }).click();
	await expect(shop.name).toHaveValue("Ada Sample");
	await expect(shop.email).toHaveValue("ada@example.com");
	await shop.typeCard(ordinaryCard);
	await shop.payButton.click();
	await expect(shop.heading("Payment received")).toBeVisible();
});

test("a card whose bank asks is confirmed there: a wrong code pays nothing, the right one the order", async ({
	shop,
	page,
}) => {
	const pay = async (code: string) => {
		await shop.typeCard({ ...ordinaryCard, number: "4000000000001091" });
		await shop.payButton.click();
		const bank = page.frameLocator("iframe[name=bank]");
		await bank.getByRole("textbox").fill(code);
		await bank.getByRole("button", { name: /^Continue/ }).click();
		await page.waitForURL(`${process.env.SHOP_URL}/orders/**`);
	};
	// The bank's page returns in its frame.
	shop.expectedInConsole.push(/can escape its sandboxing/);
	await shop.order(things.approved);
	await shop.typePayer();
	await pay("9999");
	await expect(shop.heading("Your card was declined")).toBeVisible();
	await expect(page.getByRole("main")).toContainText("not confirmed with the card's bank");
	await page.getByRole("link", { name: "Try again" }).click();
	await pay("1234");
	await expect(shop.heading("Payment received")).toBeVisible();
});

const declines = [
	["4000000000000002", "did not give a reason"],
	["4000000000009995", "not enough money available"],
	["4000000000009987", "did not give a reason"],
	["4000000000000069", "the card has expired"],
	["4000000000000127", "security code did not match"],
] as const;

for (const [number, reason] of declines) {
	test(`test card ${number} is declined, and the page says what to do`, async ({ shop, page }) => {
		await shop.buy(things.approved, number);
		await expect(shop.heading("Your card was declined")).toBeVisible();
		await expect(page.getByRole("main")).toContainText(reason);
		await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
	});
}

test("a card that could not be processed is not called declined, and may be tried again", async ({ shop, page }) => {
	await shop.buy(things.approved, "4000000000000119");
	await expect(shop.heading("Your payment did not go through")).toBeVisible();
	await expect(page.getByRole("main")).toContainText("could not be processed");
	await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
});

test("the card cannot be replaced while a payment is in flight", async ({ shop, page }) => {
	const looked = Promise.withResolvers<void>();
	await page.route("**/pay", async (route) => {
		await looked.promise;
		await route.continue();
	});
	await shop.order(things.approved);
	await shop.fillTestCard(ordinaryCard.number);
	await shop.payButton.click();
	await expect(page.getByRole("button", { name: "Use another card" })).toBeDisabled();
	await expect(page.locator("button[data-test-card]:enabled")).toHaveCount(0);
	looked.resolve();
	await expect(shop.heading("Payment received")).toBeVisible();
});

test("a payment that waits for more than 3 s says so", async ({ shop, page }) => {
	const says = page.getByText("This takes longer than usual. Please leave the page open.");
	const looked = Promise.withResolvers<void>();
	await page.route("**/pay", async (route) => {
		await looked.promise;
		await route.continue();
	});
	await shop.order(things.approved);
	await page.clock.install();
	await shop.fillTestCard(ordinaryCard.number);
	await shop.payButton.click();
	await expect(page.getByRole("button", { name: "Paying…" })).toBeVisible();
	await expect(says).toBeHidden();
	await page.clock.fastForward(3_000);
	await expect(says).toBeVisible();
	looked.resolve();
	await expect(shop.heading("Payment received")).toBeVisible();
});

test("repeated clicks on Pay while a payment is in flight send one payment", async ({ shop, page }) => {
	let payments = 0;
	const clicked = Promise.withResolvers<void>();
	await page.route("**/pay", async (route) => {
		payments++;
		await clicked.promise;
		await route.continue();
	});
	await shop.order(things.approved);
	await shop.fillTestCard(ordinaryCard.number);
	await shop.payButton.dblclick();
	// Forced, since Playwright waits for a busy button and a payer does not.
	await shop.payButton.click({ force: true });
	clicked.resolve();
	await expect(shop.heading("Payment received")).toBeVisible();
	expect(payments).toBe(1);
});

test("two tabs with two cards pay an order once: both show the same receipt", async ({ shop, page, context }) => {
	await shop.order(things.approved);
	const other = await context.newPage();
	await other.goto(page.url());
	const second = new Shop(other, "library");
	await shop.fillTestCard(ordinaryCard.number);
	// Both are approved: after a decline, the other card would rightly be another attempt.
	await second.typePayer();
	await second.typeCard({ ...ordinaryCard, number: "5555555555554444" });
	await Promise.all([shop.payButton.click(), second.payButton.click()]);
	await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Checkout");
	await expect(other.getByRole("heading", { level: 1 })).not.toHaveText("Checkout");
	expect(await other.getByRole("heading", { level: 1 }).textContent()).toBe(
		await page.getByRole("heading", { level: 1 }).textContent(),
	);
	expect(other.url()).toBe(page.url());
});

test("after paying, back button, reload and the checkout's address lead to no form", async ({ shop, page }) => {
	await shop.order(things.approved);
	const checkout = page.url();
	await shop.fillTestCard(ordinaryCard.number);
	await shop.payButton.click();
	await expect(shop.heading("Payment received")).toBeVisible();
	await page.reload();
	await expect(shop.heading("Payment received")).toBeVisible();
	// The address of the checkout by frame redirects to the receipt.
	await page.goBack();
	await expect(shop.heading("Payment received")).toBeVisible();
	await page.goto(checkout);
	await expect(shop.heading("Payment received")).toBeVisible();
});

test("after a lost connection the encrypted card stays, and paying again works", async ({ shop, page, context }) => {
	shop.expectedInConsole.push(/ERR_INTERNET_DISCONNECTED/);
	await shop.order(things.approved);
	await shop.typePayer();
	await shop.typeCard(ordinaryCard);
	await context.setOffline(true);
	await shop.payButton.click();
	await expect(page.getByRole("alert")).toContainText("Check your connection and press Pay again");
	await expect(page.locator("#sealed")).toContainText("Visa •••• 1111");
	await expect(shop.number).toBeHidden();
	await context.setOffline(false);
	await shop.payButton.click();
	await expect(shop.heading("Payment received")).toBeVisible();
});

test("an encrypted card can be replaced by another one", async ({ shop, page, context }) => {
	shop.expectedInConsole.push(/ERR_INTERNET_DISCONNECTED/);
	await shop.order(things.approved);
	await shop.typePayer();
	await shop.typeCard(ordinaryCard);
	await context.setOffline(true);
	await shop.payButton.click();
	await page.getByRole("button", { name: "Use another card" }).click();
	await context.setOffline(false);
	await expect(shop.number).toBeFocused();
	await expect(shop.number).toHaveValue("");
	await shop.typeCard({ number: "5555555555554444", expiry: "0831", securityCode: "123" });
	await shop.payButton.click();
	await expect(shop.heading("Payment received")).toBeVisible();
	await expect(page.getByRole("main")).toContainText("Mastercard •••• 4444");
});
