import type { CDPSession, Page } from "@playwright/test";
import { addresses, expect, test } from "../support/merchant.ts";

/** The browser's counts that grow when a page forgets to clean up. */
async function countThings(browser: CDPSession): Promise<{ frames: number; listeners: number; documents: number }> {
	await browser.send("HeapProfiler.collectGarbage");
	const { metrics } = await browser.send("Performance.getMetrics");
	const count = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
	return { frames: count("Frames"), listeners: count("JSEventListeners"), documents: count("Documents") };
}

/** Mounts and destroys this many forms, each at another moment of its start: at once, and up to some ms later. */
function mountAndDestroy(page: Page, count: number): Promise<void> {
	return page.evaluate(
		async ({ publicKey, count }) => {
			for (let index = 0; index < count; index++) {
				const form = window.CardSeal.mount("#card", { publicKey });
				const settled = form.tokenize().catch(() => undefined);
				if (index % 4 === 1) await Promise.resolve();
				if (index % 4 === 2) await new Promise((resolve) => requestAnimationFrame(resolve));
				form.destroy();
				await settled;
			}
		},
		{ publicKey: addresses.publicKey, count },
	);
}

for (const [count, details] of [
	[40, {}],
	[1_000, { tag: "@lab" }],
] as const) {
	test(
		`${count} mounts and unmounts leave no frame, listener, timer or error`,
		details,
		async ({ merchant, page, context }) => {
			await merchant.visit("blank");
			const browser = await context.newCDPSession(page);
			await browser.send("Performance.enable");
			// The first ones fill caches that stay.
			await mountAndDestroy(page, 20);
			const before = await countThings(browser);
			await mountAndDestroy(page, count);
			await expect.poll(async () => (await countThings(browser)).frames).toBe(before.frames);
			const listeners = async () => (await countThings(browser)).listeners;
			await expect.poll(listeners).toBeLessThanOrEqual(before.listeners);
			expect(await page.locator("#card").evaluate((place) => place.childNodes.length)).toBe(0);
			await expect.poll(() => page.evaluate(() => window.seen.timers.size)).toBe(0);
			expect(await merchant.seen("errors")).toEqual([]);
		},
	);
}

test("a ready form leaves nothing either, and its container accepts another one", async ({
	merchant,
	page,
	context,
}) => {
	await merchant.visit("blank");
	const browser = await context.newCDPSession(page);
	await browser.send("Performance.enable");
	const openAndClose = () =>
		page.evaluate(async (publicKey) => {
			const form = window.CardSeal.mount("#card", { publicKey });
			await new Promise<void>((resolve) => form.on("ready", () => resolve()));
			form.destroy();
		}, addresses.publicKey);
	await openAndClose();
	const before = await countThings(browser);
	for (let time = 0; time < 10; time++) await openAndClose();
	await expect.poll(async () => (await countThings(browser)).frames).toBe(before.frames);
	await expect.poll(async () => (await countThings(browser)).listeners).toBeLessThanOrEqual(before.listeners);
	await expect.poll(() => page.evaluate(() => window.seen.timers.size)).toBe(0);
});

test("an element removed from the page removes its frame, and loads one when it returns", async ({
	merchant,
	page,
}) => {
	await merchant.open("element");
	const counts = await page.evaluate(() => {
		const element = document.querySelector("cardseal-card");
		const place = element?.parentElement;
		element?.remove();
		const gone = document.querySelectorAll("iframe").length;
		if (element && place) place.prepend(element);
		return [gone, document.querySelectorAll("iframe").length];
	});
	expect(counts).toEqual([0, 1]);
	await expect(merchant.number).toBeEditable();
});
