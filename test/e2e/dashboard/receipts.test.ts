import { join } from "node:path";
import { logos } from "../../fixtures/mail/pictures.ts";
import { expectNoAxeFinding, lookAt } from "../support/accessibility.ts";
import { linkMailedTo } from "../support/mails.ts";
import { expect, test } from "../support/staff.ts";

test.use({ account: "receipts" });

const pictures = join(import.meta.dirname, "../../../screenshots/receipts");

const card = { card_number: "4111111111111111", card_expiry_month: "08", card_expiry_year: "31", cvv2: "123" };

test("a logo and tax numbers of the settings are on the receipt, which is printed on one page", async ({
	desk,
	page,
}) => {
	desk.expectedInConsole.push(/status of 400/);
	await desk.signIn("/app/settings");
	await page.getByRole("button", { name: "Add a tax number" }).click();
	await page.getByLabel("Tax 1").fill("GST/HST");
	await page.getByLabel("Number 1").fill("none");
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await desk.confirm();
	await expect(page.getByLabel("Number 1")).toHaveAttribute("aria-invalid", "true");
	await page.getByLabel("Number 1").fill("12345 6789 RT0001");
	await page.getByRole("button", { name: "Save", exact: true }).click();
	await expect(page.getByText("The settings are saved.")).toBeVisible();

	const panel = page.getByRole("region", { name: "Logo" });
	const chosen = (name: string, mimeType: string, buffer: Buffer) =>
		panel.getByLabel("Picture").setInputFiles({ name, mimeType, buffer });
	await panel.getByRole("button", { name: "Add the logo" }).click();
	await expect(panel.getByLabel("Picture")).toBeFocused();
	await chosen("logo.svg", "image/svg+xml", Buffer.from("<svg/>"));
	await expect(panel.getByLabel("Picture")).toHaveAttribute("aria-invalid", "true");
	await chosen("logo.png", "image/png", Buffer.from("no picture"));
	await panel.getByRole("button", { name: "Add the logo" }).click();
	await expect(panel.getByText("Choose a PNG, JPEG or WebP picture of at most 100 KB")).toBeVisible();
	await chosen("logo.png", "image/png", logos["image/png"]);
	await panel.getByRole("button", { name: "Add the logo" }).click();
	await expect(panel.getByText("The logo is saved.")).toBeVisible();
	const logo = panel.getByRole("img", { name: /^Logo of / });
	await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160);
	await lookAt(page, pictures, "settings", panel);

	const email = "books@shop.example";
	const parts = { amount_tax: 3.57, amount_tip: 2, first_name: "Ada", last_name: "Lovelace", invoice_id: "INV-1042" };
	await desk.post("/transaction-service/sale", { ...card, amount: 33, email, ...parts });
	await page.goto(await linkMailedTo(page, email, "pay"));
	await expect(page.getByRole("heading", { level: 1 })).toContainText("Receipt from");
	for (const text of ["$27.43 CAD", "$3.57 CAD", "$2.00 CAD", "12345 6789 RT0001"]) {
		await expect(page.getByText(text)).toBeVisible();
	}
	const width = await page.getByRole("img").evaluate((image: HTMLImageElement) => image.naturalWidth);
	expect(width).toBe(160);
	await lookAt(page, pictures, "receipt");
	await page.getByRole("link", { name: "Français" }).click();
	await expect(page.getByText("Sous-total")).toBeVisible();
	await expectNoAxeFinding(page, "the French receipt");
	for (const format of ["Letter", "A4"]) {
		const printed = (await page.pdf({ format })).toString("latin1");
		expect(printed.match(/\/Type\s*\/Page\b/g), format).toHaveLength(1);
	}

	await page.setViewportSize({ width: 1280, height: 900 });
	await page.goto(`${process.env.GATEWAY_URL}/app/settings`);
	await panel.getByRole("button", { name: "Remove the logo" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Remove the logo" }).click();
	await expect(panel.getByText("The logo is removed.")).toBeVisible();
});
