import type { TestInfo } from "@playwright/test";
import type { Firefox, FirefoxContext } from "../support/firefox.ts";
import { frameOf, test, typeInto } from "../support/firefox-form.ts";
import { linkMailedTo } from "../support/mails.ts";
import { addresses, expect, visa } from "../support/merchant.ts";
import { newPayerAddress } from "../support/payer-address.ts";
import { Desk } from "../support/staff.ts";
import { subscribeToConfirm } from "../support/to-confirm.ts";

/* Payers use Firefox; the desk, which only prepares, uses Chromium. */

test.describe.configure({ mode: "default" });

/** In the sandbox, frames in the gateway's own pages are on its other name. */
const framesOrigin = addresses.gateway.replace("//localhost:", "//127.0.0.1:");

async function open(firefox: Firefox, url: string, testInfo: TestInfo): Promise<FirefoxContext> {
	const page = await firefox.newPage(newPayerAddress(testInfo));
	await page.goto(url);
	return page;
}

/** Types a card, and Enter. */
async function sendCard(page: FirefoxContext): Promise<void> {
	const number = "[autocomplete=cc-number]";
	const form = await frameOf(page, `${framesOrigin}/v1/widget/frame`, number);
	await typeInto(form, number, visa.number);
	await typeInto(form, "[autocomplete=cc-exp]", visa.expiry);
	await typeInto(form, "[autocomplete=cc-csc]", visa.securityCode);
	await form.press("Enter");
}

const textOf = (page: FirefoxContext, selector: string) =>
	page.evaluate((wanted) => document.querySelector(wanted)?.textContent ?? "", selector);

test("in Firefox, a payer pays a link", async ({ firefox, page: chromium }, testInfo) => {
	const desk = new Desk(chromium);
	await desk.signIn("/app/account");
	const { url } = await desk.post("/transaction-service/payment-link", { amount: 31, description: "Walnut boards" });
	const page = await open(firefox, url, testInfo);
	await sendCard(page);
	await expect.poll(() => textOf(page, "h1")).toBe("Paid");
	await page.close();
});

test("in Firefox, a payer confirms a renewal with the bank", async ({ firefox, page: chromium }, testInfo) => {
	const desk = new Desk(chromium);
	await desk.signIn("/app/account");
	const email = await subscribeToConfirm(desk, "en");
	const page = await open(firefox, await linkMailedTo(chromium, email, "pay"), testInfo);
	await page.evaluate(() => document.querySelector<HTMLElement>("form button[type=submit]")?.focus(), null);
	await page.press("Enter");
	const bank = await frameOf(page, "http://bank.localhost", "#code");
	await typeInto(bank, "#code", "1234");
	await bank.press("Enter");
	await expect.poll(() => textOf(page, "h1")).toBe("Done");
	await page.close();
});

test("in Firefox, a customer adds a card in the portal", async ({ firefox, page: chromium }, testInfo) => {
	const desk = new Desk(chromium);
	await desk.signIn("/app/account");
	const { lookup_id: customer } = await desk.post("/customer-service/customer", { email: "fox@example.com" });
	const { url } = await desk.post(`/customer-service/customer/${customer}/portal-session`, {});
	const page = await open(firefox, url, testInfo);
	await expect.poll(() => textOf(page, "h1")).toMatch(/^Your account at /);
	await page.goto(`${new URL(url).origin}/pay/portal/card?lang=en`);
	await sendCard(page);
	await expect.poll(() => textOf(page, "[role=status]")).toBe("The card is stored.");
	await page.close();
});
