import {
	test as base,
	type ConsoleMessage,
	expect,
	type FrameLocator,
	type Locator,
	type Page,
} from "@playwright/test";
import { openFormsFromNewAddress } from "./payer-address.ts";

export interface TypedCard {
	number: string;
	expiry: string;
	securityCode: string;
}

/** Decided by the amount: odd whole dollars are approved. */
export const ordinaryCard: TypedCard = { number: "4111111111111111", expiry: "0831", securityCode: "123" };

export const payer = { name: "Ana María López", email: "ana@example.com" };

/** A product whose price the sandbox approves; twice the price is declined. */
export const things = { approved: "enamel-mug" } as const;

/** The checkout's ways to take a card, and the labels of their links. */
const ways = { widget: "in a frame", library: "in the page", shim: "with the older script interface" } as const;
export type Way = keyof typeof ways;

/** The shop's pages, and a payer's actions on them. */
export class Shop {
	readonly page: Page;
	readonly way: Way;
	readonly card: Page | FrameLocator;
	readonly name: Locator;
	readonly email: Locator;
	readonly number: Locator;
	readonly expiry: Locator;
	readonly securityCode: Locator;
	readonly payButton: Locator;
	readonly expectedInConsole: RegExp[] = [];

	constructor(page: Page, way: Way) {
		this.page = page;
		this.way = way;
		this.card = way === "library" ? page : page.frameLocator("#card-form iframe");
		this.name = page.getByLabel("Name", { exact: true });
		this.email = page.getByLabel("Email");
		this.number = this.card.getByLabel("Card number");
		this.expiry = this.card.getByLabel("Expiry date");
		this.securityCode = this.card.getByLabel("Security code");
		this.payButton = page.locator("#pay");
	}

	/** Orders a product and opens its checkout for this way of taking cards. */
	async order(thing: string, quantity = 1, hold = false): Promise<void> {
		await this.page.goto(`/things/${thing}`);
		await this.page.getByLabel("Quantity").selectOption(String(quantity));
		if (hold) await this.page.getByLabel("Hold the amount, charge it later").check();
		await this.page.getByRole("button", { name: "Buy now" }).click();
		if (this.way !== "widget") await this.page.getByRole("link", { name: ways[this.way] }).click();
		await expect(this.page.locator("[aria-current]")).toHaveText(ways[this.way]);
		await expect(this.payButton).toBeEnabled();
	}

	async typePayer({ name, email } = payer): Promise<void> {
		await this.name.fill(name);
		await this.email.fill(email);
	}

	/**
	 * Moves the focus to the card's number. Keys go to the page until the browser has moved it into the frame. A press, since
	 * focusing does nothing where the number has the frame's own focus already.
	 */
	async enterCard(): Promise<void> {
		await this.number.click();
		if (this.way !== "library") await expect(this.page.locator("#card-form iframe")).toBeFocused();
	}

	/** Key by key, so that the page's formatting applies. */
	async typeCard({ number, expiry, securityCode }: TypedCard): Promise<void> {
		await this.enterCard();
		await this.number.pressSequentially(number);
		await this.expiry.pressSequentially(expiry);
		await this.securityCode.pressSequentially(securityCode);
	}

	/**
	 * Presses Pay with mistakes in the form. The frame loses the focus first, as it does under a payer's slower press:
	 * Chromium may otherwise take the button's focus for the later one.
	 */
	async payInvalid(): Promise<void> {
		await this.payButton.focus();
		await expect(this.card.locator("input:focus")).toHaveCount(0);
		await this.payButton.click();
	}

	async fillTestCard(number: string): Promise<void> {
		const embossed = number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
		await this.page.getByRole("button", { name: `Fill in card ${embossed}` }).click();
	}

	/** Orders a product and pays with a card of the testing panel. */
	async buy(thing: string, testCard: string, quantity = 1): Promise<void> {
		await this.order(thing, quantity);
		await this.fillTestCard(testCard);
		await this.payButton.click();
	}

	/** Orders a product and has its amount held on a card of the testing panel. */
	async hold(thing: string, testCard: string): Promise<void> {
		await this.order(thing, 1, true);
		await this.fillTestCard(testCard);
		await this.payButton.click();
	}

	heading(name: string): Locator {
		return this.page.getByRole("heading", { level: 1, name });
	}
}

interface Fixtures {
	/** The way to take cards; inputs of the shop's own page by default. */
	way: Way;
	shop: Shop;
	/** Fails a test on unexpected warnings or errors in the console, such as a violation of the content security policy. */
	quietConsole: undefined;
}

/** Playwright's `test` with the shop and a check of the console. */
export const test = base.extend<Fixtures>({
	context: async ({ context }, use, testInfo) => {
		await openFormsFromNewAddress(context, testInfo);
		await use(context);
	},
	way: ["library", { option: true }],
	shop: async ({ page, way }, use) => use(new Shop(page, way)),
	quietConsole: [
		async ({ context, shop }, use) => {
			const complaints: string[] = [];
			context.on("console", (message) => isComplaint(message) && complaints.push(message.text()));
			context.on("weberror", (error) => complaints.push(error.error().message));
			await use(undefined);
			const unexpected = complaints.filter((text) => !shop.expectedInConsole.some((pattern) => pattern.test(text)));
			expect(unexpected, "nothing unexpected in the console").toEqual([]);
		},
		{ auto: true },
	],
});

function isComplaint(message: ConsoleMessage): boolean {
	return message.type() === "error" || message.type() === "warning";
}

export { expect } from "@playwright/test";
