import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { expectFitsEveryWidth } from "./support/accessibility.ts";
import { showEveryPage } from "./support/filled-account.ts";
import { FrenchReader } from "./support/french.ts";
import { linkMailedTo } from "./support/mails.ts";
import { Shop, things } from "./support/shop.ts";
import { expect, test } from "./support/staff.ts";

const gateway = process.env.GATEWAY_URL ?? "";
const shopUrl = process.env.SHOP_URL ?? "";
const password = "four lamps by the harbour 7";

test.use({ locale: "fr-CA" });

/** Presses the button that sends the page's form. */
async function send(page: Page): Promise<void> {
	await page.locator("main form button").first().click();
}

test("every page of the web application is in French, and fits windows of every width", async ({ desk, page }) => {
	test.setTimeout(300_000);
	// The audit log names the partner that another test connects.
	const reader = new FrenchReader(page, ["Café du mois", "Élise", "Demo partner"]);
	const names = {
		first: "Élise",
		last: "Tremblay",
		email: "elise@exemple.example",
		plan: "Café du mois",
		note: "Planche en noyer",
		staff: "Hugo Gagnon",
		partner: "Comptable",
	};
	await showEveryPage(desk, names, async (name) => {
		// Only the card form itself knows its words.
		if (name === "virtualTerminal") await expect(desk.card.number).toBeVisible();
		await reader.expectFrench(name);
		await expectFitsEveryWidth(page, name);
	});
});

test("an invitation, the second factor and a new password are in French", async ({ desk, page }) => {
	test.slow();
	desk.expectedInConsole.push(/status of 4/);
	const email = "lea@exemple.example";
	const reader = new FrenchReader(page, [email, "Léa"]);
	await page.goto(`${gateway}/app`);
	await reader.expectFrench("sign-in");
	await page.locator("input[name=email]").fill(email);
	await page.locator("input[name=password]").fill("not the password 1");
	await send(page);
	await expect(page.locator("[role=alert], [aria-invalid=true]").first()).toBeVisible();
	await reader.expectFrench("sign-in, refused");
	await desk.signIn("/app/account");
	await desk.stepUp();
	await desk.post("/staff/invitations", { email, name: "Léa", role: "clerk" });
	await page.goto("about:blank");
	await page.context().clearCookies();

	await page.goto(await linkMailedTo(page, email));
	await reader.expectFrench("invitation");
	await page.locator("input[name=password]").fill("password1234567");
	await send(page);
	await expect(page.locator("[role=alert], [aria-invalid=true]").first()).toBeVisible();
	await reader.expectFrench("invitation, refused");
	await page.locator("input[name=password]").fill(password);
	await send(page);
	await expect(page.getByRole("navigation", { name: "Pages", exact: true })).toBeVisible();
	await page.goto(`${gateway}/app/account`);

	await desk.stepUp(password);
	const { secret } = await desk.post("/account/second-factor", {});
	const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 });
	await desk.post("/account/second-factor/confirm", { code: totp.generate() });
	await page.goto("about:blank");
	await page.context().clearCookies();
	await page.goto(`${gateway}/app`);
	await page.locator("input[name=email]").fill(email);
	await page.locator("input[name=password]").fill(password);
	await send(page);
	await expect(page.locator("input[name=code]")).toBeFocused();
	await reader.expectFrench("second factor");
	await page.locator("input[name=code]").fill("12345");
	await send(page);
	await expect(page.locator("[role=alert], [aria-invalid=true]").first()).toBeVisible();
	await reader.expectFrench("second factor, refused");

	await page.goto(`${gateway}/app/forgot-password`);
	await reader.expectFrench("forgotten password");
	await page.locator("input[name=email]").fill(email);
	await send(page);
	await expect(page).toHaveURL(/sent$/);
	await reader.expectFrench("forgotten password, sent");
	await page.goto(await linkMailedTo(page, email, "app/reset-password"));
	await reader.expectFrench("new password");
	await page.locator("input[name=password]").fill("short");
	await page.locator("form").evaluate((form: HTMLFormElement) => {
		form.noValidate = true;
	});
	await send(page);
	await expect(page.locator("[role=alert], [aria-invalid=true]").first()).toBeVisible();
	await reader.expectFrench("new password, refused");
});

test("a payer's page for a payment request is in French", async ({ desk, page }) => {
	test.slow();
	desk.expectedInConsole.push(/status of 4/);
	const email = "payeur@exemple.example";
	const reader = new FrenchReader(page, [email, "Planche en noyer", "Élise"]);
	await desk.signIn("/app/account");
	const { lookup_id: payer } = await desk.post("/customer-service/customer", { email, first_name: "Élise" });
	const request = { amount: 31, description: "Planche en noyer" };
	await desk.post(`/transaction-service-vt/eft/request/${payer}`, request);
	await page.goto("about:blank");
	// The link in the mail names the mail's language.
	await page.goto((await linkMailedTo(page, email, "pay")).replace(/\?.*/, ""));
	await reader.expectFrench("request");
	await page
		.locator("form")
		.first()
		.evaluate((form: HTMLFormElement) => {
			form.noValidate = true;
		});
	await send(page);
	await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
	await reader.expectFrench("request, refused");
	await page.goto(`${page.url()}x`);
	await reader.expectFrench("unknown request");
});

test("the demo shop and the demo partner are in French", async ({ desk, page }) => {
	test.slow();
	desk.expectedInConsole.push(/status of 4/);
	const reader = new FrenchReader(page, ["Visa", "Mastercard", "Demo partner", process.env.STAFF_EMAIL ?? ""]);
	const shop = new Shop(page, "library");
	await page.goto(shopUrl);
	await reader.expectFrench("front page");
	await page.goto(`${shopUrl}/nowhere`);
	await reader.expectFrench("no page");
	const order = async (quantity: string) => {
		await page.goto(`${shopUrl}/things/${things.approved}`);
		await page.locator("select[name=quantity]").selectOption(quantity);
		await page.locator("main form button").click();
	};
	await page.goto(`${shopUrl}/things/${things.approved}`);
	await reader.expectFrench("product");
	await order("1");
	// Leaving a card form while it opens can leave a request without an end.
	await page.waitForLoadState("networkidle");
	const checkout = page.url();
	for (const address of [
		checkout,
		`${checkout}/library`,
		`${checkout}/shim`,
		checkout.replace(/checkout$/, "bank-request"),
	]) {
		await page.goto(address);
		await page.waitForLoadState("networkidle");
		await reader.expectFrench(new URL(address).pathname);
	}
	for (const quantity of ["1", "2"]) {
		await order(quantity);
		await page.goto(`${page.url()}/library`);
		await page.locator("button[data-test-card]").first().click();
		await shop.payButton.click();
		await expect(page.locator(".outcome")).toBeVisible();
		await reader.expectFrench(`order of ${quantity}`);
	}
	await page.goto(`${shopUrl}/partner?refused`);
	await reader.expectFrench("partner");
	await page.locator("a[href='/partner/connect']").click();
	await page.locator("input[name=email]").fill(process.env.STAFF_EMAIL ?? "");
	await page.locator("input[name=password]").fill(process.env.STAFF_PASSWORD ?? "");
	await send(page);
	await expect(page).toHaveURL(/authorize/);
	await reader.expectFrench("consent");
	await page.locator("input[name=password]").fill(process.env.STAFF_PASSWORD ?? "");
	await send(page);
	await page.locator("a[href='/partner/payments']").click();
	await expect(page.locator(".pairs div").first()).toBeVisible();
	await reader.expectFrench("payments of the partner");
});
