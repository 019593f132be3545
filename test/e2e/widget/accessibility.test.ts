import type { Page } from "@playwright/test";
import { directionOf, type Language, languages } from "../../../packages/widget/src/locale/languages.ts";
import { expectNoAxeFinding, untilPainted } from "../support/accessibility.ts";
import { addresses, expect, type Merchant, test } from "../support/merchant.ts";

const schemes = ["light", "dark"] as const;

/** A merchant's own colours, chosen to be readable. */
const ownTheme = {
	accent: "#7a1fa2",
	text: "#102030",
	background: "#fffdf7",
	border: "#6b6257",
	danger: "#a3001b",
	radius: 16,
	spacing: 20,
	fontSize: 18,
	fontFamily: "serif",
};

const themes = [{ scheme: "light" }, { scheme: "dark" }, { scheme: "light", ...ownTheme }] as const;

/** The form's states, in an order where each leads to the next. */
const states: readonly (readonly [name: string, come: (merchant: Merchant) => Promise<unknown>])[] = [
	["empty", ({ page }) => page.evaluate(() => window.form.clear())],
	["all wrong", ({ page }) => page.evaluate(() => window.form.tokenize().catch(() => undefined))],
	["filled in", (merchant) => fillIn(merchant)],
	["disabled", ({ page }) => page.evaluate(() => window.form.update({ disabled: true }))],
];

async function fillIn(merchant: Merchant): Promise<void> {
	await merchant.number.fill("378282246310005");
	await merchant.expiry.fill("0931");
	await merchant.securityCode.fill("1234");
	await merchant.name.fill("Ana María López");
	await merchant.postalCode.fill("M5V 2T6");
}

/** Changes the form's language and waits until it is shown. */
async function speak(merchant: Merchant, language: Language): Promise<void> {
	await merchant.page.evaluate((locale) => window.form.update({ locale }), language);
	await expect(merchant.frame.locator("html")).toHaveAttribute("lang", language);
}

test("axe sees into the frame: it finds a field without a label", async ({ merchant, page }) => {
	await merchant.mount();
	await merchant.frame
		.locator("label")
		.first()
		.evaluate((label) => label.remove());
	await expect(expectNoAxeFinding(page, "without a label")).rejects.toThrow(/label at iframe/);
});

for (const theme of themes) {
	const name = `${theme.scheme}${"accent" in theme ? " with a merchant's colours" : ""}`;

	test.describe(name, () => {
		test.use({ viewport: { width: 390, height: 900 }, colorScheme: theme.scheme });

		test("every state passes axe and fits a phone, left-to-right and right-to-left", async ({ merchant }) => {
			test.slow();
			await merchant.mount({ theme, fields: { name: true, postalCode: true } });
			for (const language of ["en", "ar"] as const) {
				await speak(merchant, language);
				await visitEveryState(merchant, language);
			}
		});
	});
}

test("every state passes axe and fits a desktop", async ({ merchant }) => {
	await merchant.mount({ fields: { name: true, postalCode: true } });
	await visitEveryState(merchant, "fr");
});

async function visitEveryState(merchant: Merchant, language: Language): Promise<void> {
	for (const [name, come] of states) {
		await come(merchant);
		await expectNoAxeFinding(merchant.page, `${name}, ${language}`);
		await expectFits(merchant, `${name}, ${language}`);
	}
	await merchant.page.evaluate(() => window.form.update({ disabled: false }));
}

/** Neither the page nor the frame scrolls sideways. */
async function expectFits(merchant: Merchant, state: string): Promise<void> {
	for (const root of [merchant.page.locator("html"), merchant.frame.locator("html")]) {
		const tooWidePixels = await root.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
		expect(tooWidePixels, `${state} fits its width`).toBeLessThanOrEqual(0);
	}
}

test("at 400 % zoom (WCAG 1.4.10: 320 px wide) the form fits in every language, with no text cut off", async ({
	merchant,
	page,
}) => {
	await page.setViewportSize({ width: 320, height: 256 });
	await merchant.mount({ fields: { name: true, postalCode: true } });
	await page.evaluate(() => window.form.tokenize().catch(() => undefined));
	await expect(merchant.number).toHaveAttribute("aria-invalid", "true");
	for (const language of languages) {
		await speak(merchant, language);
		await expectFits(merchant, language);
		await expectWholeHeight(merchant);
		await expect(merchant.frame.locator("html")).toHaveAttribute("dir", directionOf(language));
	}
});

