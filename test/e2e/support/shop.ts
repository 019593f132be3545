import {
	test as base,
	type ConsoleMessage,
	expect,
	type FrameLocator,
	type Locator,
	type Page,
} from "@playwright/test";
import { openFormsFromNewAddress } from "./payer-address.ts";

/** A card as somebody types it. */
export interface TypedCard {
	number: string;
	expiry: string;
	securityCode: string;
}

/** Decided by the amount: odd whole dollars are approved. */
export const ordinaryCard: TypedCard = { number: "4111111111111111", expiry: "0831", securityCode: "123" };

export const payer = { name: "Ana María López", email: "ana@example.com" };

/** Paths of things by what the sandbox does with their price. */
export const things = { approved: "enamel-mug", declined: "beeswax-candle" } as const;

/** How the checkout takes the card, and what its link there says. */
const ways = { widget: "in a frame", library: "in the page", shim: "with the former constructor" } as const;
export type Way = keyof typeof ways;

/** The shop's pages, and what somebody does on them. */
export class Shop {
	readonly page: Page;
	readonly way: Way;
	/** Where the card's fields are. */
	readonly card: Page | FrameLocator;
	readonly name: Locator;
	readonly email: Locator;
	readonly number: Locator;
	readonly expiry: Locator;
	readonly securityCode: Locator;
	readonly payButton: Locator;
	/** What the test knows that the browser will complain about. */
	readonly expectedInConsole: RegExp[] = [];

	constructor(page: Page, way: Way) {
		this.page = page;
		this.way = way;
		this.card = way === "library" ? page : page.frameLocator("#card-form iframe");
		this.name = page.getByLabel("Name", { exact: true });
		this.email = page.getByLabel("E-mail");
		this.number = this.card.getByLabel("Card number");
		this.expiry = this.card.getByLabel("Expiry date");
		this.securityCode = this.card.getByLabel("Security code");
		this.payButton = page.locator("#pay");
	}

	/** Orders a thing and comes to its checkout, which takes cards this shop's way. */
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

	/** Key by key, so that the page's own typing rules are part of it. */
	async typeCard({ number, expiry, securityCode }: TypedCard): Promise<void> {
		await this.number.pressSequentially(number);
		await this.expiry.pressSequentially(expiry);
		await this.securityCode.pressSequentially(securityCode);
	}

	async fillTestCard(number: string): Promise<void> {
		const embossed = number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
		await this.page.getByRole("button", { name: `Fill in card ${embossed}` }).click();
	}

	/** Orders a thing and pays for it with a card of the testing panel. */
	async buy(thing: string, testCard: string): Promise<void> {
		await this.order(thing);
		await this.fillTestCard(testCard);
		await this.payButton.click();
	}

	/** Orders a thing and has its amount held on a card of the testing panel. */
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
	/** How the shop takes cards in a test: in inputs of its own page, unless the test says otherwise. */
	way: Way;
	shop: Shop;
	/** Fails a test for any warning or error in the console that it does not expect: a breach of the content security policy, above all. */
	quietConsole: undefined;
}

/** Playwright's `test` with the shop at hand and a watch on the console. */
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
