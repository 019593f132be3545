import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expectNoAxeFinding } from "../support/accessibility.ts";
import { expect, test } from "../support/staff.ts";

test.use({ account: "emails" });

/** Runs shell lines as a developer would paste them into a terminal. */
async function inTerminal(lines: string): Promise<string> {
	const { stdout } = await promisify(execFile)("bash", ["-c", lines], { timeout: 20_000 });
	return stdout;
}

test("a credential's secret is shown once, its sample request charges a card, and a revoked one is refused", async ({
	desk,
	page,
}) => {
	await desk.signIn("/app/settings/credentials");
	await page.getByRole("button", { name: "Create a credential" }).click();
	await page.getByLabel("Name").fill("Story server");
	await expect(page.getByLabel("Access tokens are valid for")).toHaveValue("43200");
	await page.getByRole("dialog").getByRole("button", { name: "Create a credential" }).click();
	await desk.confirm();

	const dialog = page.getByRole("dialog", { name: "Story server is created" });
	await expect(dialog).toBeVisible();
	await expectNoAxeFinding(page, "a new credential");
	const shown = async (label: string) =>
		(await dialog.getByRole("figure").filter({ hasText: label }).locator("code").textContent()) ?? "";
	const secret = await shown("Client secret");
	const box = dialog.getByRole("figure").filter({ hasText: "Client secret" }).locator("pre");
	expect(await box.evaluate((pre) => pre.scrollWidth - pre.clientWidth), "the secret is whole").toBe(0);
	const lines = await shown("Try it in a terminal");
	expect(secret).toMatch(/^sktest[0-9A-Za-z]{49}$/);
	expect(JSON.parse(await inTerminal(lines))).toMatchObject({ amount: 31, transaction_result: "APPROVED" });

	await dialog.getByRole("button", { name: "I have copied the secret" }).click();
	await expect(page.getByRole("row", { name: /Story server/ })).toBeVisible();
	await expect(page.getByText(secret)).toHaveCount(0);
	const row = page.getByRole("row", { name: /Story server/ });
	await expect(row.getByRole("cell").nth(4)).toHaveText("Never");
	await page.getByRole("button", { name: "Change expiry of Story server" }).click();
	await page.getByLabel("Expires").selectOption("In a year");
	await page.getByRole("button", { name: "Save" }).click();
	const inAYear = new Date(Date.now() + 365 * 86_400_000);
	const year = inAYear.toLocaleDateString("en-CA", { timeZone: "America/Toronto", year: "numeric" });
	await expect(row.getByRole("cell").nth(4)).toContainText(year);
	await page.getByRole("button", { name: "Revoke Story server" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Revoke Story server" }).click();
	await expect(page.getByRole("row", { name: /Story server/ })).toHaveCount(0);
	const refused = JSON.parse(await inTerminal(lines));
	expect(refused).toHaveProperty("code");
	expect(refused).not.toHaveProperty("transaction_id");
});

test("an invalid setting is shown at its field, and saved settings persist", async ({ desk, page }) => {
	desk.expectedInConsole.push(/status of 400/);
	await desk.signIn("/app/settings");
	await page.getByLabel("Address for replies").fill("nobody");
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByLabel("Address for replies")).toHaveAttribute("aria-invalid", "true");
	await expect(page.getByRole("dialog"), "nothing is confirmed before it is valid").toHaveCount(0);
	await page.getByLabel("Address for replies").fill("help@shop.example");
	await page.getByRole("button", { name: "Save" }).click();
	await desk.confirm();
	await expect(page.getByText("The settings are saved.")).toBeVisible();
	await page.getByLabel("Telephone").pressSequentially("416 555-0199");
	await page.getByLabel("Default language of emails").selectOption("Français");
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("The settings are saved.")).toBeVisible();
	await desk.open("Transactions");
	await desk.open("Settings");
	await expect(page.getByLabel("Address for replies")).toHaveValue("help@shop.example");
	await expect(page.getByLabel("Telephone")).toHaveValue("416 555-0199");
	await expect(page.getByLabel("Default language of emails")).toHaveValue("fr");
});

test("the settings say what is missing to go live, without a button that cannot succeed", async ({ desk, page }) => {
	await desk.signIn("/app/settings");
	const panel = page.getByRole("region", { name: "Go live" });
	await expect(panel).toContainText("A gateway that is not a sandbox");
	await expect(panel.getByRole("button")).toHaveCount(0);
});

