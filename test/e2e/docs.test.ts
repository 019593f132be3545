import { join } from "node:path";
import { expectNoAxeFinding, expectNoSidewaysScroll, savePicture, windows } from "./support/accessibility.ts";

import { expect, test } from "./support/shop.ts";

const pictures = join(import.meta.dirname, "../../screenshots/docs");
/** They compare the parts of a page with each other. */
const rulesOfWholePages = [
	"accesskeys",
	"bypass",
	"duplicate-id-aria",
	"frame-title-unique",
	"heading-order",
	"landmark-no-duplicate-banner",
	"landmark-no-duplicate-contentinfo",
	"landmark-no-duplicate-main",
	"landmark-one-main",
	"landmark-unique",
	"page-has-heading-one",
	"region",
	"skip-link",
];
const gateway = process.env.GATEWAY_URL ?? "";

for (const { colorScheme, width } of windows) {
	test.describe(`${colorScheme}, ${width} px`, () => {
		test.use({ colorScheme, viewport: { width, height: 900 }, permissions: ["clipboard-read", "clipboard-write"] });

		test("the API page has search and copy buttons, and its text begins near the top", async ({ page }) => {
			test.slow();
			await page.goto(`${gateway}/docs`);
			const article = page.locator("article").filter({ visible: true });
			const { y = Number.NaN } = (await article.first().boundingBox()) ?? {};
			expect(y).toBeLessThan(900);
			await savePicture(page, join(pictures, `docs-${colorScheme}-${width}.png`));

			const search = page.getByRole("searchbox", { name: "Search" });
			await search.fill("oauth token");
			await expect(page.getByRole("heading", { name: "Capture" })).toHaveCount(0);
			await expect(page.getByRole("status")).toHaveText(/^\d+ found$/);
			const token = page.locator("#post-oauth-token");
			await expect(token.getByText("grant_type client_credentials")).toBeVisible();
			await token.scrollIntoViewIfNeeded();
			await savePicture(page, join(pictures, `docs-token-${colorScheme}-${width}.png`));
			await token.getByRole("button", { name: "Copy /oauth/token" }).click();
			await expect(token.getByRole("button", { name: "Copied /oauth/token" })).toBeVisible();
			expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("/oauth/token");
			await expectNoAxeFinding(page, "docs, searched");
			await search.fill("Payfirma");
			await expect(page.getByRole("status")).toHaveText("0 found. The guides above may help.");
			await expect(page.getByRole("link", { name: "moving from Payfirma, PayHQ or KORT" })).toBeVisible();
			await search.fill("");
			await expectNoSidewaysScroll(page, "docs");
			// Every rule on all operations takes axe half a minute. Their parts are those of the searched ones, which it has checked above.
			if (width === 1280) await expectNoAxeFinding(page, "docs", rulesOfWholePages);
		});

		test("a link to a cause of the card form shows its row below the table's head", async ({ page }) => {
			await page.goto(`${gateway}/docs#origin`);
			const row = page.locator("#origin");
			await expect(row).toBeInViewport();
			const head = page.locator("table:has(#origin) thead");
			const bottom = await head.evaluate((thead) => thead.getBoundingClientRect().bottom);
			expect((await row.boundingBox())?.y).toBeGreaterThanOrEqual(Math.max(bottom, 0) - 1);
			await expect(row).toContainText("npm run admin -- origin add MERCHANT");
		});

		test("a guide is a page whose links lead to other guides", async ({ page }) => {
			await page.goto(`${gateway}/docs`);
			await page.getByRole("link", { name: "webhooks", exact: true }).click();
			await expect(page.getByRole("heading", { level: 1, name: "Webhooks" })).toBeVisible();
			await expectNoAxeFinding(page, "guide of webhooks");
			await expectNoSidewaysScroll(page, "guide of webhooks");
			await savePicture(page, join(pictures, `guide-${colorScheme}-${width}.png`));
			await page.goto(`${gateway}/docs/guides/README.md`);
			await page.getByRole("main").getByRole("link", { name: "Errors" }).click();
			await page.goto(`${page.url()}#reasons`);
			await expect(page.getByRole("heading", { name: "Reasons" })).toBeInViewport();
			await savePicture(page, join(pictures, `guide-reasons-${colorScheme}-${width}.png`));
			await expectNoAxeFinding(page, "guide of errors");
			await expectNoSidewaysScroll(page, "guide of errors");
		});

		test("a browser at / and at an unknown address gets a page", async ({ shop, page }) => {
			shop.expectedInConsole.push(/status of 404/);
			for (const [path, heading] of [
				["/", "Cardseal"],
				["/nowhere", "Page not found"],
			]) {
				await page.goto(`${gateway}${path}`);
				await expect(page.getByRole("heading", { name: heading ?? "" })).toBeVisible();
				await expectNoAxeFinding(page, `page at ${path}`);
				await expectNoSidewaysScroll(page, `page at ${path}`);
				await savePicture(page, join(pictures, `front${path === "/" ? "" : "-unknown"}-${colorScheme}-${width}.png`));
			}
		});
	});
}