/** The frame is as high as its content: nothing in it scrolls. */
async function expectWholeHeight(merchant: Merchant): Promise<void> {
	const hidden = () =>
		merchant.frame.locator("html").evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
	await expect.poll(hidden).toBeLessThanOrEqual(0);
}

test("every control is at least 24 px each way (WCAG 2.5.8)", async ({ merchant }) => {
	await merchant.mount({ theme: { fontSize: 14, spacing: 4 }, fields: { name: true, postalCode: true } });
	const sizes = await merchant.frame.locator("input, button").evaluateAll((controls) =>
		controls.map((control) => {
			const { width, height } = control.getBoundingClientRect();
			return Math.min(width, height);
		}),
	);
	expect(sizes).toHaveLength(5);
	expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24);
});

test("in a right-to-left language, labels are on the right and numbers read left to right", async ({ merchant }) => {
	await merchant.mount({ locale: "he" });
	await merchant.type();
	const label = merchant.frame.locator("label").first();
	const sides = await label.evaluate((element) => getComputedStyle(element).direction);
	expect(sides).toBe("rtl");
	expect(await merchant.number.evaluate((input) => getComputedStyle(input).direction)).toBe("ltr");
	await expect(merchant.number).toHaveValue("4111 1111 1111 1111");
});

test("the keyboard enters the form, visits every field in order, and leaves in both directions", async ({
	merchant,
	page,
}) => {
	await merchant.open("element?name-field&postal-code-field");
	await untilPainted(page);
	await page.getByLabel("Email").focus();
	for (const field of [merchant.number, merchant.expiry, merchant.securityCode, merchant.name, merchant.postalCode]) {
		await page.keyboard.press("Tab");
		await expect(field).toBeFocused();
		expect(await hasVisibleRing(merchant), "the focus shows").toBe(true);
	}
	await page.keyboard.press("Tab");
	await expect(merchant.payButton).toBeFocused();
	await page.keyboard.press("Shift+Tab");
	await expect(merchant.postalCode).toBeFocused();
});

/** An outline of at least 2 px, on the focused field or its frame. */
function hasVisibleRing(merchant: Merchant): Promise<boolean> {
	return merchant.frame.locator(":focus").evaluate((element) => {
		const framing = [element, element.parentElement].filter((candidate) => candidate !== null);
		return framing.some((candidate) => {
			const { outlineStyle, outlineWidth } = getComputedStyle(candidate);
			return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
		});
	});
}

test("a payer corrects a mistake and submits with the keyboard alone", async ({ merchant, page }) => {
	await merchant.open("element");
	await untilPainted(page);
	await page.getByLabel("Email").focus();
	await page.keyboard.press("Tab");
	await expect(merchant.number).toBeFocused();
	await page.keyboard.type("4111111111111111");
	await page.keyboard.press("Tab");
	await page.keyboard.type("0831");
	await page.keyboard.press("Tab");
	await page.keyboard.type("12");
	await page.keyboard.press("Enter");
	await expect(merchant.securityCode).toHaveAttribute("aria-invalid", "true");
	await expect(merchant.securityCode).toBeFocused();
	await page.keyboard.press("End");
	await page.keyboard.type("3");
	await page.keyboard.press("Enter");
	await page.waitForURL("**/paid");
});

for (const scheme of schemes) {
	test(`forced colours (${scheme}) keep the borders of fields, the focus and mistakes visible`, async ({
		merchant,
		page,
	}) => {
		await page.emulateMedia({ forcedColors: "active", colorScheme: scheme });
		await merchant.mount();
		await page.evaluate(() => window.form.tokenize().catch(() => undefined));
		await expect(merchant.number).toBeFocused();
		expect(await hasVisibleRing(merchant)).toBe(true);
		const borders = await merchant.frame.locator("input").evaluateAll((inputs) =>
			inputs.map((input) => {
				const framing = [input, input.parentElement].filter((candidate) => candidate !== null);
				return Math.max(...framing.map((one) => Number.parseFloat(getComputedStyle(one).borderTopWidth)));
			}),
		);
		expect(Math.min(...borders)).toBeGreaterThanOrEqual(1);
		await expectNoAxeFinding(merchant.page, "forced colours");
	});
}

test("reduced motion disables animation", async ({ merchant, page }) => {
	await page.emulateMedia({ reducedMotion: "reduce" });
	await merchant.mount();
	const moving = await merchant.frame.locator("*").evaluateAll(
		(elements) =>
			elements.filter((element) => {
				const { animationName, transitionDuration } = getComputedStyle(element);
				const seconds = transitionDuration.split(", ").map(Number.parseFloat);
				return animationName !== "none" || Math.max(...seconds) > 0.01;
			}).length,
	);
	expect(moving).toBe(0);
});

