import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import type { CDPSession, Page } from "@playwright/test";
import { lookAt } from "../support/accessibility.ts";
import { linkMailedTo } from "../support/mails.ts";
import { expect, test } from "../support/staff.ts";

const pictures = join(import.meta.dirname, "../../../screenshots/passkeys");
const gateway = process.env.GATEWAY_URL ?? "";
const password = "four lamps by the harbour 7";

/** Adds an authenticator that verifies its user and stores passkeys to Chromium. */
async function addVirtualAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
	const cdp = await page.context().newCDPSession(page);
	await cdp.send("WebAuthn.enable");
	const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
		options: {
			protocol: "ctap2",
			transport: "internal",
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
			automaticPresenceSimulation: true,
		},
	});
	return { cdp, authenticatorId };
}

function newPrivateKey(): string {
	const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
	return privateKey.export({ format: "der", type: "pkcs8" }).toString("base64");
}

test("a member adds a passkey, signs in and confirms with it, and removes it", async ({ desk, page }) => {
	const email = "passkey@example.com";
	await desk.signIn();
	await desk.stepUp();
	await desk.post("/staff/invitations", { email, name: "Grace", role: "administrator" });
	await page.goto("about:blank");
	await page.context().clearCookies();
	await page.goto(await linkMailedTo(page, email));
	await page.getByLabel("Password").fill(password);
	await page.getByRole("button", { name: "Join" }).click();
	await expect(page.getByRole("navigation", { name: "Pages", exact: true })).toBeVisible();

	const { cdp, authenticatorId } = await addVirtualAuthenticator(page);
	await page.goto(`${gateway}/app/account`);
	await page.getByRole("button", { name: "Add a passkey" }).click();
	const adding = page.getByRole("dialog", { name: "Add a passkey" });
	await adding.getByLabel("Name").fill("Work laptop");
	await lookAt(page, pictures, "add");
	await adding.getByRole("button", { name: "Create the passkey" }).click();
	await desk.confirm(page, password);
	await expect(page.getByRole("dialog", { name: "Your recovery codes" })).toBeVisible();
	await page.getByRole("button", { name: "I have saved them" }).click();
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await expect(page.getByText("Work laptop")).toBeVisible();
	await lookAt(page, pictures, "account");
	const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
	expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: "localhost" }]);

	await page.goto("about:blank");
	await page.context().clearCookies();
	await page.goto(`${gateway}/app/account`);
	await lookAt(page, pictures, "sign-in");
	await page.getByRole("button", { name: "Use a passkey" }).click();
	await expect(page).toHaveURL(/\/app\/account$/);
	await expect(page.getByText(/last used/)).toBeVisible();

	await page.getByRole("button", { name: "Remove Work laptop" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Remove Work laptop" }).click();
	const question = page.getByRole("dialog", { name: "Confirm that it is you" });
	await expect(question.getByLabel("Code")).toBeVisible();
	await lookAt(page, pictures, "step-up");
	await question.getByRole("button", { name: "Use a passkey" }).click();
	await expect(page.getByText("You have no passkeys.")).toBeVisible();
});

test("a passkey that the gateway does not know is refused on the sign-in page", async ({ desk, page }) => {
	desk.expectedInConsole.push(/status of 401/);
	const { cdp, authenticatorId } = await addVirtualAuthenticator(page);
	await page.goto(`${gateway}/app`);
	const button = page.getByRole("button", { name: "Use a passkey" });
	await button.click();
	await expect(page.getByRole("alert")).toContainText("No passkey was used");
	await cdp.send("WebAuthn.addCredential", {
		authenticatorId,
		credential: {
			credentialId: btoa("unknown to the gateway"),
			isResidentCredential: true,
			rpId: "localhost",
			privateKey: newPrivateKey(),
			userHandle: btoa("nobody"),
			signCount: 1,
		},
	});
	await button.click();
	await expect(page.getByRole("alert")).toContainText("The passkey was refused");
	await lookAt(page, pictures, "refused");
});
