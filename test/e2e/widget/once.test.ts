import { type CardFields, cardToken, expect, type Merchant, test } from "../support/merchant.ts";

/* One order is one payment, even if its responses are lost. */

/** Submits the order and returns its token. */
async function send({ page, payButton }: Merchant): Promise<string> {
	const request = page.waitForRequest("**/pay");
	await payButton.click();
	const { token } = (await request).postDataJSON() as { token: string };
	expect(token).toMatch(cardToken);
	return token;
}

const status = ({ page }: Merchant) => page.getByRole("status");

test.beforeEach(async ({ merchant }) => {
	merchant.expectedInConsole.push(/Failed to load resource/);
	await merchant.open("post-to");
	await (merchant as CardFields).type();
});

test("an order with a lost response is sent again with the same token", async ({ merchant, page }) => {
	await page.route("**/pay", (route) => route.abort(), { times: 1 });
	const lost = await send(merchant);
	await expect(status(merchant).filter({ hasText: "Try again" })).toBeVisible();
	expect(await send(merchant)).toBe(lost);
	await expect(status(merchant).filter({ hasText: "Paid. Thank you!" })).toBeVisible();
});

test("an order after a server error is sent again with the same token", async ({ merchant, page }) => {
	await page.route("**/pay", (route) => route.fulfill({ status: 502, json: { message: "Bad gateway" } }), { times: 1 });
	const failed = await send(merchant);
	await expect(status(merchant).filter({ hasText: "Bad gateway" })).toBeVisible();
	expect(await send(merchant)).toBe(failed);
});

test("an order whose card was edited after a lost response is sent with a new token", async ({ merchant, page }) => {
	await page.route("**/pay", (route) => route.abort(), { times: 1 });
	const lost = await send(merchant);
	await expect(status(merchant).filter({ hasText: "Try again" })).toBeVisible();
	// Complete before and after.
	await (merchant as CardFields).securityCode.fill("456");
	expect(await send(merchant)).not.toBe(lost);
});

test("a declined order is sent again with a new token", async ({ merchant, page }) => {
	await page.getByLabel("Email").fill("declined@example.com");
	const declined = await send(merchant);
	await expect(status(merchant).filter({ hasText: "declined" })).toBeVisible();
	await page.getByLabel("Email").fill("ana@example.com");
	expect(await send(merchant)).not.toBe(declined);
});

test("a paid order is not sent again", async ({ merchant, page }) => {
	await send(merchant);
	await expect(status(merchant).filter({ hasText: "Paid. Thank you!" })).toBeVisible();
	const later: string[] = [];
	page.on("request", (request) => void later.push(request.url()));
	await merchant.payButton.click();
	// Two frames later, all effects of a click have happened.
	await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
	expect(later).toEqual([]);
});
