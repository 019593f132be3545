import { join } from "node:path";
import { expectNoSidewaysScroll, lookAt, tabTo } from "./support/accessibility.ts";
import { expect, ordinaryCard, type Shop, test, things } from "./support/shop.ts";

const pictures = join(import.meta.dirname, "../../screenshots/shop");

/** 60 characters without a place to break. */
const longName = "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Zuñiga";

type Look = (state: string) => Promise<void>;

/** Visits every page and state of the shop, and calls `look` at each. */
const visits: Record<string, (shop: Shop, look: Look) => Promise<void>> = {
	async "the shop's pages"({ page }, look) {
		await page.goto("/");
		await look("front");
		await page.goto(`/things/${things.approved}`);
		await look("thing");
		await page.goto("/nowhere");
		await look("not-found");
	},
	async "the checkout"(shop, look) {
		await shop.order(things.approved);
		await look("checkout");
		await shop.payButton.click();
		await expect(shop.name).toBeFocused();
		await look("checkout-mistakes");
		await shop.typePayer({ name: longName, email: "nobody" });
		await shop.typeCard(ordinaryCard);
		await shop.payButton.click();
		await expect(shop.page.locator("#sealed")).toBeVisible();
		await look("checkout-sealed");
	},
	async "what becomes of a payment"(shop, look) {
		const { page } = shop;
		await shop.order(things.approved);
		await shop.fillTestCard(ordinaryCard.number);
		await shop.name.fill(longName);
		await shop.payButton.click();
		await expect(shop.heading("Payment received")).toBeVisible();
		await look("paid");
		await shop.buy(things.approved, ordinaryCard.number, 2);
		await expect(shop.heading("Your card was declined")).toBeVisible();
		await look("declined");
		// Still unknown, or the page would become the receipt during the checks.
		await page.route("**/state", (route) => route.fulfill({ json: { state: "unknown" } }));
		await shop.buy(things.approved, "4000000000000259");
		await expect(shop.heading("We are checking your payment")).toBeVisible();
		await look("waiting");
	},
};

for (const [name, visit] of Object.entries(visits)) {
	test(`${name}: every state passes axe and fits the window`, async ({ shop, page }) => {
		shop.expectedInConsole.push(/status of 404/);
		await visit(shop, (state) => lookAt(page, pictures, state));
	});
}

test.describe("at 400 % zoom (WCAG 1.4.10: 320 px wide)", () => {
	test.use({ viewport: { width: 320, height: 256 } });

	test("every page and state fits without sideways scrolling", async ({ shop, page }) => {
		shop.expectedInConsole.push(/status of 404/);
		for (const visit of Object.values(visits)) await visit(shop, (state) => expectNoSidewaysScroll(page, state));
	});
});

test("every control is at least 44 px high on a phone, except links in text", async ({ shop, page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await shop.order(things.approved);
	// The label of a checkbox ticks it as well, so its height counts.
	const pressed = page.locator("button:visible, input:not([type=checkbox]):visible, .choice label:visible");
	const heights = await pressed.evaluateAll((controls) => {
		return controls.map((control) => control.getBoundingClientRect().height);
	});
	expect(heights.length).toBeGreaterThan(10);
	expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
});

test("a payer buys, corrects a mistake and reaches the receipt by keyboard alone", async ({ shop, page }) => {
	await page.goto("/");
	await tabTo(page, /^Enamel mug$/);
	await page.keyboard.press("Enter");
	await expect(shop.heading("Enamel mug")).toBeVisible();
	await tabTo(page, /^Buy now$/);
	await page.keyboard.press("Enter");
	await expect(shop.payButton).toBeEnabled();
	await tabTo(page, /^in the page$/);
	await page.keyboard.press("Enter");
	await expect(shop.number).toBeVisible();
	await expect(shop.payButton).toBeEnabled();
	await tabTo(page, /^Name$/);
	await page.keyboard.type("Ana López");
	await page.keyboard.press("Tab");
	await page.keyboard.type("ana@example.com");
	await page.keyboard.press("Tab");
	await page.keyboard.type("4111111111111111");
	await page.keyboard.press("Tab");
	await page.keyboard.type("0831");
	await page.keyboard.press("Tab");
	await page.keyboard.type("12");
	await page.keyboard.press("Enter");
	await expect(shop.securityCode).toBeFocused();
	await page.keyboard.press("End");
	await page.keyboard.type("3");
	await tabTo(page, /^Pay \$31\.00$/);
	await page.keyboard.press("Space");
	await expect(shop.heading("Payment received")).toBeVisible();
	await tabTo(page, /^Back to the shop$/);
});

test("the skip link leads to the content", async ({ page }) => {
	await page.goto("/");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("main")).toBeFocused();
});
