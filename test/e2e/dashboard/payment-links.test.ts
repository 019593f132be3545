import { join } from "node:path";
import { lookAt } from "../support/accessibility.ts";
import { CardFields } from "../support/merchant.ts";
import { openFormsFromNewAddress } from "../support/payer-address.ts";
import { expect, test } from "../support/staff.ts";

const gateway = process.env.GATEWAY_URL ?? "";
const pictures = join(import.meta.dirname, "../../../screenshots/payment-links");

/** 60 characters without a place to break. */
const longName = "Walnutboards-and-brasslamps-for-the-house-at-the-lake-Zuñiga";

test("a payer pays the link that a clerk made, and the clerk sees the payment", async ({
	desk,
	page,
	browser,
}, testInfo) => {
	await desk.signIn("/app/account");
	await page
		.getByRole("navigation", { name: "Pages", exact: true })
		.getByRole("link", { name: "Payment links" })
		.click();
	await expect(desk.heading("Payment links")).toBeVisible();
	await page.getByRole("button", { name: "Create a payment link" }).first().click();
	const form = page.getByRole("dialog", { name: "Create a payment link" });
	// The keyboard alone: the focus begins in the amount, and Enter sends.
	await expect(form.getByLabel("Amount")).toBeFocused();
	await page.keyboard.type("31");
	await form.getByLabel("Description").fill(longName);
	await form.getByLabel("Invoice").fill("INV-1042");
	await form.getByLabel("Payer’s email").fill("ada@example.com");
	await lookAt(page, pictures, "create");
	await form.getByLabel("Description").press("Enter");

	await expect(desk.heading("Payment link of $31.00 CAD")).toBeVisible();
	await expect(page.locator(".chip", { hasText: "Open" })).toBeVisible();
	await expect(page.getByText("Not yet")).toBeVisible();
	await page.getByRole("button", { name: "Send by mail" }).click();
	await expect(page.getByText("The link goes to ada@example.com.")).toBeVisible();
	const picture = page.getByRole("img", { name: "QR code with the address for the payer" });
	await expect(picture).toBeVisible();
	await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
	await lookAt(page, pictures, "open");
	const address = (await page.locator(".snippet code").textContent()) ?? "";
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: gateway });
	await page.getByRole("button", { name: "Copy" }).click();
	await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);

	const payers = await browser.newContext({ locale: "en-CA" });
	await openFormsFromNewAddress(payers, testInfo);
	const payer = await payers.newPage();
	const complaints: string[] = [];
	payer.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
	await payer.goto(address);
	await expect(payer.getByRole("heading", { level: 1 })).toContainText("asks you to pay $31.00");
	await new CardFields(payer).type();
	await lookAt(payer, pictures, "payer");
	await payer.getByRole("button", { name: /^Pay \$31\.00/ }).click();
	await expect(payer.getByRole("heading", { level: 1, name: "Paid" })).toBeVisible();
	await lookAt(payer, pictures, "payer-paid");
	expect(complaints).toEqual([]);
	await payers.close();

	// The page still shows the link as open.
	desk.expectedInConsole.push(/status of 409/);
	await page.getByRole("button", { name: "Cancel this link" }).click();
	const question = page.getByRole("dialog", { name: "Cancel this link" });
	await question.getByRole("button", { name: "Cancel this link" }).click();
	await expect(question.getByRole("alert")).toContainText("The link was paid or cancelled");
	await question.getByRole("button", { name: "Keep the link" }).click();
	await expect(page.locator(".chip", { hasText: "Paid" })).toBeVisible();
	await expect(page.getByText("Once", { exact: true })).toBeVisible();
	await expect(page.getByText("Visa •••• 1111")).toBeVisible();
	await expect(page.getByRole("button", { name: "Cancel this link" })).toHaveCount(0);
	await lookAt(page, pictures, "paid");
	await page.getByRole("link", { name: "Show the transaction" }).click();
	await expect(desk.heading("Sale $31.00 CAD")).toBeVisible();
	await expect(page.getByText("INV-1042")).toBeVisible();
});

