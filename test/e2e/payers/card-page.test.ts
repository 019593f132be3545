import { join } from "node:path";
import type { Page } from "@playwright/test";
import { lookAt } from "../support/accessibility.ts";
import { linkMailedTo } from "../support/mails.ts";
import { expect, test } from "../support/staff.ts";
import { subscribeToConfirm } from "../support/to-confirm.ts";

const pictures = join(import.meta.dirname, "../../../screenshots/card-page");
async function enterCode(page: Page, code: string): Promise<void> {
	const bank = page.frameLocator("iframe[name=bank]");
	await bank.getByRole("textbox").fill(code);
	await bank.getByRole("button", { name: /^Continue|^Continuer/ }).click();
}

test("a payer confirms a renewal with the bank: a wrong code first, then the right one, by keyboard", async ({
	desk,
	page,
}) => {
	// The bank returns in its frame.
	desk.expectedInConsole.push(/can escape its sandboxing/, /status of 40/);
	await desk.signIn("/app/account");
	await page.goto(await linkMailedTo(page, await subscribeToConfirm(desk, "en"), "pay"));
	const pay = page.getByRole("button", { name: "Pay $31.00 CAD with this card" });
	await expect(pay).toBeVisible();
	await lookAt(page, pictures, "same-card");
	await pay.focus();
	await page.keyboard.press("Enter");
	await expect(desk.heading("Confirm your payment with your bank")).toBeFocused();
	await expect(page.getByRole("timer")).toHaveText(/^14:\d\d$/);
	await enterCode(page, "9999");
	await expect(page.getByText("The payment was not confirmed with your bank. Nothing was charged.")).toBeVisible();
	await lookAt(page, pictures, "not-confirmed");
	await pay.click();
	await enterCode(page, "1234");
	await expect(desk.heading("Done")).toBeVisible();
	await expect(page.getByText(/has your payment, and will charge this card from now on/)).toBeVisible();
	await lookAt(page, pictures, "paid");
});

test.describe("in French", () => {
	test.use({ locale: "fr-CA" });

	test("a payer leaves the bank's page, finds it again, and pays", async ({ desk, page }) => {
		desk.expectedInConsole.push(/can escape its sandboxing/, /status of 40/);
		await desk.signIn("/app/account");
		const link = await linkMailedTo(page, await subscribeToConfirm(desk, "fr"), "pay");
		await page.goto(link);
		await page.getByRole("button", { name: /^Payer 31,00.*avec cette carte$/ }).click();
		await expect(desk.heading("Confirmez votre paiement auprès de votre banque")).toBeVisible();
		await page.goto(link);
		await expect(desk.heading("Votre paiement est en cours")).toBeVisible();
		await lookAt(page, pictures, "deciding");
		await page.getByRole("link", { name: "Continuer vers votre banque" }).click();
		await enterCode(page, "1234");
		await expect(desk.heading("C’est fait")).toBeVisible();
	});
});
