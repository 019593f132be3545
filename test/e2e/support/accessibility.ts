import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, type Frame, type Locator, type Page } from "@playwright/test";
import type axe from "axe-core";

/**
 * Each scheme and each width once: colours do not depend on the width, and an axe run takes a second. The phone is last, so that
 * a test goes on there.
 */
export const windows = [
	{ colorScheme: "dark", width: 1280 },
	{ colorScheme: "light", width: 390 },
] as const;

/**
 * Checks a state of a page in every window with axe and for sideways scrolling, and saves pictures in this folder if asked.
 *
 * @param shown scrolled into view: Chromium does not draw a cross-site frame outside the viewport
 */
export async function lookAt(page: Page, pictures: string, state: string, shown?: Locator): Promise<void> {
	for (const { colorScheme, width } of windows) {
		await page.emulateMedia({ colorScheme });
		await page.setViewportSize({ width, height: 900 });
		await shown?.scrollIntoViewIfNeeded();
		await savePicture(page, join(pictures, `${state}-${width}-${colorScheme}.png`), { fullPage: true });
		await expectNoAxeFinding(page, `${state}, ${colorScheme}, ${width} px`);
		await expectNoSidewaysScroll(page, `${state}, ${width} px`);
	}
}

/** Waits until the page is drawn in a new size or scheme: its transitions have begun, and a search ends them. */
async function untilDrawn(page: Page): Promise<void> {
	await page.evaluate(async () => {
		const drawn = () => new Promise((resolve) => requestAnimationFrame(resolve));
		await drawn();
		await drawn();
	});
}

/** Only with PICTURES=1: nobody looks at those of a test run, and each takes a tenth of a second. */
export async function savePicture(page: Page, path: string, options: { fullPage?: boolean } = {}): Promise<void> {
	if (process.env.PICTURES === "1") await page.screenshot({ path, ...options });
}

/** Minified, since each page and frame loads and compiles it. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Every rule of axe or some, in the page and in its frames. */
export async function expectNoAxeFinding(page: Page, state: string, rules?: string[]): Promise<void> {
	await untilDrawn(page);
	/** Passes are counted, not described. */
	const options: axe.RunOptions = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
	const partials = await searchByAxe(page.mainFrame(), options, { include: [], exclude: [] });
	const findings = await page.evaluate(
		async ([partials, options, state]) => {
			const { violations } = await window.axe.finishRun(
				partials.map((partial) => JSON.parse(partial)),
				options,
			);
			return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${state}: ${id} at ${target}`));
		},
		[partials, options, state] as const,
	);
	expect(findings).toEqual([]);
}

declare global {
	interface Window {
		/** Installed by a search, and reused by the next one in the same page. */
		axe: typeof axe;
	}
}

/**
 * The results of axe in a frame and its inner frames, for `finishRun`. Each is JSON, since Playwright transfers
 * objects of this size slowly. This replaces axe's own package for Playwright, which loads axe again for each search
 * and opens another page to combine the results.
 */
async function searchByAxe(frame: Frame, options: axe.RunOptions, context: axe.FrameContextObject): Promise<string[]> {
	await frame.evaluate(endAnimations);
	if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axeSource);
	const inner = await frame.evaluate((context) => window.axe.utils.getFrameContexts(context), context);
	const own = await frame.evaluate(
		async ([context, options]) => JSON.stringify(await window.axe.runPartial(context, options)),
		[context, options] as const,
	);
	const partials = [own];
	for (const { frameSelector, frameContext } of inner) {
		const element = await frame.evaluateHandle((selector) => window.axe.utils.shadowSelect(selector), frameSelector);
		const child = await element.asElement()?.contentFrame();
		if (!child) throw new Error(`There is no frame at ${String(frameSelector)}.`);
		partials.push(...(await searchByAxe(child, options, frameContext)));
	}
	return partials;
}

/** Ends a page's finite animations, whose colours and places half-way are not the page's. A frame outside the window never would. */
export function endAnimations(): void {
	for (const animation of document.getAnimations()) {
		if (Number.isFinite(Number(animation.effect?.getComputedTiming().endTime))) animation.finish();
	}
}

/** The page, once its styles are loaded, scrolls down only (WCAG 1.4.10). */
export async function expectNoSidewaysScroll(page: Page, state: string): Promise<void> {
	await page.waitForLoadState();
	const tooWidePixels = await page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement;
		return scrollWidth - clientWidth;
	});
	expect(tooWidePixels, `${state} fits its width`).toBe(0);
}

/** Checks in windows of every width that neither the page nor one of its tables scrolls sideways. The last is the widest. */
export async function expectFitsEveryWidth(page: Page, state: string, check?: () => Promise<void>): Promise<void> {
	for (const width of [390, 640, 800, 1024, 1280]) {
		await page.setViewportSize({ width, height: 844 });
		await expectNoSidewaysScroll(page, `${state}, ${width} px`);
		// A container would hide from the document that its table is too wide.
		const tooWidePixels = await page
			.locator(".table-container")
			.evaluateAll((places) => places.map((place) => place.scrollWidth - place.clientWidth));
		expect(
			tooWidePixels.filter((pixels) => pixels > 0),
			`${state}, ${width} px`,
		).toEqual([]);
		await check?.();
	}
}

/** Presses Tab until a control of this name has the focus, and checks the focus ring at every step. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
	await untilPainted(page);
	for (let step = 0; step < 40; step++) {
		await page.keyboard.press("Tab");
		const focused = page.locator(":focus");
		await expect(focused).toHaveCount(1);
		expect(await hasRing(page), "the focus shows").toBe(true);
		const label = await focused.evaluate((element: HTMLElement) => {
			const labels =
				element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
			return element.getAttribute("aria-label") ?? labels?.[0]?.textContent ?? element.textContent ?? "";
		});
		if (name.test(label.trim())) return;
	}
	throw new Error(`Tab never came to ${name}.`);
}

/** Waits for the first paint: Chromium drops keys that arrive before it. */
export async function untilPainted(page: Page): Promise<void> {
	await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
}

/** An outline of 2 px on the focused element or on the part of the page that shows its focus. */
function hasRing(page: Page): Promise<boolean> {
	return page.locator(":focus").evaluate((element) => {
		const candidates = [element, element.closest(".tile")].filter((candidate) => candidate !== null);
		return candidates.some((candidate) => {
			const { outlineStyle, outlineWidth } = getComputedStyle(candidate);
			return outlineStyle === "solid" && outlineWidth === "2px";
		});
	});
}