test.describe("in French", () => {
	test.use({ locale: "fr-CA" });

	test("an error of the gateway is told in French", async ({ desk, page }) => {
		desk.expectedInConsole.push(/status of 400/);
		await page.goto(`${process.env.GATEWAY_URL}/app/settings`);
		await page.locator("input[type=email]").fill(desk.email);
		await page.locator("input[type=password]").fill(process.env.STAFF_PASSWORD ?? "");
		await page.locator("form[action='/app/sign-in'] button").click();
		await page.getByLabel("Adresse de réponse").fill("nobody@-shop.example");
		await page.getByRole("button", { name: "Enregistrer" }).click();
		desk.expectedInConsole.push(/status of 403/);
		const question = page.getByRole("dialog", { name: "Confirmez votre identité" });
		await question.locator("input[type=password]").fill(process.env.STAFF_PASSWORD ?? "");
		await question.getByRole("button", { name: "Confirmer" }).click();
		await expect(page.getByLabel("Adresse de réponse")).toHaveAccessibleDescription(
			"Entrez une adresse courriel comme nom@example.com.",
		);
		await expect(page.getByRole("alert"), "the error stands at its field alone").toHaveCount(0);
	});
});

test("a processor's fields make the form of an account, which a sandbox refuses", async ({ desk, page }) => {
	desk.expectedInConsole.push(/status of 409/);
	const account = {
		account_id: "9fK2mQ7xW1aZ3bC4dE5f",
		processor: "far",
		title: "Far Payments",
		currency: "USD",
		fields: { merchant_number: "MN-4711" },
		webhook_url: "https://pay.example.com/processors/9fK2mQ7xW1aZ3bC4dE5f/webhook",
		webhook_place: "Account › Notifications",
		verified_at: null,
		is_test: true,
		created_at: Date.UTC(2026, 0, 31),
	};
	const fields = [
		{ name: "merchant_number", label: "Merchant number", is_secret: false, is_optional: false, is_fixed: true },
		{ name: "api_key", label: "API key", is_secret: true, is_optional: false, is_fixed: false },
		{ name: "memo", label: "Memo", is_secret: false, is_optional: true, is_fixed: false },
	];
	// The sandbox has neither accounts nor processors.
	await page.route("**/app/api/processor-accounts", (route) =>
		route.request().method() === "GET"
			? route.fulfill({ json: { accounts: [account], processors: [{ name: "far", title: "Far Payments", fields }] } })
			: route.fallback(),
	);
	await desk.signIn("/app/settings/processors");
	const row = page.getByRole("row", { name: /Far Payments/ });
	await expect(row).toContainText("MN-4711");
	await expect(row).toContainText("Refused by the processor");
	await expect(row).toContainText("Test system of Far Payments: no money moves");
	await expect(page.getByText("At Far Payments, enter it under: Account › Notifications.")).toBeVisible();
	await expect(page.getByRole("figure").filter({ hasText: "Address for Far Payments, USD" })).toContainText(
		account.webhook_url,
	);
	await expectNoAxeFinding(page, "processor accounts");

	await page.getByRole("button", { name: "Change keys: Far Payments, USD" }).click();
	const keys = page.getByRole("dialog");
	// The merchant number names the account at the processor, so it cannot be changed.
	await expect(keys.getByLabel("Merchant number")).toHaveCount(0);
	await expect(keys.getByLabel("API key")).toHaveAttribute("type", "password");
	await keys.getByLabel("API key").fill("a rotated key");
	await expectNoAxeFinding(page, "changed keys of a processor account");
	const sent: unknown[] = [];
	await page.route("**/processor-accounts/*/change", (route) => {
		sent.push(route.request().postDataJSON());
		return route.fulfill({ json: account });
	});
	await keys.getByRole("button", { name: "Change keys" }).click();
	await expect(keys).toHaveCount(0);
	expect(sent).toEqual([{ fields: { api_key: "a rotated key" } }]);

	await page.getByRole("button", { name: "Connect an account" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Merchant number").fill("MN-4712");
	await expect(dialog.getByLabel("API key")).toHaveAttribute("type", "password");
	await dialog.getByLabel("API key").fill("a secret");
	await expectNoAxeFinding(page, "a new processor account");
	await dialog.getByRole("button", { name: "Connect an account" }).click();
	await desk.confirm();
	await expect(dialog.getByRole("alert").filter({ hasText: /./ })).toContainText("A sandbox never moves real money");
	await dialog.getByRole("button", { name: "Cancel" }).click();

	await page.getByRole("button", { name: "Remove Far Payments, USD" }).click();
	await expect(dialog).toContainText("Live payments in USD are refused");
	await expect(dialog.getByLabel("Reason")).toBeVisible();
	await expectNoAxeFinding(page, "the removal of a processor account");
});
