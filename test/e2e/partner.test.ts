import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { partnerWords as words } from "../../apps/demo/src/partner/partner-words.ts";
import { lookAt, tabTo } from "./support/accessibility.ts";

const pictures = join(import.meta.dirname, "../../screenshots/partner");

/** Goes from the partner's page through the sign-in to the consent page. */
async function askedToConnect(page: Page): Promise<void> {
	await page.goto("/partner");
	await page.getByRole("link", { name: words.connect }).click();
	await page.getByLabel("Email").fill(process.env.STAFF_EMAIL ?? "");
	await page.getByLabel("Password").fill(process.env.STAFF_PASSWORD ?? "");
	await page.keyboard.press("Enter");
	// Hashing a password takes long on a busy machine.
	await expect(page.getByRole("heading", { name: "Connect Demo partner?" })).toBeVisible({ timeout: 30_000 });
}

test("an owner connects the demo partner, which reads, refreshes and disconnects", async ({ page }) => {
	const violations: string[] = [];
	page.on("console", (message) => {
		if (message.type() === "error") violations.push(message.text());
	});
	await askedToConnect(page);
	await expect(page.getByRole("main")).toContainText("Maple & Main");
	await lookAt(page, pictures, "question");
	await page.getByLabel("Your password").fill(process.env.STAFF_PASSWORD ?? "");
	await tabTo(page, /^Connect Demo partner$/);
	await page.keyboard.press("Enter");
	await expect(page.getByText(words.news.connected.text)).toBeVisible();
	expect(new URL(page.url()).pathname).toBe("/partner");
	expect(page.url()).not.toContain("code=");
	await lookAt(page, pictures, "connected");
	await page.getByRole("link", { name: words.payments }).click();
	await expect(page.getByRole("heading", { name: words.latest })).toBeVisible();
	await page.getByRole("link", { name: words.back }).click();
	await page.getByRole("button", { name: words.refresh }).dblclick();
	await expect(page.getByText(words.news.refreshed.text)).toBeVisible();
	await page.getByRole("button", { name: words.disconnect }).click();
	await expect(page.getByText(words.news.disconnected.text)).toBeVisible();
	await expect(page.getByRole("link", { name: words.connect })).toBeVisible();
	expect(violations).toEqual([]);
});

test("an owner who refuses returns to the partner, and nothing is connected", async ({ page }) => {
	await askedToConnect(page);
	await page.getByRole("button", { name: "Do not connect" }).click();
	await expect(page.getByText(words.news.refused.text)).toBeVisible();
	await expect(page.getByRole("link", { name: words.connect })).toBeVisible();
});
