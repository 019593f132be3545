import { expect, test } from "../support/staff.ts";

test("a customer's card is added in the card form, billed by a subscription, and every step can be taken back", async ({
	desk,
	page,
}) => {
	const dialog = page.getByRole("dialog");
	const confirm = (name: string) => dialog.getByRole("button", { name, exact: true }).click();
	await desk.signIn("/app/plans");
	await page.getByRole("button", { name: "Create a plan" }).click();
	await dialog.getByLabel("Name").fill("Story box");
	await dialog.getByLabel("Amount").fill("31");
	await confirm("Create a plan");
	await expect(page.getByRole("row", { name: /Story box/ })).toContainText("$31.00 CAD a month");

	await desk.open("Customers");
	await page.getByRole("button", { name: "Add a customer" }).click();
	await dialog.getByLabel("E-mail").fill("story@example.com");
	await dialog.getByLabel("First name").fill("Story");
	await confirm("Save");
	await expect(desk.heading("Story")).toBeVisible();

	await page.getByRole("button", { name: "Add a card" }).click();
	await desk.card.type({ number: "4111111111111111", expiry: "0831", securityCode: "123" });
	await confirm("Add a card");
	await expect(page.getByText("Visa •••• 1111")).toBeVisible();
	await page.getByRole("button", { name: "Change Visa •••• 1111" }).click();
	await dialog.getByLabel("Label").fill("Head office");
	await confirm("Save");
	await expect(page.getByText("Head office")).toBeVisible();

	await page.getByRole("button", { name: "Start a subscription" }).click();
	await dialog.getByLabel("Plan").selectOption({ label: "Story box: $31.00 CAD a month" });
	await confirm("Start a subscription");
	await page.getByRole("link", { name: "Story box" }).click();
	await expect(page.getByText("Nothing has been charged yet")).toBeVisible();
	await page.getByRole("button", { name: "Pause" }).click();
	await confirm("Pause Story box");
	await expect(page.getByText("Paused")).toBeVisible();
	await page.getByRole("button", { name: "Resume" }).click();
	await confirm("Resume Story box");
	await expect(page.getByText("Active")).toBeVisible();
	await page.getByRole("button", { name: "Cancel" }).click();
	await confirm("Keep it");
	await expect(page.getByText("Active")).toBeVisible();
	await page.getByRole("button", { name: "Cancel" }).click();
	await confirm("Cancel Story box");
	await expect(page.getByText("Cancelled")).toBeVisible();

	await page.getByRole("link", { name: "Story", exact: true }).click();
	await page.getByRole("button", { name: "Delete Visa •••• 1111" }).click();
	await confirm("Delete Visa •••• 1111");
	await expect(page.getByText("No card is on file.")).toBeVisible();
});
