import { join } from "node:path";
import { lookAt, tabTo } from "./support/accessibility.ts";
import { expect, ordinaryCard, type Shop, type TypedCard, test } from "./support/shop.ts";

const pictures = join(import.meta.dirname, "../../screenshots/shop");
const coffee = "coffee-of-the-month";
/** Can be stored, and declines every charge. */
const declining: TypedCard = { ...ordinaryCard, number: "4000000000000341" };

test.use({ way: "widget" });

/** Orders the monthly product, pays its first month and opens the page of its subscription. */
async function subscribe(shop: Shop): Promise<void> {
	const { page } = shop;
	await page.goto(`/things/${coffee}`);
	await page.getByRole("button", { name: "Subscribe" }).click();
	await expect(shop.payButton).toBeEnabled();
	await shop.typePayer();
	await shop.typeCard(ordinaryCard);
	await shop.payButton.click();
	await expect(shop.heading("Payment received")).toBeVisible();
	await page.getByRole("link", { name: "See your subscription" }).click();
	await expect(stateOf(shop)).toContainText("Active");
}

const stateOf = ({ page }: Shop) => page.getByRole("main").locator(".chip");

const factOf = ({ page }: Shop, name: string) =>
	page
		.locator("dl.pairs > div")
		.filter({ has: page.getByText(name, { exact: true }) })
		.locator("dd");

test("a payer subscribes, pauses, resumes and cancels, and sees each state", async ({ shop, page }) => {
	await subscribe(shop);
	await expect(factOf(shop, "Every month")).toHaveText("$19.00");
	await expect(factOf(shop, "Card")).toHaveText("Visa •••• 1111, 08/31");
	const [paid, next] = [factOf(shop, "First payment"), factOf(shop, "Next payment")];
	const times = (await Promise.all([next, paid].map((fact) => fact.textContent()))).map((text) =>
		Date.parse(text ?? ""),
	);
	const days = (Number(times[0]) - Number(times[1])) / 86_400_000;
	expect(days).toBeGreaterThanOrEqual(28);
	expect(days).toBeLessThanOrEqual(31);
	await page.getByRole("button", { name: "Pause" }).dblclick();
	await expect(stateOf(shop)).toContainText("Paused");
	await expect(next).toHaveText("None");
	await page.getByRole("button", { name: "Resume" }).click();
	await expect(stateOf(shop)).toContainText("Active");
	await expect(next).not.toHaveText("None");
	await page.getByRole("link", { name: "Cancel subscription" }).click();
	await page.getByRole("link", { name: "No, keep it" }).click();
	await expect(stateOf(shop)).toContainText("Active");
	await page.getByRole("link", { name: "Cancel subscription" }).click();
	await page.getByRole("button", { name: "Yes, cancel it" }).click();
	await expect(stateOf(shop)).toContainText("Cancelled");
	await expect(next).toHaveText("None");
	await expect(page.getByRole("button")).toHaveCount(0);
});

test("a new card replaces the former one; a card that the bank refuses does not", async ({ shop, page }) => {
	await subscribe(shop);
	await page.getByRole("link", { name: "Change card" }).click();
	const save = page.getByRole("button", { name: "Use this card" });
	await expect(save).toBeEnabled();
	await shop.typeCard({ ...ordinaryCard, number: "4000000000000002" });
	shop.expectedInConsole.push(/422/);
	await save.click();
	await expect(page.getByRole("alert")).toContainText("This card was not accepted.");
	await shop.typeCard({ ...ordinaryCard, number: "5555555555554444" });
	await save.click();
	await expect(factOf(shop, "Card")).toHaveText("Mastercard •••• 4444, 08/31");
});

test("the product and checkout of a subscription pass axe and fit the window", async ({ shop, page }) => {
	await page.goto(`/things/${coffee}`);
	await lookAt(shop.page, pictures, "subscription-thing");
	await tabTo(page, /^Subscribe$/);
	await page.keyboard.press("Enter");
	await expect(shop.payButton).toBeEnabled();
	await lookAt(shop.page, pictures, "subscription-checkout");
});

test("the page of a subscription passes axe and fits the window, active and cancelled", async ({ shop, page }) => {
	await subscribe(shop);
	await lookAt(shop.page, pictures, "subscription");
	await page.getByRole("link", { name: "Cancel subscription" }).click();
	await page.getByRole("button", { name: "Yes, cancel it" }).click();
	await expect(stateOf(shop)).toContainText("Cancelled");
	await lookAt(shop.page, pictures, "subscription-cancelled");
});

test("a subscription is changed, paused and cancelled by keyboard alone, on pages that pass axe", async ({
	shop,
	page,
}) => {
	await subscribe(shop);
	await tabTo(page, /^Change card$/);
	await page.keyboard.press("Enter");
	await expect(page.getByRole("button", { name: "Use this card" })).toBeEnabled();
	await lookAt(shop.page, pictures, "subscription-card");
	await shop.typeCard(declining);
	await page.keyboard.press("Enter");
	await expect(factOf(shop, "Card")).toHaveText("Visa •••• 0341, 08/31");
	await tabTo(page, /^Pause$/);
	await page.keyboard.press("Enter");
	await expect(stateOf(shop)).toContainText("Paused");
	await tabTo(page, /^Cancel subscription$/);
	await page.keyboard.press("Enter");
	await lookAt(shop.page, pictures, "subscription-cancel");
	await tabTo(page, /^Yes, cancel it$/);
	await page.keyboard.press("Enter");
	await expect(stateOf(shop)).toContainText("Cancelled");
});

test("without script a subscription can be ordered, and the checkout says that paying needs JavaScript", async ({
	browser,
	baseURL,
}) => {
	const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL === undefined ? {} : { baseURL }) });
	const page = await context.newPage();
	await page.goto("/");
	await expect(page.getByRole("main")).toContainText("$19.00 a month");
	await page.getByRole("link", { name: "Coffee of the month" }).click();
	await page.getByRole("button", { name: "Subscribe" }).click();
	await expect(page.locator("noscript p")).toContainText("To pay, turn on JavaScript");
	await context.close();
});
