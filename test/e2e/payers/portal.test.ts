import { join } from "node:path";
import { lookAt, tabTo } from "../support/accessibility.ts";
import { CardFields } from "../support/merchant.ts";
import { openFormsFromNewAddress } from "../support/payer-address.ts";
import { type Desk, expect, test } from "../support/staff.ts";

test.use({ account: "portal" });

const pictures = join(import.meta.dirname, "../../../screenshots/portal");

/** 60 characters without a place to break. */
const longName = "Walnutboards-and-brasslamps-for-the-house-at-the-lake-Zuñiga";

const goodCard = { card_number: "4111111111111111", card_expiry_month: "08", card_expiry_year: "31", cvv2: "123" };

/** A customer with a card, a subscription and a payment. */
async function subscriber(desk: Desk, email: string): Promise<string> {
	const { lookup_id: customer } = await desk.post("/customer-service/customer", { email });
	const { card_lookup_id } = await desk.post(`/customer-service/customer/${customer}/card`, goodCard);
	const plan = { name: longName, amount: 31, currency: "CAD", frequency: "MOTHLY" };
	const { lookup_id: plan_lookup_id } = await desk.post("/plan-service/plan", plan);
	await desk.post(`/customer-service/customer/${customer}/subscription`, {
		plan_lookup_id,
		card_lookup_id,
		start_date: Date.now() + 86_400_000,
	});
	await desk.post(`/transaction-service/sale/customer/${customer}`, { amount: 17 });
	return customer;
}

test("a customer adds a card by keyboard, gives it to a subscription, cancels, reads it in French, and signs out", async ({
	desk,
	page,
	browser,
}, testInfo) => {
	await desk.signIn("/app/settings");
	await page.getByLabel("Payers may pause and resume their subscriptions").check();
	await page.getByLabel("Payers may cancel their subscriptions").check();
	await page.getByRole("button", { name: "Save" }).first().click();
	await desk.confirm();
	await expect(page.getByRole("status").filter({ hasText: "saved" })).toBeVisible();
	const customer = await subscriber(desk, `portal-${testInfo.workerIndex}@example.com`);
	const { url } = await desk.post(`/customer-service/customer/${customer}/portal-session`, {});

	const payers = await browser.newContext({ locale: "en-CA" });
	await openFormsFromNewAddress(payers, testInfo);
	const payer = await payers.newPage();
	const complaints: string[] = [];
	payer.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
	await payer.goto(url);
	await expect(payer.getByRole("heading", { level: 1, name: /^Your account at/ })).toBeVisible();
	await expect(payer.getByText("$17.00 CAD").first()).toBeVisible();
	await lookAt(payer, pictures, "overview");

	await tabTo(payer, /^Add a card/);
	await payer.keyboard.press("Enter");
	await new CardFields(payer).type({ number: "5555555555554444", expiry: "0831", securityCode: "123" });
	await lookAt(payer, pictures, "new-card");
	await payer.getByRole("button", { name: "Store this card" }).press("Enter");
	await expect(payer.getByRole("status")).toHaveText("The card is stored.");

	await tabTo(payer, new RegExp(`^Manage ${longName}`));
	await payer.keyboard.press("Enter");
	await expect(payer.getByRole("heading", { level: 1, name: longName })).toBeVisible();
	await lookAt(payer, pictures, "subscription");
	await payer.getByRole("button", { name: "Use this card from the next payment on" }).press("Enter");
	await expect(payer.getByRole("status")).toContainText("has this card from the next payment on");

	await payer.getByRole("link", { name: `Manage ${longName}` }).press("Enter");
	await expect(payer.getByText("•••• 4444").first()).toBeVisible();
	await payer.locator("summary", { hasText: "Cancel this subscription" }).press("Enter");
	await lookAt(payer, pictures, "cancel");
	await payer.getByRole("button", { name: "Cancel this subscription" }).press("Enter");
	await expect(payer.getByRole("status")).toContainText("The subscription is cancelled");
	await expect(payer.locator(".chip", { hasText: "Cancelled" })).toBeVisible();

	await payer.getByRole("link", { name: "Manage Visa •••• 1111" }).press("Enter");
	await lookAt(payer, pictures, "card");
	await payer.getByRole("link", { name: "Back to the overview" }).press("Enter");
	await payer.getByRole("link", { name: "Français" }).press("Enter");
	await expect(payer.getByRole("heading", { level: 1, name: /^Votre compte chez/ })).toBeVisible();
	await expect(payer.locator(".chip", { hasText: "Annulé" })).toBeVisible();
	await lookAt(payer, pictures, "overview-fr");
	const receipt = payer.getByRole("link", { name: /^Reçu/ }).first();
	await receipt.press("Enter");
	await expect(payer.getByRole("heading", { level: 1, name: /^Reçu/ })).toBeVisible();
	await payer.goBack();
	await payer.getByRole("button", { name: "Fermer la session" }).press("Enter");
	await expect(payer.getByRole("heading", { level: 1, name: "Votre session est fermée" })).toBeVisible();
	expect(complaints).toEqual([]);
	await payers.close();
});

test("a customer asks for a link by email, and is told the same as a stranger", async ({ desk, page }, testInfo) => {
	await desk.signIn("/app/settings");
	const email = `portal-mail-${testInfo.workerIndex}@example.com`;
	await desk.post("/customer-service/customer", { email });
	const address = page.getByRole("link", { name: /\/pay\/portal\// });
	await page.goto((await address.getAttribute("href")) ?? "");
	await expect(desk.heading(/^Open your account at/)).toBeVisible();
	await lookAt(page, pictures, "ask");
	for (const typed of ["stranger@example.com", email]) {
		await page.getByLabel("Email address").fill(typed);
		await page.getByLabel("Email address").press("Enter");
		await expect(desk.heading("Look at your email")).toBeVisible();
		await page.goBack();
	}
	await page.getByRole("link", { name: "Français" }).click();
	await expect(desk.heading(/^Ouvrir votre compte chez/)).toBeVisible();
	await lookAt(page, pictures, "ask-fr");
});
