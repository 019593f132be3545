import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { type OwnAccount, ownerOf } from "./accounts.ts";
import { CardFields } from "./merchant.ts";
import { openFormsFromNewAddress } from "./payer-address.ts";

const gateway = process.env.GATEWAY_URL ?? "";

/** An owner in the web application: of the demo account, or of the account that a test names. */
export class Desk {
	readonly page: Page;
	readonly card: CardFields;
	readonly email: string;
	readonly expectedInConsole: RegExp[] = [];

	constructor(page: Page, account?: OwnAccount) {
		this.page = page;
		this.email = account === undefined ? (process.env.STAFF_EMAIL ?? "") : ownerOf(account);
		this.card = new CardFields(page);
	}

	heading(name: string | RegExp): Locator {
		return this.page.getByRole("heading", { level: 1, name });
	}

	/** Opens a page of the application through the sign-in page, in any language. */
	async signIn(path = "/app"): Promise<void> {
		await this.page.goto(gateway + path);
		await this.page.locator("input[name=email]").fill(this.email);
		await this.page.locator("input[name=password]").fill(process.env.STAFF_PASSWORD ?? "");
		await this.page.locator("form[action='/app/sign-in'] button").click();
		await expect(this.page.getByRole("navigation", { name: "Pages", exact: true })).toBeVisible();
	}

	/** Follows the navigation, as staff do. */
	async open(page: string): Promise<void> {
		await this.page.getByRole("navigation", { name: "Pages", exact: true }).getByRole("link", { name: page }).click();
		await expect(this.heading(page)).toBeVisible();
	}

	/** The name of the signed-in member, and the sign-out button. */
	async openAccount(): Promise<void> {
		await this.page.locator("summary", { hasText: "Your account" }).click();
	}

	/** Posts to the web application's API in this session, for what a test begins with. Returns the JSON of the response. */
	async post(path: string, data: object) {
		const api = `${gateway}/app/api`;
		const { csrf_token: csrf } = await (await this.page.request.get(`${api}/session`)).json();
		const headers = { "X-CSRF-Token": csrf, Origin: gateway, "Idempotency-Key": crypto.randomUUID() };
		return (await this.page.request.post(api + path, { data, headers })).json();
	}

	/** Gives the password again. That renews the session, so requests of the page end first. */
	async stepUp(password = process.env.STAFF_PASSWORD ?? ""): Promise<void> {
		await this.page.waitForLoadState("networkidle");
		await this.post("/session/step-up", { password });
	}

	/** Answers the question for the password, which comes over the page. */
	async confirm(page = this.page, password = process.env.STAFF_PASSWORD ?? ""): Promise<void> {
		// Chromium writes each refused request on its console.
		this.expectedInConsole.push(/status of 403/);
		const question = page.getByRole("dialog", { name: "Confirm that it is you" });
		await question.getByLabel("Your password").fill(password);
		await question.getByRole("button", { name: "Confirm" }).click();
		await expect(question).toBeHidden();
	}

	/** Charges a card at the virtual terminal; the result is then on the page. */
	async charge({ amount, number = "4111111111111111", name }: { amount: string; number?: string; name?: string }) {
		await this.open("Virtual terminal");
		await this.page.getByLabel("Amount", { exact: true }).fill(amount);
		if (name !== undefined) {
			await this.page.getByLabel("First name", { exact: true }).fill(name);
			await this.page.getByLabel("Email", { exact: true }).fill("caller@example.com");
		}
		await this.card.type({ number, expiry: "0831", securityCode: "123" });
		await this.page.getByRole("button", { name: /^Charge \$/ }).click();
	}
}

/** Playwright's `test` with signed-in staff. Fails on policy violations and exceptions. */
export const test = base.extend<{ account: OwnAccount | undefined; desk: Desk }>({
	/** Where a test changes settings. */
	account: [undefined, { option: true }],
	desk: async ({ page, context, account }, use, testInfo) => {
		await openFormsFromNewAddress(context, testInfo);
		const desk = new Desk(page, account);
		const complaints: string[] = [];
		page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
		page.on("pageerror", ({ message }) => complaints.push(message));
		await use(desk);
		const unexpected = complaints.filter((text) => !desk.expectedInConsole.some((expected) => expected.test(text)));
		expect(unexpected, "nothing on the browser's console").toEqual([]);
	},
});

export { expect };
