import { test as base } from "@playwright/test";
import { Firefox, type FirefoxContext } from "./firefox.ts";
import { addresses, expect, type FormEvent, mountPath } from "./merchant.ts";
import { newPayerAddress } from "./payer-address.ts";

/** A merchant's page in Firefox with the card form. */
export interface OpenForm {
	page: FirefoxContext;
	frame: FirefoxContext;
}

interface Fixtures {
	/** Opens the page that calls the library, and waits until the form accepts input. */
	openForm(options?: object): Promise<OpenForm>;
}

/** Playwright's `test` with a card form in Firefox. The tests of a worker share one Firefox. */
export const test = base.extend<Fixtures, { firefox: Firefox }>({
	firefox: [
		async ({}, use) => {
			const firefox = await Firefox.launch(process.env.FIREFOX_PATH || "/usr/bin/firefox-esr");
			await use(firefox);
			await firefox.close();
		},
		{ scope: "worker", timeout: 120_000 },
	],
	openForm: async ({ firefox }, use, testInfo) => {
		const page = await firefox.newPage(newPayerAddress(testInfo));
		await use((options = {}) => openForm(page, options));
		expect(await page.evaluate(() => window.seen.violations, null), "no breach of the page's policy").toEqual([]);
		expect(await page.evaluate(() => window.seen.errors, null), "no error on the page").toEqual([]);
		await page.close();
	},
});

async function openForm(page: FirefoxContext, options: object): Promise<OpenForm> {
	await page.goto(`${addresses.merchant}/${mountPath(options)}`);
	await expect.poll(() => eventsOf(page, "ready")).toHaveLength(1);
	const [frame] = await page.frames(`${addresses.gateway}/v1/widget/frame`);
	if (frame === undefined) throw new Error("The page has no card form.");
	return { page, frame };
}

/** The events that the page received from the form. */
export function eventsOf(page: FirefoxContext, type: string): Promise<FormEvent[]> {
	return page.evaluate((wanted) => window.events.filter((event) => event.type === wanted), type);
}

/** Waits for the frame, and for an element in it. */
export async function frameOf(within: FirefoxContext, urlStart: string, selector: string): Promise<FirefoxContext> {
	let found: FirefoxContext | undefined;
	await expect
		.poll(async () => {
			[found] = await within.frames(urlStart);
			return found?.evaluate((wanted) => document.querySelector(wanted)?.checkVisibility() ?? false, selector);
		})
		.toBe(true);
	if (found === undefined) throw new Error(`There is no frame of ${urlStart}.`);
	return found;
}

/** Types into an element of a frame, key by key. */
export async function typeInto(frame: FirefoxContext, selector: string, text: string): Promise<void> {
	await frame.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)?.focus(), selector);
	await frame.type(text);
}