test("the scheme `auto` follows the payer's system, also when it changes", async ({ merchant, page }) => {
	await page.emulateMedia({ colorScheme: "light" });
	await merchant.mount({ theme: { scheme: "auto" } });
	const background = () => merchant.number.evaluate((input) => getComputedStyle(input).backgroundColor);
	const light = await background();
	await page.emulateMedia({ colorScheme: "dark" });
	await expect.poll(background).not.toBe(light);
});

/** Sets the page's colour scheme by its style, or removes every declaration of one. */
function declare(page: Page, colorScheme: string): Promise<void> {
	return page.evaluate((colorScheme) => {
		document.querySelector("meta[name=color-scheme]")?.remove();
		document.documentElement.style.colorScheme = colorScheme;
	}, colorScheme);
}

test("by default the form has the page's colour scheme, not the system's, also when it changes", async ({
	merchant,
	page,
}) => {
	await page.emulateMedia({ colorScheme: "dark" });
	await merchant.visit("blank");
	await declare(page, "normal");
	await page.evaluate((publicKey) => {
		window.form = window.CardSeal.mount("#card", { publicKey });
	}, addresses.publicKey);
	await expect(merchant.number).toBeEditable({ timeout: 30_000 });
	const background = () => merchant.number.evaluate((input) => getComputedStyle(input).backgroundColor);
	const [light, dark] = ["rgb(255, 255, 255)", "rgb(19, 28, 46)"];
	await expect.poll(background).toBe(light);
	for (const [declared, system, expected] of [
		["dark", "light", dark],
		["light dark", "light", light],
		["light dark", "dark", dark],
		["light", "dark", light],
	] as const) {
		await declare(page, declared);
		await page.emulateMedia({ colorScheme: system });
		await expect.poll(background, `${declared} on a ${system} system`).toBe(expected);
	}
	await page.evaluate(() => window.form.update({ theme: { scheme: "dark" } }));
	await expect.poll(background).toBe(dark);
});

for (const scheme of schemes) {
	test(`a transparent form shows the page behind it (${scheme})`, async ({ merchant, page }) => {
		await page.emulateMedia({ colorScheme: scheme });
		await merchant.mount({ theme: { background: "transparent" } });
		await page.locator("#card").evaluate((card) => {
			card.style.background = "#0a0b0c";
		});
		const seen = await page.locator("iframe").screenshot();
		const pixel = await page.evaluate(
			async (png) => {
				const bitmap = await createImageBitmap(new Blob([Uint8Array.from(png)]));
				const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
				canvas?.drawImage(bitmap, 0, 0);
				return [...(canvas?.getImageData(1, 1, 1, 1).data ?? [])];
			},
			[...seen],
		);
		expect(pixel).toEqual([10, 11, 12, 255]);
	});
}

test("low-contrast colours are applied, with a warning in the console", async ({ merchant, page }) => {
	const warnings: string[] = [];
	merchant.expectedInConsole.push(/contrast/i);
	page.on("console", (message) => {
		if (message.type() === "warning") warnings.push(message.text());
	});
	await merchant.mount({ theme: { scheme: "light", text: "#888888", background: "#ffffff" } });
	await expect.poll(() => warnings).toEqual([expect.stringContaining("text has a contrast of 3.54")]);
	const text = await merchant.frame
		.locator("html")
		.evaluate((html) => getComputedStyle(html).getPropertyValue("--color-text"));
	expect(text).toBe("#888888");
});

test("the frame has a name, in the page's language, and the retry button passes axe", async ({ merchant, page }) => {
	merchant.expectedInConsole.push(/ERR_BLOCKED_BY_CLIENT/, /^Cardseal: .*\/docs#blocked$/);
	await merchant.mount({ locale: "fr" });
	await expect(page.locator("iframe")).toHaveAttribute("title", "Informations de la carte");
	await page.evaluate(() => window.form.update({ locale: "de" }));
	await expect(page.locator("iframe")).toHaveAttribute("title", "Kartendaten");
	await page.route("**/v1/widget/frame?*", (route) => route.abort("blockedbyclient"));
	await merchant.visit("mount");
	await expect(merchant.retryButton).toBeVisible();
	await expectNoAxeFinding(merchant.page, "retry");
});
