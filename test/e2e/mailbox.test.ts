import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectNoAxeFinding, expectNoSidewaysScroll, savePicture, tabTo, windows } from "./support/accessibility.ts";
import { expect, ordinaryCard, payer, type Shop, test, things } from "./support/shop.ts";

const pictures = join(import.meta.dirname, "../../screenshots/mailbox");
const mailbox = process.env.MAILBOX_URL ?? "";

/** 60 characters without a place to break. */
const longName = "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Zuñiga";

/** Buys a product and waits until the mailbox has the receipt for this address. */
async function buyAndFindReceipt(shop: Shop, email: string, name: string): Promise<void> {
	const { page } = shop;
	await shop.order(things.approved);
	await shop.typePayer({ name, email });
	await shop.typeCard(ordinaryCard);
	await shop.payButton.click();
	await expect(shop.heading("Payment received")).toBeVisible();
	await page.goto(mailbox);
	await expect(async () => {
		await page.reload();
		await expect(page.getByText(`To ${email}`)).toBeVisible({ timeout: 100 });
	}).toPass({ timeout: 15_000 });
}

/** Scripts do not run in a mail's frame, so axe checks page and mail separately. */
async function expectPageAndMailAccessible(page: Page, state: string): Promise<void> {
	const frames = page.locator("iframe:visible");
	const addresses = await frames.evaluateAll((found) => found.map((frame) => (frame as HTMLIFrameElement).src));
	for (const frame of await page.locator("iframe").all()) {
		await expect(frame).toHaveAttribute("title", /./);
		await frame.evaluate((element) => element.remove());
	}
	await expectNoAxeFinding(page, state);
	for (const address of addresses) {
		// Leaves the page first, whose policy would apply to the mail.
		const mail = await (await page.request.get(address)).text();
		await page.goto("about:blank");
		await page.setContent(mail);
		await expectNoAxeFinding(page, `${state}: the mail`);
		await expectNoSidewaysScroll(page, `${state}: the mail`);
	}
}

for (const { colorScheme, width } of windows) {
	test.describe(`${colorScheme}, ${width} px`, () => {
		test.use({ colorScheme, viewport: { width, height: 900 } });

		test("X-40 a browser without the token reads how to open the mailbox, on a page with its style", async ({
			shop,
			page,
		}) => {
			shop.expectedInConsole.push(/status of 403/);
			const { origin, pathname } = new URL(mailbox);
			await page.goto(origin + pathname);
			await expect(page.getByRole("heading", { name: "Open the mailbox by its link" })).toBeVisible();
			const width = await page.locator("h1 img").evaluate((image: HTMLImageElement) => image.naturalWidth);
			expect(width).toBeGreaterThan(0);
			await savePicture(page, join(pictures, `closed-${colorScheme}.png`), { fullPage: true });
			await expectNoAxeFinding(page, "closed");
			await expectNoSidewaysScroll(page, "closed");
		});

		test("the mailbox and a receipt in it pass axe and fit the window", async ({ shop, page }) => {
			const email = `long.${width}@example.com`;
			await buyAndFindReceipt(shop, email, longName);
			await savePicture(page, join(pictures, `list-${width}-${colorScheme}.png`), { fullPage: true });
			await expectNoSidewaysScroll(page, "list");
			await expectPageAndMailAccessible(page, "list");
			await page.goto(mailbox);
			await page.getByText(`To ${email}`).click();
			await expect(page.getByRole("heading", { level: 2, name: /Receipt for \$31\.00 CAD/ })).toBeVisible();
			await expect(page.frameLocator("iframe").getByText("Visa •••• 1111")).toBeVisible();
			await savePicture(page, join(pictures, `mail-${width}-${colorScheme}.png`), { fullPage: true });
			await expectNoSidewaysScroll(page, "mail");
			await expectPageAndMailAccessible(page, "mail");
		});
	});
}

test.describe("at 400 % zoom (WCAG 1.4.10: 320 px wide)", () => {
	test.use({ viewport: { width: 320, height: 256 } });

	test("the mailbox and a receipt fit without sideways scrolling", async ({ shop, page }) => {
		await buyAndFindReceipt(shop, "zoom@example.com", longName);
		await expectNoSidewaysScroll(page, "list");
		await page.getByText("To zoom@example.com").click();
		await expect(page.getByRole("link", { name: "All mail" })).toBeVisible();
		await expectNoSidewaysScroll(page, "mail");
	});
});

test("a reader opens a mail, reads its text and returns to the list by keyboard alone", async ({ shop, page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await buyAndFindReceipt(shop, "keyboard@example.com", payer.name);
	await tabTo(page, /To keyboard@example\.com/);
	await page.keyboard.press("Enter");
	await expect(page.getByText("keyboard@example.com", { exact: true })).toBeVisible();
	await page.getByText("As plain text").focus();
	await page.keyboard.press("Enter");
	await expect(page.locator("pre")).toContainText("Card: Visa •••• 1111");
	await page.getByRole("link", { name: "All mail" }).focus();
	await page.keyboard.press("Enter");
	await expect(page.getByText("To keyboard@example.com")).toBeVisible();
});

test("X-31 a name with markup is shown as typed, in the mail and in the list", async ({ shop, page }) => {
	const name = "<img src=x onerror=alert(1)>";
	await buyAndFindReceipt(shop, "markup@example.com", name);
	await page.getByText("To markup@example.com").click();
	await expect(page.frameLocator("iframe").getByText(name)).toBeVisible();
	await expect(page.frameLocator("iframe").locator("img, script")).toHaveCount(0);
});
