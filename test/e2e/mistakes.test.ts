import { expect, ordinaryCard, payer, type Shop, test, things } from "./support/shop.ts";

type Change = Partial<typeof ordinaryCard & typeof payer>;

/** Fills in the form with these changes and presses Pay. */
async function payWith(shop: Shop, change: Change): Promise<void> {
	await shop.order(things.approved);
	await shop.typePayer({ ...payer, ...change });
	await shop.typeCard({ ...ordinaryCard, ...change });
	await shop.payButton.click();
}

const mistakes: readonly (readonly [Change, string, string])[] = [
	[{ name: "" }, "Name", "Type the name of the person who pays."],
	[{ email: "" }, "Email", "Type an email address like name@example.com."],
	[{ email: "nobody" }, "Email", "Type an email address like name@example.com."],
	[{ number: "" }, "Card number", "Type the number on the card."],
	[{ number: "4111111111111112" }, "Card number", "not complete or has a typing error"],
	[{ number: "411111111111" }, "Card number", "not complete or has a typing error"],
	[{ expiry: "" }, "Expiry date", "Type the expiry date as month and year"],
	[{ expiry: "1331" }, "Expiry date", "This is not an expiry date."],
	[{ expiry: "12" }, "Expiry date", "This is not an expiry date."],
	[{ expiry: "0120" }, "Expiry date", "This card's expiry date has passed."],
	[{ securityCode: "" }, "Security code", "Type the security code."],
	[{ securityCode: "12" }, "Security code", "does not fit this card"],
	[{ securityCode: "1234" }, "Security code", "does not fit this card"],
];

for (const [change, label, message] of mistakes) {
	test(`B-01 B-03 B-04 ${JSON.stringify(change)} is shown at "${label}" before anything is sent`, async ({
		shop,
		page,
	}) => {
		const sent: string[] = [];
		page.on("request", (request) => request.url().endsWith("/pay") && sent.push(request.url()));
		await payWith(shop, change);
		const field = page.getByLabel(label, { exact: true });
		await expect(field).toBeFocused();
		await expect(field).toHaveAttribute("aria-invalid", "true");
		await expect(field).toHaveAccessibleDescription(new RegExp(message.replaceAll(".", "\\.")));
		await expect(page.locator('[aria-invalid="true"]')).toHaveCount(1);
		await expect(page.getByRole("alert")).toBeEmpty();
		expect(sent).toEqual([]);
	});
}

test("an empty form shows every mistake at once, and the first field gets the focus", async ({ shop, page }) => {
	await shop.order(things.approved);
	await shop.payButton.click();
	await expect(page.locator('[aria-invalid="true"]')).toHaveCount(5);
	await expect(shop.name).toBeFocused();
});

test("B-01 B-03 B-04 every wrong field of the card shows its message at once, and the first gets the focus", async ({
	shop,
	page,
}) => {
	await payWith(shop, { number: "4111111111111112", expiry: "0120", securityCode: "12" });
	await expect(page.locator('[aria-invalid="true"]')).toHaveCount(3);
	await expect(shop.number).toBeFocused();
	await expect(shop.number).toHaveAccessibleDescription(/typing error/);
	await expect(shop.expiry).toHaveAccessibleDescription(/date has passed/);
	await expect(shop.securityCode).toHaveAccessibleDescription(/does not fit/);
});

test("a message disappears while its field is corrected, and the corrected form pays", async ({ shop }) => {
	await payWith(shop, { number: "4111111111111112" });
	await shop.number.press("End");
	await shop.number.press("Backspace");
	await shop.number.pressSequentially("1");
	await expect(shop.number).not.toHaveAttribute("aria-invalid");
	await shop.payButton.click();
	await expect(shop.heading("Payment received")).toBeVisible();
});

test("a mistyped address does not cost the payer the card", async ({ shop, page }) => {
	await payWith(shop, { email: "nobody" });
	await expect(page.locator("#sealed")).toContainText("Visa •••• 1111");
	await shop.email.fill("ana@example.com");
	await shop.payButton.click();
	await expect(shop.heading("Payment received")).toBeVisible();
});

test("the sandbox refuses a card that is no test card, and says so", async ({ shop, page }) => {
	shop.expectedInConsole.push(/status of 422/);
	await payWith(shop, { number: "4539578763621486" });
	await expect(page.getByRole("main")).toContainText(/published test/i);
	await expect(shop.number).toHaveValue("");
	await shop.typeCard(ordinaryCard);
	await shop.payButton.click();
	await expect(shop.heading("Payment received")).toBeVisible();
});

test("P-23 an encryption script with one byte changed does not run, and the form says so and stays disabled", async ({
	shop,
	page,
}) => {
	shop.expectedInConsole.push(/integrity/);
	await page.route("**/v1/encrypt.js", async (route) => {
		const response = await route.fetch();
		await route.fulfill({ response, body: `${await response.text()} ` });
	});
	await page.goto(`/things/${things.approved}`);
	await page.getByRole("button", { name: "Buy now" }).click();
	await page.getByRole("link", { name: "in the page" }).click();
	await expect(page.getByRole("alert")).toContainText("encrypts your card did not load");
	await expect(shop.payButton).toBeDisabled();
});

test("without script, the checkout says why it cannot take a card, and no field can be sent", async ({
	browser,
	baseURL,
}) => {
	const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) });
	const page = await context.newPage();
	await page.goto(`/things/${things.approved}`);
	await page.getByRole("button", { name: "Buy now" }).click();
	await page.getByRole("link", { name: "in the page" }).click();
	await expect(page.locator("noscript p")).toBeVisible();
	await expect(page.locator("noscript p")).toContainText("turn on JavaScript");
	await expect(page.locator("#pay")).toBeDisabled();
	await expect(page.locator("form input[name]")).toHaveCount(0);
	await context.close();
});
