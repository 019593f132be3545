import { readFile } from "node:fs/promises";
import { tabTo } from "../support/accessibility.ts";
import { expect, test } from "../support/staff.ts";

test("a phone payment is found again and partly refunded, and its history shows both", async ({ desk, page }) => {
	await desk.signIn("/app/virtual-terminal");
	await desk.charge({ amount: "31.00", name: "Ana" });
	await expect(page.getByText("Charged $31.00 CAD to Visa •••• 1111.")).toBeVisible();
	await page.getByRole("link", { name: "Show the transaction" }).click();
	await expect(desk.heading("Sale $31.00 CAD")).toBeFocused();
	await expect(page.getByText("Virtual terminal", { exact: true }).last()).toBeVisible();

	await page.getByRole("button", { name: "Refund", exact: true }).click();
	await page.getByLabel("Amount in CAD").fill("11");
	await page.getByRole("button", { name: "Refund $11.00 CAD to Visa •••• 1111" }).click();
	await expect(page.getByText("Refunded $11.00 CAD to Visa •••• 1111.")).toBeVisible();
	const life = page.getByRole("region", { name: "Timeline" }).getByRole("listitem");
	await expect(life).toContainText([/Sale\$31\.00 CAD.*Partly refunded/, /Refund-\$11\.00 CAD/]);

	await page.getByRole("button", { name: "Refund", exact: true }).click();
	await expect(page.getByLabel("Amount in CAD")).toHaveValue("20.00");
	await page.keyboard.press("Escape");
	await expect(page.getByRole("dialog")).toBeHidden();

	await page.getByRole("button", { name: "Send the receipt again" }).click();
	await expect(page.getByText("The receipt will be sent to caller@example.com.")).toBeVisible();

	await desk.open("Transactions");
	const row = (text: string) => page.getByRole("row", { name: /Ana/ }).filter({ hasText: text });
	await expect(row("-$11.00 CAD").first()).toContainText("Refund");
	await expect(row("Partly refunded").first()).toContainText("$31.00 CAD");
	await page.getByText("Filters").click();
	await page.getByLabel("Channel").selectOption("Virtual terminal");
	await page.getByLabel("Amount from").fill("abc");
	await page.getByRole("button", { name: "Apply" }).click();
	await expect(page.getByLabel("Amount from")).toHaveAccessibleDescription(
		"Enter an amount such as 31.00, with two decimals at most.",
	);
	await expect(page.getByRole("row", { name: /Ana/ }).first()).toBeVisible();
	await page.getByLabel("Amount from").fill("31");
	await page.getByRole("button", { name: "Apply" }).click();
	await expect(page).toHaveURL(/channel=VT&min_amount=31.00/);
	await expect(page.getByRole("row", { name: /Ana/ }).first()).toContainText("$31.00 CAD");
	const download = page.waitForEvent("download");
	await page.getByRole("link", { name: "Export as CSV" }).click();
	expect(await readFile(await (await download).path(), "utf8")).toMatch(/"sale","APPROVED",.*,31,11,,,"CAD",.*"Ana"/);
	await page.goBack();
	await expect(page).toHaveURL(/\/transactions$/);
});

test("a declined card charges nothing, and the form accepts another card", async ({ desk, page }) => {
	desk.expectedInConsole.push(/status of 402/);
	await desk.signIn("/app/virtual-terminal");
	await desk.charge({ amount: "31.00", number: "4000000000009995", name: "Bruno" });
	await expect(page.getByText("$31.00 CAD on Visa •••• 9995 was declined. Nothing was charged.")).toBeVisible();
	await expect(desk.card.number).toHaveValue("");
	await expect(page.getByLabel("First name", { exact: true })).toHaveValue("Bruno");
	await desk.card.type();
	await page.getByRole("button", { name: "Charge $31.00 CAD" }).click();
	await expect(page.getByText("Charged $31.00 CAD to Visa •••• 1111.")).toBeVisible();
});

test("a stored card of a customer who is no longer shown is not charged", async ({ desk, page }) => {
	await desk.signIn("/app/virtual-terminal");
	const number = { card_number: "4111111111111111", card_expiry_month: "08", card_expiry_year: "31", cvv2: "123" };
	for (const email of ["first@stored.example", "second@stored.example"]) {
		const { lookup_id } = await desk.post("/customer-service/customer", { email });
		await desk.post(`/customer-service/customer/${lookup_id}/card`, number);
	}
	await page.getByRole("textbox", { name: "Amount" }).fill("31");
	await page.getByRole("radio", { name: "Card on file" }).check();
	const search = page.getByRole("textbox", { name: "Customer’s email" });
	const card = (email: string) => page.getByRole("radio", { name: email });
	await search.fill("first@stored.example");
	await search.press("Enter");
	await card("first@stored.example").check();
	await search.fill("second@stored.example");
	await search.press("Enter");
	await expect(card("second@stored.example")).not.toBeChecked();
	await page.getByRole("button", { name: "Charge $31.00 CAD" }).click();
	await expect(search).toHaveAccessibleDescription("Find the customer and choose a card.");
	await card("second@stored.example").check();
	await page.getByRole("button", { name: "Charge $31.00 CAD" }).click();
	await page.getByRole("link", { name: "Show the transaction" }).click();
	await expect(page.getByText("second@stored.example").first()).toBeVisible();
});

