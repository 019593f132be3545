import { expect, type Page } from "@playwright/test";

const gateway = process.env.GATEWAY_URL ?? "";
const mailbox = process.env.MAILBOX_URL ?? "";

/** Returns the link in the mail of a payment request, as soon as it has arrived. */
export async function linkTo(page: Page, email: string): Promise<string> {
	let link: string | undefined;
	await expect(async () => {
		const headers = { Accept: "application/json" };
		const kept = await page.request.get(mailbox, { headers });
		const mails = (await kept.json()) as { to: string[]; text: string }[];
		link = /\/pay\/\S+/.exec(mails.find(({ to }) => to.includes(email))?.text ?? "")?.[0];
		expect(link).toBeDefined();
	}).toPass();
	return gateway + link;
}

export async function payFromAccount(page: Page, accountNumber: string): Promise<void> {
	await page.getByLabel("Name on the account").fill("Ada Lovelace");
	await page.getByLabel("Institution number").fill("004");
	await page.getByLabel("Transit number").fill("10202");
	await page.getByLabel("Account number").fill(accountNumber);
	await page.getByLabel("I agree to this one debit.").check();
	await page.getByRole("button", { name: /^Pay \$/ }).click();
	await expect(page.getByRole("heading", { name: "You have agreed to pay" })).toBeVisible();
}

/** Opens the link in the payer's mail and pays there. */
export async function payByLink(page: Page, email: string): Promise<void> {
	await linkTo(page, email);
	await page.goto(mailbox);
	await page.getByRole("link", { name: `To ${email}` }).click();
	const opening = page.waitForEvent("popup");
	await page.frameLocator("iframe").getByRole("link", { name: "See the request" }).click();
	const payerPage = await opening;
	await payFromAccount(payerPage, "7654321");
	await payerPage.close();
}
