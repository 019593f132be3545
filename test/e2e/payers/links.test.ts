import { join } from "node:path";
import type { Browser, Page, Request, TestInfo } from "@playwright/test";
import { lookAt, tabTo, untilPainted } from "../support/accessibility.ts";
import { CardFields, visa } from "../support/merchant.ts";
import { openFormsFromNewAddress } from "../support/payer-address.ts";
import { type Desk, expect, test } from "../support/staff.ts";

/* A payer opens a payment link: no account, no application, any browser. */

const pictures = join(import.meta.dirname, "../../../screenshots/payer-links");

const declined = { ...visa, number: "4000000000000002" };

/** With the card form, compressed. */
const maximumBytes = 60_000;

async function linkOf(desk: Desk, fields: object = {}): Promise<string> {
	await desk.signIn("/app/account");
	const { url } = await desk.post("/transaction-service/payment-link", {
		amount: 31,
		description: "Walnut boards",
		...fields,
	});
	return url;
}

async function payerIn(browser: Browser, testInfo: TestInfo, locale: string): Promise<Page> {
	const context = await browser.newContext({ locale });
	await openFormsFromNewAddress(context, testInfo);
	return context.newPage();
}

/** Collects what a page and its frames load, in bytes as they came. */
function countBytes(page: Page): () => Promise<number> {
	const finished: Request[] = [];
	page.on("requestfinished", (request) => finished.push(request));
	return async () => {
		const sizes = await Promise.all(finished.map((request) => request.sizes()));
		return sizes.reduce(
			(sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize,
			0,
		);
	};
}

test("with the keyboard alone, a payer asks for a receipt and pays", async ({ desk, browser }, testInfo) => {
	const payer = await payerIn(browser, testInfo, "en-CA");
	await payer.goto(await linkOf(desk));
	const card = new CardFields(payer);
	await expect(card.number).toBeEditable();
	await untilPainted(payer);
	await card.number.focus();
	await payer.keyboard.type(`${visa.number}${visa.expiry}${visa.securityCode}`);
	await tabTo(payer, /^Email for the receipt/);
	await payer.keyboard.type("payer@example.com");
	await tabTo(payer, /^Pay \$31\.00/);
	await payer.keyboard.press("Enter");
	await expect(payer.getByRole("heading", { level: 1, name: "Paid" })).toBeVisible();
	await payer.context().close();
});

test("in French, a declined card says why, and another one pays", async ({ desk, browser }, testInfo) => {
	const payer = await payerIn(browser, testInfo, "fr-CA");
	await payer.goto(await linkOf(desk, { amount_tax: 4.03 }));
	await expect(payer.getByRole("heading", { level: 1 })).toContainText(/vous demande de payer 31,00\s\$/);
	const card = new CardFields(payer);
	const pay = payer.getByRole("button", { name: /^Payer 31,00/ });
	await card.type(declined);
	await lookAt(payer, pictures, "french");
	await pay.click();
	await expect(payer.getByRole("alert")).toContainText("Rien n’a été débité");
	await lookAt(payer, pictures, "french-declined");
	await card.type();
	await pay.click();
	await expect(payer.getByRole("heading", { level: 1, name: "Payé" })).toBeVisible();
	await lookAt(payer, pictures, "french-paid");
	await payer.context().close();
});

test("the page weighs at most 60 KB with the card form", async ({ desk, browser }, testInfo) => {
	const payer = await payerIn(browser, testInfo, "en-CA");
	const loaded = countBytes(payer);
	await payer.goto(await linkOf(desk));
	await expect(new CardFields(payer).number).toBeEditable();
	await payer.waitForLoadState("networkidle");
	const bytes = await loaded();
	expect(bytes).toBeGreaterThan(10_000);
	expect(bytes).toBeLessThanOrEqual(maximumBytes);
	await payer.context().close();
});