test("a payer subscribes by a link, and the clerk sees what the payer agreed to", async ({
	desk,
	page,
	browser,
}, testInfo) => {
	await desk.signIn("/app/payment-links");
	const name = `Coffee ${Date.now()}`;
	const terms = { name, amount: 31, currency: "CAD", frequency: "MOTHLY", trial_days: 14, setup_fee: 4 };
	await desk.post("/plan-service/plan", terms);
	await page.reload();
	await page.getByRole("button", { name: "Create a payment link" }).first().click();
	const form = page.getByRole("dialog", { name: "Create a payment link" });
	await form.getByLabel("Plan").selectOption({ label: `${name}: $31.00 CAD a month` });
	await expect(form.getByLabel("Amount")).toHaveCount(0);
	await form.getByLabel("Description").fill(longName);
	await lookAt(page, pictures, "create-plan");
	await form.getByRole("button", { name: "Create a payment link" }).click();
	await expect(desk.heading("Payment link of $35.00 CAD")).toBeVisible();
	const address = (await page.locator(".snippet code").textContent()) ?? "";

	const payers = await browser.newContext({ locale: "en-CA" });
	await openFormsFromNewAddress(payers, testInfo);
	const payer = await payers.newPage();
	await payer.goto(address);
	await payer.getByLabel("First name").fill("Ada");
	await payer.getByLabel("Last name").fill("Lovelace");
	await payer.getByLabel("Email").fill("ada@example.com");
	await new CardFields(payer).type();
	const consent = payer.getByRole("checkbox", { name: /^I agree that .* The first 14 days are free\./ });
	await consent.check();
	await lookAt(payer, pictures, "payer-plan");
	await payer.getByRole("button", { name: "Subscribe" }).click();
	await expect(payer.getByRole("heading", { level: 1, name: "You have subscribed" })).toBeVisible();
	await lookAt(payer, pictures, "payer-subscribed");
	await payers.close();

	await page.reload();
	await expect(page.getByRole("heading", { name: "What the payer agreed to" })).toBeVisible();
	await expect(page.getByText(/The first 14 days are free\./)).toBeVisible();
	await lookAt(page, pictures, "subscribed");
	await page.getByRole("link", { name: "Show the subscription" }).click();
	await expect(desk.heading(name)).toBeVisible();
});

test.describe("in French", () => {
	test.use({ locale: "fr-CA" });

	test("a link is cancelled after one question, and found again by its status", async ({ desk, page }) => {
		await desk.signIn("/app/account");
		const { lookup_id: id, url } = await desk.post("/transaction-service/payment-link", {
			amount: 17,
			description: longName,
			operation: "authorize",
			invoice_id: `annulé ${Date.now()}`,
		});
		await page.goto(`${gateway}/app/payment-links/${id}`);
		await expect(desk.heading(/^Lien de paiement de 17,00\s\$ CAD$/)).toBeVisible();
		await page.getByRole("button", { name: "Annuler ce lien" }).click();
		const question = page.getByRole("dialog", { name: "Annuler ce lien" });
		await question.getByRole("button", { name: "Garder le lien" }).click();
		await expect(question).toBeHidden();
		await page.getByRole("button", { name: "Annuler ce lien" }).click();
		await lookAt(page, pictures, "cancel-fr");
		await question.getByRole("button", { name: "Annuler ce lien" }).click();
		await expect(page.getByText("Le lien est annulé.")).toBeVisible();
		await expect(page.locator(".chip", { hasText: "Annulé" })).toBeVisible();
		await lookAt(page, pictures, "canceled-fr");

		await page.goto(`${gateway}/app/payment-links?status=CANCELED`);
		await expect(page.locator("tbody a", { hasText: longName })).toHaveAttribute("href", `/app/payment-links/${id}`);
		await lookAt(page, pictures, "list-fr");
		await page.goto(`${gateway}/app/payment-links?status=CANCELED&invoice_id=unknown`);
		await expect(page.getByText("Aucun lien de paiement ne correspond à ces filtres")).toBeVisible();
		await lookAt(page, pictures, "list-none-fr");

		await page.goto(`${gateway}/app/audit?event=payment_link.canceled`);
		const canceled = page.getByRole("link", { name: "Lien de paiement", exact: true }).first();
		await expect(canceled).toHaveAttribute("href", `/app/payment-links/${id}`);

		await page.goto(url);
		await expect(page.getByRole("heading", { level: 1, name: "Ce lien a été annulé" })).toBeVisible();
	});
});

test("an account without links offers to create the first one", async ({ desk, page }) => {
	await page.route("**/app/api/transaction-service/payment-link", (route) =>
		route.fulfill({ json: { entities: [], paging: { cursors: { before: "", after: "" } } } }),
	);
	await desk.signIn("/app/payment-links");
	await expect(page.getByRole("heading", { name: "No payment links yet" })).toBeVisible();
	await lookAt(page, pictures, "none");
	await page.getByRole("main").getByRole("button", { name: "Create a payment link" }).last().click();
	const form = page.getByRole("dialog", { name: "Create a payment link" });
	await form.getByRole("button", { name: "Create a payment link" }).click();
	await expect(form.getByLabel("Amount")).toBeFocused();
	await expect(form.getByText("Fill this in.")).toHaveCount(2);
	await lookAt(page, pictures, "missing");
});
