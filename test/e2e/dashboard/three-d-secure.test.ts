import { join } from "node:path";
import { lookAt } from "../support/accessibility.ts";
import { expect, test } from "../support/staff.ts";

test.use({ account: "three-d-secure" });

const gateway = process.env.GATEWAY_URL ?? "";
const pictures = join(import.meta.dirname, "../../../screenshots/three-d-secure");

test("the rules of 3-D Secure are set above an amount, and a wrong country is named at its field", async ({
	desk,
	page,
}) => {
	desk.expectedInConsole.push(/status of 400/);
	await desk.signIn("/app/settings");
	await expect(page.getByLabel("The payer’s bank authenticates")).toHaveValue("never");
	await page.getByLabel("Always above").fill("900000,50");
	await page.getByLabel("Always outside of").fill("QQ");
	await page.getByRole("button", { name: "Save" }).click();
	await desk.confirm();
	await expect(page.getByLabel("Always outside of")).toHaveAttribute("aria-invalid", "true");
	await lookAt(page, pictures, "settings");
	await page.getByLabel("Always outside of").fill("");
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("The settings are saved.")).toBeVisible();
	await page.reload();
	await expect(page.getByLabel("Always above")).toHaveValue("900000.5");
});

for (const [language, authentication, liability] of [
	["en", "The bank authenticated the payer", "The bank bears it"],
	["fr", "La banque a authentifié le payeur", "La banque en répond"],
] as const) {
	test.describe(language, () => {
		test.use({ locale: `${language}-CA` });

		test("a transaction's page tells the authentication and who bears fraud in words", async ({ desk, page }) => {
			await desk.signIn("/app/account");
			const { transaction_id: id } = await desk.post("/transaction-service/sale", {
				amount: 31,
				card_number: "4000000000001000",
				card_expiry_month: "08",
				card_expiry_year: "31",
				cvv2: "123",
				three_d_secure: "auto",
			});
			await page.goto(`${gateway}/app/transactions/${id}`);
			await expect(page.getByText(authentication)).toBeVisible();
			await expect(page.getByText(liability)).toBeVisible();
			await lookAt(page, pictures, `transaction-${language}`);
		});
	});
}
