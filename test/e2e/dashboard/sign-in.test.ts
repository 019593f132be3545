import { join } from "node:path";
import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { lookAt, tabTo } from "../support/accessibility.ts";
import { linkMailedTo } from "../support/mails.ts";
import { expect, test } from "../support/staff.ts";

const pictures = join(import.meta.dirname, "../../../screenshots/sign-in");
const gateway = process.env.GATEWAY_URL ?? "";
const password = "four lamps by the harbour 7";

/** Calls the web application's API like its own scripts. */
async function callApi(page: Page, path: string, body: object): Promise<Record<string, string>> {
	const { csrf_token } = await (await page.request.get(`${gateway}/app/api/session`)).json();
	const headers = { "X-CSRF-Token": csrf_token };
	const answer = await page.request.post(`${gateway}/app/api/${path}`, { data: body, headers });
	expect(answer.status(), await answer.text()).toBe(200);
	return answer.json();
}

/** A second browser. Leaves the page first, since its requests would be refused. */
async function forgetCookies(page: Page): Promise<void> {
	await page.goto("about:blank");
	await page.context().clearCookies();
}

function codeOf(secret: string, at: number): string {
	return new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 }).generate({
		timestamp: at,
	});
}

test("staff sign in with the keyboard alone and see errors", async ({ desk, page }) => {
	desk.expectedInConsole.push(/status of 401/);
	await page.goto(`${gateway}/app/transactions`);
	await expect(desk.heading("Sign in")).toBeVisible();
	await lookAt(page, pictures, "sign-in");
	await page.keyboard.type(process.env.STAFF_EMAIL ?? "");
	await tabTo(page, /^Password$/);
	await page.keyboard.type("not the password 1");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("alert")).toContainText("Incorrect email or password");
	await lookAt(page, pictures, "refused");
	await page.keyboard.type(process.env.STAFF_PASSWORD ?? "");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/app\/transactions$/);
	await expect(desk.heading("Transactions")).toBeVisible();
});

test("an invited member joins by email link and then signs in with an authenticator", async ({ desk, page }) => {
	const email = "grace@example.com";
	await desk.signIn();
	await desk.stepUp();
	await callApi(page, "staff/invitations", { email, name: "Grace", role: "clerk" });
	await forgetCookies(page);
	await page.goto(await linkMailedTo(page, email));
	await lookAt(page, pictures, "invitation");
	await page.getByLabel("Password").fill(password);
	await page.getByRole("button", { name: "Join" }).click();
	await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();

	await desk.stepUp(password);
	const { secret = "" } = await callApi(page, "account/second-factor", {});
	const at = Date.now();
	await callApi(page, "account/second-factor/confirm", { code: codeOf(secret, at) });
	await forgetCookies(page);
	await page.goto(`${gateway}/app`);
	await page.getByLabel("Email address").fill(email);
	await page.getByLabel("Password").fill(password);
	await page.getByRole("button", { name: "Sign in" }).click();
	await expect(page.getByLabel("Code")).toBeFocused();
	await lookAt(page, pictures, "second-factor");
	// The next code: the previous one was used to set it up.
	await page.keyboard.type(codeOf(secret, at + 30_000));
	await page.keyboard.press("Enter");
	await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
});
