import { Secret, TOTP } from "otpauth";
import { expectNoAxeFinding } from "../support/accessibility.ts";
import { joinAsInvited, linkMailedTo } from "../support/invited.ts";
import { expect, test } from "../support/staff.ts";

const gateway = process.env.GATEWAY_URL ?? "";

test("an invited member joins by email link, sees the pages of their role, and cannot sign in once removed", async ({
	desk,
	page,
	browser,
}) => {
	const email = "clerk@story.example";
	const password = "four quiet words and 7";
	await desk.signIn("/app/staff");
	await page.getByRole("button", { name: "Invite a staff member" }).click();
	await page.getByRole("dialog").getByLabel("Name").fill("Story Clerk");
	await page.getByRole("dialog").getByLabel("Email").fill(email);
	await page.getByRole("button", { name: "Send the invitation" }).click();
	await desk.confirm();
	await expect(page.getByText(`The invitation will be sent to ${email}.`)).toBeVisible();
	await expect(page.getByRole("button", { name: `Withdraw the invitation of ${email}` })).toBeVisible();

	const theirs = await (await browser.newContext({ locale: "en-CA" })).newPage();
	await theirs.goto(await linkMailedTo(email));
	await theirs.getByLabel("Password").fill(password);
	await theirs.getByRole("button", { name: "Join" }).click();
	const navigation = theirs.getByRole("navigation", { name: "Pages" });
	await expect(navigation.getByRole("link", { name: "Transactions" })).toBeVisible();
	await expect(navigation.getByRole("link", { name: "Settings" })).toHaveCount(0);
	await theirs.goto(`${gateway}/app/settings/credentials`);
	await expect(theirs.getByRole("heading", { level: 1, name: "Access denied" })).toBeVisible();

	await theirs.goto(`${gateway}/app/account`);
	await theirs.getByRole("button", { name: "Set up an authenticator" }).click();
	const proof = theirs.getByRole("dialog", { name: "Set up an authenticator" });
	await proof.getByRole("button", { name: "Set up an authenticator" }).click();
	await desk.confirm(theirs, password);
	const secret = (await theirs.getByRole("figure").locator("code").textContent()) ?? "";
	await theirs.getByLabel("Code").fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
	await theirs.getByRole("button", { name: "Turn it on" }).click();
	const codes = theirs.getByRole("dialog", { name: "Your recovery codes" });
	await expect(codes.locator("code")).toHaveText(/^([0-9A-Z-]+\s*){10}$/);
	await codes.getByRole("button", { name: "I have saved them" }).click();
	await expect(theirs.getByRole("region", { name: "Second factor" })).toContainText("On");

	await page.reload();
	await page.getByRole("button", { name: "Remove Story Clerk" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Remove Story Clerk" }).click();
	await expect(page.getByText("Story Clerk is removed.")).toBeVisible();
	await theirs.reload();
	await expect(theirs).toHaveURL(/\/app\/sign-in/);

	// The page shows sealed events, and a job seals new ones about once a second. Other tests' events are filtered out.
	await expect(async () => {
		await page.goto(`${gateway}/app/audit?event=staff.removed`);
		await expect(page.getByRole("row", { name: /Staff member removed/ }).first()).toBeVisible({ timeout: 5_000 });
	}).toPass();
	// An accepted invitation is shown by the name of the person.
	await page.goto(`${gateway}/app/audit?event=invitation.sent`);
	await expect(page.getByRole("row", { name: /Staff member invited.*Story Clerk/ })).toBeVisible();
	await theirs.context().close();
});

test("removing a member lists the credentials and endpoints that they made, and ends the chosen ones", async ({
	desk,
	page,
	browser,
}) => {
	const password = "four quiet words and 8";
	await desk.signIn("/app/staff");
	const person = { email: "leaving@story.example", name: "Story Leaver", password } as const;
	const theirs = await joinAsInvited(desk, browser, { ...person, role: "administrator" });
	await theirs.stepUp(password);
	for (const name of ["Till of the story", "Shop of the story"]) await theirs.post("/credentials", { name });
	for (const name of ["chosen", "kept"]) {
		await theirs.post("/event-service/endpoint", { url: `https://${name}.example.com/story` });
	}
	await theirs.page.context().close();

	await page.reload();
	await page.getByRole("button", { name: "Remove Story Leaver" }).click();
	const dialog = page.getByRole("dialog", { name: "Remove Story Leaver" });
	await expect(dialog.getByRole("checkbox", { name: "Shop of the story" })).not.toBeChecked();
	await expectNoAxeFinding(page, "removing a member with credentials");
	await dialog.getByRole("checkbox", { name: "Till of the story" }).check();
	await dialog.getByRole("checkbox", { name: "https://chosen.example.com/…" }).check();
	await dialog.getByRole("button", { name: "Remove Story Leaver" }).click();
	await expect(
		page.getByText(/Story Leaver is removed\..+stay active: Shop of the story, https:\/\/kept\.example\.com\/…\./),
	).toBeVisible();
	await page.goto(`${gateway}/app/settings/credentials`);
	await expect(page.getByRole("row", { name: /Shop of the story/ })).toBeVisible();
	await expect(page.getByRole("row", { name: /Till of the story/ })).toHaveCount(0);
	await page.goto(`${gateway}/app/developers/endpoints`);
	await expect(page.getByRole("row", { name: /chosen\.example\.com.*Disabled: access revoked/ })).toBeVisible();
	// Its name does not exist, so deliveries fail.
	await expect(page.getByRole("row", { name: /kept\.example\.com.*(?:Enabled|Failing)/ })).toBeVisible();
});
