import type { Page } from "@playwright/test";
import { expectNoAxeFinding, expectNoSidewaysScroll } from "../support/accessibility.ts";
import { linkTo, payFromAccount } from "../support/bank-link.ts";
import { joinAsInvited } from "../support/invited.ts";
import { expect, test } from "../support/staff.ts";

const gateway = process.env.GATEWAY_URL ?? "";

async function look(page: Page, state: string): Promise<void> {
	await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
	await expectNoAxeFinding(page, state);
	await expectNoSidewaysScroll(page, state);
}

/** Creates a customer, as the signed-in page would. */
async function addCustomer(page: Page, email: string): Promise<void> {
	const status = await page.evaluate(async (email) => {
		const session = await (await fetch("/app/api/session")).json();
		const headers = { "Content-Type": "application/json", "X-CSRF-Token": session.csrf_token };
		const body = JSON.stringify({ email, first_name: "Ada" });
		return (await fetch("/app/api/customer-service/customer", { method: "POST", headers, body })).status;
	}, email);
	expect(status).toBe(200);
}

test.describe("on a phone, in the dark", () => {
	test.use({ colorScheme: "dark", viewport: { width: 390, height: 844 } });

	test("S-22 a payment request is paid from a bank account by its link and appears in the wallet", async ({
		desk,
		page,
	}) => {
		const email = "wallet-story@example.com";
		desk.expectedInConsole.push(/status of 400/);
		await desk.signIn("/app/account");
		await addCustomer(page, email);
		await page.goto(`${gateway}/app/wallet`);
		await expect(desk.heading("Wallet")).toBeVisible();

		await page.getByRole("button", { name: "Link a bank account" }).click();
		await page.getByLabel("Name on the account").fill("Maple & Main Inc.");
		await page.getByLabel("Institution number").fill("004");
		await page.getByLabel("Transit number").fill("10202");
		await page.getByLabel("Account number").fill("123");
		await page.getByRole("dialog").getByRole("button", { name: "Link a bank account" }).click();
		await desk.confirm();
		await expect(page.getByRole("dialog").locator("[aria-invalid]")).toHaveCount(1);
		await page.getByLabel("Account number").fill("1234567");
		await page.getByRole("dialog").getByRole("button", { name: "Link a bank account" }).click();
		await expect(page.getByText("****4567")).toBeVisible();

		await page.getByRole("button", { name: "Withdraw" }).click();
		await page.getByLabel("Amount in CAD").fill("10,5");
		await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
		await expect(page.getByRole("dialog")).toContainText("The bank account was linked less than 24 hours ago.");
		await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

		await page.getByRole("button", { name: "Request payment" }).click();
		await page.getByLabel("Customer’s email").fill(email);
		await page.getByLabel("Customer’s email").press("Enter");
		await page.getByRole("radio", { name: email }).check();
		await look(page, "asking");
		await page.getByLabel("Amount in CAD").fill("31");
		await page.getByLabel("Description").fill("Walnut boards");
		// The gateway accepts the request, and its response is lost: no second request, and no failure is shown.
		const keys: (string | undefined)[] = [];
		await page.route(/eft\/request/, async (route) => {
			keys.push(route.request().headers()["idempotency-key"]);
			if (keys.length > 1) return route.continue();
			await route.fetch();
			return route.abort();
		});
		desk.expectedInConsole.push(/ERR_FAILED/);
		await page.getByRole("dialog").getByRole("button", { name: "Request payment" }).click();
		await expect(page.getByText("The outcome is unknown")).toBeVisible();
		await page.getByRole("button", { name: "Close" }).click();
		await page.getByRole("button", { name: "Request payment" }).click();
		await expect(page.getByRole("dialog", { name: `Request payment: $31.00 CAD, ${email}` })).toBeVisible();
		await look(page, "outcome unknown");
		await page.getByRole("button", { name: "Check the outcome" }).click();
		await expect(page.getByText(`$31.00 CAD was requested from ${email}.`)).toBeVisible();
		await expect(page.getByRole("row", { name: /Walnut boards/ })).toHaveCount(1);
		expect(keys).toEqual([keys[0], keys[0]]);
		await look(page, "wallet");

		await page.goto(await linkTo(page, email));
		await expect(desk.heading("Maple & Main requests $31.00 CAD from you")).toBeVisible();
		await look(page, "payer");
		await payFromAccount(page, "7654321");
		await expect(page.getByText("****4321")).toBeVisible();
		await look(page, "paid");

		await page.goto(`${gateway}/app/wallet`);
		await expect(page.getByRole("row", { name: /Walnut boards/ })).toContainText("Completed");
	});
});