test("a lost response shows an unknown outcome, and checking it does not charge again", async ({ desk, page }) => {
	desk.expectedInConsole.push(/status of 402/);
	await desk.signIn("/app/virtual-terminal");
	await desk.charge({ amount: "33.00", number: "4000000000000259", name: "Unheard" });
	await expect(page.getByText("The outcome is unknown")).toBeVisible();
	await expect(page.getByRole("button", { name: /^Charge/ })).toBeHidden();
	await expect(async () => {
		const check = page.getByRole("button", { name: "Check the outcome" });
		// It goes away as soon as the outcome is there.
		if (await check.isVisible()) await check.click({ timeout: 1_000 });
		await expect(page.getByText("Charged $33.00 CAD to Visa •••• 0259.")).toBeVisible({ timeout: 2_000 });
	}).toPass({ timeout: 30_000 });
	await desk.open("Transactions");
	await expect(page.getByRole("row", { name: /Unheard/ })).toHaveCount(1);
});

test("X-31 a name with markup is shown as text", async ({ desk, page }) => {
	const name = "<img src=x onerror=alert(1)>";
	await desk.signIn("/app/virtual-terminal");
	await desk.charge({ amount: "35.00", name });
	await page.getByRole("link", { name: "Show the transaction" }).click();
	await expect(page.getByText(name)).toBeVisible();
	await desk.open("Transactions");
	await expect(page.getByText(name).first()).toBeVisible();
	await expect(page.locator("main img")).toHaveCount(0);
});

test("a payment is found and refunded with the keyboard alone: the focus goes to the amount, then to the refund", async ({
	desk,
	page,
}) => {
	await desk.signIn("/app/virtual-terminal");
	await desk.charge({ amount: "37.00", name: "Keyboard" });
	await expect(page.getByText("Charged $37.00")).toBeVisible();
	await tabTo(page, /^Show the transaction$/);
	await page.keyboard.press("Enter");
	await expect(desk.heading("Sale $37.00 CAD")).toBeFocused();
	await tabTo(page, /^Refund$/);
	await page.keyboard.press("Enter");
	await expect(page.getByLabel("Amount in CAD")).toBeFocused();
	// The amount is selected.
	await page.keyboard.type("7");
	await page.keyboard.press("Enter");
	await expect(page.getByText("Refunded $7.00 CAD to Visa •••• 1111.")).toBeVisible();
	await expect(page.getByRole("region", { name: "Timeline" }).getByRole("link", { name: "Refund" })).toBeFocused();
});

test("a charge and a refund that wait for more than 3 s say so", async ({ desk, page }) => {
	const says = page.getByText("This takes longer than usual. Please leave the page open.");
	let answer = Promise.withResolvers<void>();
	await page.route(/transaction-service\/(sale|refund)/, async (route) => {
		await answer.promise;
		await route.continue();
	});
	await desk.signIn("/app/virtual-terminal");
	await page.clock.install();
	await desk.charge({ amount: "39.00", name: "Slow" });
	await expect(page.getByRole("button", { name: "Contacting the bank…" })).toBeVisible();
	await expect(says).toBeHidden();
	await page.clock.fastForward(3_000);
	await expect(says).toBeVisible();
	answer.resolve();
	await page.getByRole("link", { name: "Show the transaction" }).click();
	await page.getByRole("button", { name: "Refund", exact: true }).click();
	answer = Promise.withResolvers<void>();
	await page.getByRole("button", { name: "Refund $39.00 CAD to Visa •••• 1111" }).click();
	await expect(page.getByRole("button", { name: "Contacting the bank…" })).toBeVisible();
	await page.clock.fastForward(3_000);
	await expect(says).toBeVisible();
	answer.resolve();
	await expect(page.getByRole("dialog")).toBeHidden();
});

test("no key closes a refund in flight", async ({ desk, page }) => {
	const answer = Promise.withResolvers<void>();
	await page.route(/\/refund\//, async (route) => {
		await answer.promise;
		await route.continue();
	});
	await desk.signIn("/app/virtual-terminal");
	await desk.charge({ amount: "39.00", name: "Patience" });
	await page.getByRole("link", { name: "Show the transaction" }).click();
	await page.getByRole("button", { name: "Refund", exact: true }).click();
	await page.getByRole("button", { name: "Refund $39.00 CAD to Visa •••• 1111" }).click();
	await expect(page.getByRole("button", { name: "Contacting the bank…" })).toBeDisabled();
	for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press("Escape");
	await expect(page.getByRole("dialog")).toBeVisible();
	answer.resolve();
	await expect(page.getByText("Refunded $39.00 CAD to Visa •••• 1111.")).toBeVisible();
	await expect(page.getByRole("dialog")).toBeHidden();
});

test("X-24 signing out ends the session: Back shows nothing, and the next page asks to sign in", async ({
	desk,
	page,
}) => {
	// A request that is on its way is refused.
	desk.expectedInConsole.push(/status of 401/);
	await desk.signIn("/app/transactions");
	await desk.openAccount();
	await page.getByRole("button", { name: "Sign out" }).click();
	await expect(page).toHaveURL(/\/app\/sign-in/);
	await page.goBack();
	await expect(page).toHaveURL(/\/app\/sign-in\?next=%2Fapp%2Ftransactions/);
});
