import { join } from "node:path";
import { expectNoAxeFinding, expectNoSidewaysScroll, tabTo, windows } from "./support/accessibility.ts";
import { expect, ordinaryCard, type Shop, test, things } from "./support/shop.ts";

const pictures = join(import.meta.dirname, "../../screenshots/shop");

/** 60 characters, none of which is a place to break at. */
const longName = "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Zuñiga";

/** Goes through the shop and stops at every page and state; `look` is called at each. */
async function visitEveryState(shop: Shop, look: (state: string) => Promise<void>): Promise<void> {
	const { page } = shop;
	await page.goto("/");
	await look("front");
	await page.goto(`/things/${things.approved}`);
	await look("thing");
	await shop.order(things.approved);
	await look("checkout");
	await shop.payButton.click();
	await expect(shop.name).toBeFocused();
	await look("checkout-mistakes");
	await shop.typeCard(ordinaryCard);
	await shop.name.fill(longName);
	await shop.email.fill("nobody");
	await shop.payButton.click();
	await expect(page.locator("#sealed")).toBeVisible();
	await look("checkout-sealed");
	await shop.email.fill("ana@example.com");
	await shop.payButton.click();
	await expect(shop.heading("Payment received")).toBeVisible();
	await look("paid");
	await shop.buy(things.declined, ordinaryCard.number);
	await expect(shop.heading("Your card was declined")).toBeVisible();
	await look("declined");
	// Held, or the page would turn into the receipt while it is looked at.
	await page.route("**/state", (route) => route.fulfill({ json: { state: "unknown" } }));
	await shop.buy(things.approved, "4000000000000259");
	await expect(shop.heading("We are checking your payment")).toBeVisible();
	await look("waiting");
	await page.goto("/nowhere");
	await look("not-found");
}

for (const { colorScheme, width } of windows) {
	test.describe(`${colorScheme}, ${width} px`, () => {
		test.use({ colorScheme, viewport: { width, height: 900 } });

		test("every page and state passes axe and fits the window", async ({ shop, page }) => {
			shop.expectedInConsole.push(/status of 404/);
			await visitEveryState(shop, async (state) => {
				await page.screenshot({ path: join(pictures, `${state}-${width}-${colorScheme}.png`), fullPage: true });
				await expectNoAxeFinding(page, state);
				await expectNoSidewaysScroll(page, state);
			});
		});
	});
}

test.describe("at 400 % zoom (WCAG 1.4.10: 320 px wide)", () => {
	test.use({ viewport: { width: 320, height: 256 } });

	test("every page and state fits without sideways scrolling", async ({ shop, page }) => {
		shop.expectedInConsole.push(/status of 404/);
		await visitEveryState(shop, (state) => expectNoSidewaysScroll(page, state));
	});
});

test("what is pressed is at least 44 px high on a phone, links in text aside", async ({ shop, page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await shop.order(things.approved);
	const heights = await page.locator("button:visible, input:visible").evaluateAll((controls) => {
		return controls.map((control) => control.getBoundingClientRect().height);
	});
	expect(heights.length).toBeGreaterThan(10);
	expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
});

test("the keyboard alone buys, mends a mistake and comes to the receipt", async ({ shop, page }) => {
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
