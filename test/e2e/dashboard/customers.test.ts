import { readFile } from "node:fs/promises";
import { type Desk, expect, test } from "../support/staff.ts";

test.use({ account: "retries" });

test("a customer gets a card and a subscription, and both can be cancelled", async ({ desk, page }) => {
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
	await dialog.getByLabel("Email").fill("story@example.com");
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

test("a customer's page charges a card on file and shows payments and total, and the payment leads back", async ({
	desk,
	page,
}) => {
	await desk.signIn("/app/account");
	const person = { email: "regular@example.com", first_name: "Odalys", last_name: "Quintero" };
	const { lookup_id: id } = await desk.post("/customer-service/customer", person);
	const card = { card_number: "4242424242424242", card_expiry_month: "08", card_expiry_year: "31", cvv2: "123" };
	await desk.post(`/customer-service/customer/${id}/card`, card);
	await page.goto(`${process.env.GATEWAY_URL}/app/customers/${id}`);
	await page.getByRole("link", { name: "Charge", exact: true }).click();
	await expect(page.getByRole("radio", { name: /Visa •••• 4242/ })).toBeChecked();
	await page.getByLabel("Amount", { exact: true }).fill("31");
	await page.getByRole("button", { name: "Charge $31.00 CAD" }).click();
	await page.getByRole("link", { name: "Show the transaction" }).click();
	await page.getByRole("region", { name: "Details" }).getByRole("link", { name: "Odalys Quintero" }).click();
	await expect(page.getByText("$31.00 CAD paid")).toBeVisible();
	await page.getByRole("link", { name: "All payments" }).click();
	await expect(page.locator("tbody tr")).toHaveCount(1);

	await desk.open("Transactions");
	await page.getByText("Filters").click();
	await page.getByLabel("Last four digits").fill("4242");
	await page.getByLabel("Type").selectOption("Sale");
	await page.getByLabel("Last name").fill("UINTER");
	await page.getByRole("button", { name: "Apply" }).click();
	await expect(page.getByRole("row", { name: /Odalys Quintero/ })).toHaveCount(1);
});

test("an owner downloads what is known of a customer, and erases it", async ({ desk, page }) => {
	await desk.signIn("/app/account");
	const { lookup_id: id } = await desk.post("/customer-service/customer", {
		email: "gone@example.com",
		first_name: "Gone",
	});
	await page.goto(`${process.env.GATEWAY_URL}/app/customers/${id}`);
	const panel = page.getByRole("region", { name: "Personal data" });
	const file = page.waitForEvent("download");
	await panel.getByRole("button", { name: "Download as a file" }).click();
	await desk.confirm();
	expect((await file).suggestedFilename()).toBe(`customer-${id}.json`);
	const saved = JSON.parse(await readFile(await (await file).path(), "utf8"));
	expect(saved.customer).toMatchObject({ lookup_id: id, email: "gone@example.com" });

	await panel.getByRole("button", { name: "Erase customer" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Erase Gone" }).click();
	await expect(desk.heading("Customers")).toBeVisible();
	await expect(page.getByRole("row", { name: /Gone/ })).toHaveCount(0);
});

/**
 * Creates a customer whose subscription is suspended by its first payment, and who has another card. Returns the
 * page's address.
 */
async function suspendedSubscription(desk: Desk): Promise<string> {
	const customers = "/customer-service/customer";
	const { lookup_id: customer } = await desk.post(customers, { email: "owing@example.com" });
	const expiry = { card_expiry_month: "08", card_expiry_year: "31", cvv2: "123" };
	await desk.post(`${customers}/${customer}/card`, { card_number: "5100000000000032", ...expiry });
	const { cards } = await desk.post(`${customers}/${customer}/card`, { card_number: "4111111111111111", ...expiry });
	const card = cards.find(({ is_default: isDefault }: { is_default: boolean }) => isDefault);
	const plan = await desk.post("/plan-service/plan", {
		name: "Owing box",
		amount: 31,
		currency: "CAD",
		frequency: "MOTHLY",
	});
	// Read last: the start must not have passed, and the page waits for it.
	const session = await desk.page.request.get(`${process.env.GATEWAY_URL}/app/api/session`);
	const { clock } = await session.json();
	const { subscriptions } = await desk.post(`${customers}/subscription`, {
		plan_lookup_id: plan.lookup_id,
		card_lookup_id: card.lookup_id,
		start_date: clock.business_time + 5_000,
	});
	return `/app/customers/${customer}/subscriptions/${subscriptions[0].lookup_id}`;
}

test("resuming a suspended subscription with another card shows the amount owed, then the outcome", async ({
	desk,
	page,
}) => {
	await desk.signIn("/app/customers");
	const address = await suspendedSubscription(desk);
	await expect(async () => {
		await page.goto(process.env.GATEWAY_URL + address);
		await expect(page.getByText("Suspended")).toBeVisible({ timeout: 3_000 });
	}).toPass({ timeout: 40_000 });
	await page.getByRole("button", { name: "Resume" }).click();
	const dialog = page.getByRole("dialog");
	await expect(dialog.getByText(/^\$31\.00 CAD has been owed since/)).toBeVisible();
	await dialog.getByLabel("Card").selectOption("Visa •••• 1111");
	await dialog.getByRole("button", { name: "Resume Owing box" }).click();
	await expect(page.getByText("$31.00 CAD was charged to Visa •••• 1111. The subscription continues.")).toBeVisible();
	await expect(page.getByText("Active")).toBeVisible();
});

test("a plan has a trial and a set-up fee, and a subscription moves to it, with a preview of what is charged", async ({
	desk,
	page,
}) => {
	desk.expectedInConsole.push(/status of 40[03]/);
	const dialog = page.getByRole("dialog");
	const confirm = (name: string) => dialog.getByRole("button", { name, exact: true }).click();
	await desk.signIn("/app/plans");
	await page.getByRole("button", { name: "Create a plan" }).click();
	await dialog.getByLabel("Name").fill("Moving box");
	await dialog.getByLabel("Amount").fill("31");
	await dialog.getByLabel("Quantity").fill("2");
	await dialog.getByLabel("Free trial, in days").fill("14");
	await dialog.getByLabel("Set-up fee").fill("1000000");
	await confirm("Create a plan");
	await expect(dialog.getByText("Enter a fee such as 25.00, or leave it empty.")).toBeVisible();
	await dialog.getByLabel("Set-up fee").fill("25");
	await confirm("Create a plan");
	await page.getByRole("link", { name: "Moving box" }).click();
	const fact = (name: string) =>
		page
			.locator("dl.pairs > div")
			.filter({ has: page.getByText(name, { exact: true }) })
			.locator("dd");
	await expect(fact("Price")).toHaveText("2 × $31.00 CAD a month");
	await expect(fact("Free trial")).toHaveText("14 days");
	await expect(fact("Set-up fee")).toHaveText("$25.00 CAD");

	const plans = await (await page.request.get(`${process.env.GATEWAY_URL}/app/api/plan-service/plan`)).json();
	const [{ lookup_id: plan_lookup_id }] = plans.plans;
	const customers = "/customer-service/customer";
	const { lookup_id: customer } = await desk.post(customers, { email: "moving@example.com" });
	const card = { card_number: "4111111111111111", card_expiry_month: "08", card_expiry_year: "31", cvv2: "123" };
	const { cards } = await desk.post(`${customers}/${customer}/card`, card);
	const { clock } = await (await page.request.get(`${process.env.GATEWAY_URL}/app/api/session`)).json();
	const { subscription_lookup_id: id } = await desk.post(`${customers}/subscription`, {
		plan_lookup_id,
		card_lookup_id: cards[0].lookup_id,
		start_date: clock.business_time + 86_400_000,
	});
	const other = { name: "Removal box", amount: 33, currency: "CAD", frequency: "ANNUALLY" };
	await desk.post("/plan-service/plan", other);
	await page.goto(`${process.env.GATEWAY_URL}/app/customers/${customer}/subscriptions/${id}`);
	const next = page.getByRole("region", { name: "Next payment" });
	await expect(next).toContainText("Moving box × 2$62.00 CADSet-up fee$25.00 CAD");
	await expect(next).toContainText("$87.00 CAD");

	await page.getByRole("button", { name: "Change plan" }).click();
	await dialog.getByLabel("Plan").selectOption({ label: "Removal box: $33.00 CAD a year" });
	await dialog.getByLabel("Quantity").fill("3");
	await dialog.getByLabel("From").selectOption("Now");
	await expect(dialog).toContainText("Removal box × 3$99.00 CADSet-up fee$25.00 CADCharged now$124.00 CAD");
	await dialog.getByLabel("Quantity").fill("2");
	await expect(dialog).toContainText("Charged now$91.00 CAD");
	await confirm("Change plan");
	await expect(fact("Price").first()).toHaveText("2 × $33.00 CAD a year");
	await expect(page.getByRole("row", { name: /\$91\.00 CAD/ })).toContainText("Approved");
	await expect(next).not.toContainText("Set-up fee");

	await desk.open("Settings");
	await page.getByLabel("Try again after, in days").fill("2, 1");
	await page.getByRole("button", { name: "Save" }).click();
	await desk.confirm();
	await expect(page.getByText("Enter one to six numbers of days from 1 to 15, such as 1, 3, 5, 7.")).toBeVisible();
	await page.getByLabel("Try again after, in days").fill("2, 4, 6");
	await page.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("Saved")).toBeVisible();
});
