import { frameOf, test, typeInto } from "../support/firefox-form.ts";
import { addresses, expect, visa } from "../support/merchant.ts";
import { newPayerAddress } from "../support/payer-address.ts";

test.describe.configure({ mode: "default" });

test("in Firefox, a payer authenticates in the card form and pays", async ({ firefox }, testInfo) => {
	const page = await firefox.newPage(newPayerAddress(testInfo));
	await page.goto(`${addresses.merchant}/charged?post-to=/charge`);
	const number = "[autocomplete=cc-number]";
	const form = await frameOf(page, `${addresses.gateway}/v1/widget/frame`, number);
	await typeInto(form, number, "4000000000001091");
	await typeInto(form, "[autocomplete=cc-exp]", visa.expiry);
	await typeInto(form, "[autocomplete=cc-csc]", visa.securityCode);
	await form.press("Enter");
	const challenge = await frameOf(page, `${addresses.gateway}/pay/authenticate/`, "#bank");
	expect(await challenge.evaluate(() => document.activeElement?.tagName, null)).toBe("H1");
	const bank = await frameOf(challenge, "http://bank.localhost", "#code");
	await typeInto(bank, "#code", "1234");
	await bank.press("Enter");
	const outcome = () => page.evaluate(() => document.querySelector("cardseal-card > output")?.textContent, null);
	await expect.poll(outcome).toBe("Paid. Thank you!");
	expect(await page.evaluate(() => window.seen.violations, null)).toEqual([]);
	expect(await page.evaluate(() => document.querySelectorAll("iframe").length, null)).toBe(1);
	await page.close();
});
