import { test as base, expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import type { authenticate, CardForm, CardFormError, MountOptions } from "../../../packages/widget/src/index.ts";
import { openFormsFromNewAddress } from "./payer-address.ts";
import type { Seen } from "./watch-page.ts";

declare global {
	interface Window {
		CardSeal: {
			mount(place: Element | string, options: MountOptions): CardForm;
			authenticate: typeof authenticate;
		};
		/** Records of the page that calls the library: its form, the time, and its events. */
		form: CardForm;
		options: MountOptions;
		mountedAt: number;
		events: FormEvent[];
		/** The object of the page that was written for another provider. */
		transaction: { getPaymentToken(): Promise<{ payment_token: string }>; destroy(): void };
		/** The error of the token that this page wanted from a form it has replaced. */
		replaced?: Promise<string>;
	}
}

/** The addresses that the global setup has started. */
export const addresses = {
	merchant: process.env.MERCHANT_URL ?? "",
	gateway: process.env.GATEWAY_URL ?? "",
	publicKey: process.env.PUBLIC_KEY ?? "",
};

/** The same pages on another origin, unknown to the gateway for this key. */
export const unknownOrigin = addresses.merchant.replace("//localhost:", "//127.0.0.1:");

export const visa = { number: "4111111111111111", expiry: "0831", securityCode: "123" };

/** A card token in the gateway's format. */
export const cardToken = /^ct1[A-Za-z0-9_-]{142,}$/;

/** The card form as a payer finds it: by each field's autocomplete value, which is the same in every language. */
export class CardFields {
	private readonly element: Locator;
	readonly frame: FrameLocator;
	readonly number: Locator;
	readonly expiry: Locator;
	readonly securityCode: Locator;
	readonly name: Locator;
	readonly postalCode: Locator;
	/** The announcements for screen readers. */
	readonly announcement: Locator;

	constructor(within: Page | Locator) {
		this.element = within.locator(`iframe[src*="/v1/widget/frame"]`);
		this.frame = this.element.contentFrame();
		this.number = this.field("cc-number");
		this.expiry = this.field("cc-exp");
		this.securityCode = this.field("cc-csc");
		this.name = this.field("cc-name");
		this.postalCode = this.field("postal-code");
		this.announcement = this.frame.getByRole("status");
	}

	private field(autocomplete: string): Locator {
		return this.frame.locator(`input[autocomplete~="${autocomplete}"]`);
	}

	/** Moves the focus to a field. Keys go to the page until the browser has moved it into the frame. */
	async enter(field: Locator): Promise<void> {
		await field.focus();
		await expect(this.element).toBeFocused();
	}

	/** Key by key, so that the form's formatting applies. */
	async type({ number, expiry, securityCode } = visa): Promise<void> {
		await this.enter(this.number);
		await this.number.pressSequentially(number);
		await this.expiry.pressSequentially(expiry);
		await this.securityCode.pressSequentially(securityCode);
	}
}

/** A merchant's page with the card form, and actions on it. */
export class Merchant extends CardFields {
	readonly page: Page;
	readonly payButton: Locator;
	readonly retryButton: Locator;
	readonly expectedInConsole: RegExp[] = [];

	constructor(page: Page) {
		super(page);
		this.page = page;
		this.payButton = page.getByRole("button", { name: "Pay", exact: true });
		this.retryButton = page.locator("main button:visible", { hasNotText: /^Pay$/ });
	}

	/** Opens one of the site's pages and waits until the form accepts input. */
	async open(path: string): Promise<void> {
		await this.visit(path);
		await expect(this.number).toBeEditable();
	}

	/** Opens one of the site's pages without waiting for the form. */
	async visit(path: string, origin = addresses.merchant): Promise<void> {
		await this.page.goto(`${origin}/${path}`);
	}

	/** Opens one of the site's pages, whose clock `hurry` can move, without waiting for what never arrives. */
	async visitWithClock(path: string): Promise<void> {
		await this.page.clock.install();
		await this.page.goto(`${addresses.merchant}/${path}`, { waitUntil: "commit" });
	}

	/** Lets the page's seconds pass in milliseconds until the assertion holds. */
	async hurry(assertion: () => Promise<void>): Promise<void> {
		await expect(async () => {
			await this.page.clock.runFor(1_000);
			await assertion();
		}).toPass({ intervals: [0], timeout: 60_000 });
	}

	/** Opens the page that calls the library, with these options. */
	async mount(options: object = {}): Promise<void> {
		await this.open(mountPath(options));
	}

	/** The form's events so far, as the page received them. */
	events(type?: string): Promise<FormEvent[]> {
		return this.page.evaluate(
			(wanted) => window.events.filter((event) => wanted === undefined || event.type === wanted),
			type,
		);
	}

	/** Requests a token as a page does. Returns the token, or the error's code and fields, as text. */
	tokenize(): Promise<string> {
		return this.page.evaluate(() =>
			window.form.tokenize().then(
				({ token }) => token,
				({ code, fields }: CardFormError) => [code, ...fields].join(" "),
			),
		);
	}

	/** The page's own observations. */
	seen<Name extends "violations" | "messages" | "errors" | "layoutShift">(name: Name): Promise<Seen[Name]> {
		return this.page.evaluate((asked) => window.seen[asked], name) as Promise<Seen[Name]>;
	}
}

export interface FormEvent {
	type: string;
	at: number;
	[detail: string]: unknown;
}

/** The path of the page that mounts a form with these options. */
export function mountPath(options: object): string {
	return `mount?options=${encodeURIComponent(JSON.stringify(options))}`;
}

interface Fixtures {
	merchant: Merchant;
	/** Fails a test on unexpected policy violations, warnings and errors in the console. */
	quiet: undefined;
}

/** Chromium's words, without a reason, when a form is removed while it loads its brand marks. */
const marksOfRemovedForm = /^Fetch API cannot load \S+\/assets\/marks-\w+\.json\. $/;

/** Playwright's `test` with a merchant's page and a check of the console. */
export const test = base.extend<Fixtures>({
	merchant: async ({ page }, use) => use(new Merchant(page)),
	quiet: [
		async ({ context, merchant }, use, testInfo) => {
			await openFormsFromNewAddress(context, testInfo);
			const complaints: string[] = [];
			context.on("console", (message) => {
				if (["error", "warning"].includes(message.type())) complaints.push(message.text());
			});
			context.on("weberror", (error) => complaints.push(error.error().message));
			await use(undefined);
			const violations = await merchant.page.evaluate(() => window.seen?.violations ?? []).catch(() => []);
			const unexpected = [...violations, ...complaints].filter(
				(text) => ![marksOfRemovedForm, ...merchant.expectedInConsole].some((pattern) => pattern.test(text)),
			);
			expect(unexpected, "no breach of a policy, and nothing unexpected in the console").toEqual([]);
		},
		{ auto: true },
	],
});

export { expect } from "@playwright/test";
