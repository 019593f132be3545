import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll } from "../support/accessibility.ts";
import { showEveryPage } from "../support/filled-account.ts";
import { expect, test } from "../support/staff.ts";

/** Names of 30 letters: of two words, and without a place to break. */
const names = {
	first: "Maximiliana-Konstantina Dorothe",
	last: "Featherstonehaughmontgomeryson",
	email: "alexandrina.fitzgeraldmontgomery@accounts.example",
	plan: "Mountaintop coffee of the month",
	note: "Walnutboardsandbrasslampsorders",
	staff: "Bartholomew Wolfeschlegelsteins",
	partner: "Internationalbookkeepingsystems",
};

test("names of 30 letters are cut nowhere without a sign, on lists and details in windows of 320 to 768 px", async ({
	desk,
	page,
}) => {
	test.setTimeout(300_000);
	await showEveryPage(desk, names, async (name) => {
		for (const width of [320, 390, 640, 768]) {
			await page.setViewportSize({ width, height: 844 });
			await expectNoSidewaysScroll(page, `${name}, ${width} px`);
			expect.soft(await cutTexts(page), `cut in “${name}”, ${width} px`).toEqual([]);
		}
	});
});

/** Returns the texts that an element or the window cuts without an ellipsis. */
function cutTexts(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const isHidden = (element: Element) =>
			!element.checkVisibility({ visibilityProperty: true }) ||
			element.closest(".visually-hidden, .skip-link") !== null;
		/** The nearest ancestor that cuts what leaves it sideways. A part that scrolls shows the rest. */
		const cutterOf = (element: Element) => {
			for (let outer: Element | null = element; outer !== null; outer = outer.parentElement) {
				const { overflowX, display } = getComputedStyle(outer);
				if (display !== "inline" && overflowX !== "visible") return outer;
			}
			return document.documentElement;
		};
		const isCut = (text: Text) => {
			const element = text.parentElement;
			if (element === null || isHidden(element) || text.data.trim() === "") return false;
			const cutter = cutterOf(element);
			const { overflowX, textOverflow } = getComputedStyle(cutter);
			if (textOverflow === "ellipsis" || overflowX === "auto" || overflowX === "scroll") return false;
			const range = document.createRange();
			range.selectNodeContents(text);
			const { left, right } = range.getBoundingClientRect();
			const box = cutter.getBoundingClientRect();
			// The heads of cards are for screen readers.
			if (box.width <= 1) return false;
			return left < box.left - 1 || right > Math.min(box.right, innerWidth) + 1;
		};
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		const found: string[] = [];
		for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
			if (node instanceof Text && isCut(node)) found.push(node.data);
		}
		return found;
	});
}