test("no money is requested from a customer who is no longer shown", async ({ desk, page }) => {
	await desk.signIn("/app/wallet");
	await addCustomer(page, "only@shown.example");
	await page.getByRole("button", { name: "Request payment" }).click();
	const search = page.getByLabel("Customer’s email");
	await search.fill("only@shown.example");
	await search.press("Enter");
	await expect(page.getByRole("radio", { name: "only@shown.example" })).toBeChecked();
	await search.fill("nobody@shown.example");
	await search.press("Enter");
	await expect(page.getByText("No such customer.")).toBeVisible();
	await page.getByLabel("Amount in CAD").fill("31");
	await page.getByRole("dialog").getByRole("button", { name: "Request payment" }).click();
	await expect(search).toHaveAccessibleDescription("Choose a customer.");
	await search.fill("only@shown.example");
	await search.press("Enter");
	await expect(page.getByRole("radio", { name: "only@shown.example" })).toBeChecked();
});

test("S-26 an owner lowers a limit of payments at once, and a raised one waits for 24 hours", async ({
	desk,
	page,
}) => {
	desk.expectedInConsole.push(/status of 400/);
	await desk.signIn("/app/wallet");
	const limits = page.getByRole("region", { name: "Payment limits" });
	const perDay = limits.getByLabel("All payments and withdrawals within 24 hours (CAD)");
	await expect(perDay).toHaveValue("25000.00");
	await perDay.fill("");
	await limits.getByRole("button", { name: "Save" }).click();
	await desk.confirm();
	await expect(perDay).toHaveAttribute("aria-invalid", "true");
	await perDay.fill("20000");
	await limits.getByRole("button", { name: "Save" }).click();
	await expect(limits.getByRole("status")).toHaveText("The limits are saved.");
	await expect(perDay).toHaveValue("20000.00");
	await perDay.fill("30000");
	await limits.getByRole("button", { name: "Save" }).click();
	await expect(perDay).toHaveAccessibleDescription(/^\$30,000\.00 CAD from /);
	await expect(perDay).toHaveValue("20000.00");
	await look(page, "limits");
});

test("S-27 a payment above the limit for approvals waits until another member decides", async ({
	desk,
	page,
	browser,
}) => {
	await desk.signIn("/app/wallet");
	const password = "four quiet words and 9";
	const person = { email: "approver@story.example", name: "Story Approver", password } as const;
	const theirs = await joinAsInvited(desk, browser, { ...person, role: "administrator" });
	await page.reload();
	const limits = page.getByRole("region", { name: "Payment limits" });
	const approval = limits.getByLabel("A second person approves above (CAD)");
	await expect(approval).toHaveValue("");
	await approval.fill("300");
	await limits.getByRole("button", { name: "Save" }).click();
	await expect(limits.getByRole("status")).toHaveText("The limits are saved.");

	const { lookup_id: payee } = await desk.post("/customer-service/customer", { email: "landlord@story.example" });
	const account = { transit_number: "10202", institution_number: "004", account_number: "1236789" };
	const path = `/transaction-service-vt/eft/send/${payee}`;
	await theirs.stepUp(password);
	await theirs.post(path, { amount: 301, description: "Rent of May", ...account });
	await theirs.post(path, { amount: 302, description: "Rent of June", ...account });
	await theirs.page.goto(`${gateway}/app/wallet`);
	await expect(theirs.page.getByRole("region", { name: "Waiting for approval" })).toContainText(
		"Another person decides",
	);
	await theirs.page.context().close();

	await page.reload();
	const waiting = page.getByRole("region", { name: "Waiting for approval" });
	await expect(waiting.getByText("Institution 004")).toHaveCount(2);
	await expect(waiting.getByText("First payment to this account")).toHaveCount(2);
	await look(page, "waiting for approval");
	await waiting.getByRole("button", { name: "Approve the payment of $301.00 CAD to landlord@story.example" }).click();
	await page
		.getByRole("dialog")
		.getByRole("button", { name: /^Approve the payment of \$301\.00/ })
		.click();
	await expect(page.getByText("The payment of $301.00 CAD to landlord@story.example is approved.")).toBeVisible();
	await expect(waiting.getByText("First payment to this account")).toHaveCount(0);
	await waiting.getByRole("button", { name: "Reject the payment of $302.00 CAD to landlord@story.example" }).click();
	await page
		.getByRole("dialog")
		.getByRole("button", { name: /^Reject the payment of \$302\.00/ })
		.click();
	await expect(waiting).toHaveCount(0);
	await expect(page.getByRole("row", { name: /Rent of June/ })).toContainText("Rejected");
});
