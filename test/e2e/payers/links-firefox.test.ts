import { frameOf, test, typeInto } from "../support/firefox-form.ts";
import { addresses, expect, visa } from "../support/merchant.ts";
import { newPayerAddress } from "../support/payer-address.ts";
import { Desk } from "../support/staff.ts";

test.describe.configure({ mode: "default" });

/** In the sandbox, frames in the gateway's own pages are on its other name. */
const framesOrigin = addresses.gateway.replace("//localhost:", "//127.0.0.1:");

test("in Firefox, a payer pays a link", async ({ firefox, page: chromium }, testInfo) => {
	const desk = new Desk(chromium);
	await desk.signIn("/app/account");
	const { url } = await desk.post("/transaction-service/payment-link", { amount: 31, description: "Walnut boards" });
	const page = await firefox.newPage(newPayerAddress(testInfo));
	await page.goto(url);
	const number = "[autocomplete=cc-number]";
	const form = await frameOf(page, `${framesOrigin}/v1/widget/frame`, number);
	await typeInto(form, number, visa.number);
	await typeInto(form, "[autocomplete=cc-exp]", visa.expiry);
	await typeInto(form, "[autocomplete=cc-csc]", visa.securityCode);
	await form.press("Enter");
	const heading = () => page.evaluate(() => document.querySelector("h1")?.textContent, null);
	await expect.poll(heading).toBe("Paid");
	await page.close();
});
