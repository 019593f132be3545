import type { CardFormError } from "../../../packages/widget/src/index.ts";
import { english } from "../../../packages/widget/src/locale/en.ts";
import type { FirefoxContext } from "../support/firefox.ts";
import { eventsOf, test } from "../support/firefox-form.ts";
import { cardToken, expect } from "../support/merchant.ts";

/** One Firefox at a time: a second one starts too slowly on a small machine. */
test.describe.configure({ mode: "default" });

const number = `[autocomplete="cc-number"]`;
const expiry = `[autocomplete="cc-exp"]`;
const securityCode = `[autocomplete="cc-csc"]`;

function focus(frame: FirefoxContext, field: string): Promise<void> {
	return frame.evaluate((selector) => document.querySelector<HTMLElement>(selector)?.focus(), field);
}

async function type(frame: FirefoxContext, field: string, text: string): Promise<void> {
	await focus(frame, field);
	await frame.type(text);
}

/** The text of a field with the caret as `|`. */
function fieldOf(frame: FirefoxContext, field: string): Promise<string> {
	return frame.evaluate((selector) => {
		const input = document.querySelector<HTMLInputElement>(selector);
		const caret = input?.selectionStart ?? 0;
		return `${input?.value.slice(0, caret)}|${input?.value.slice(caret)}`;
	}, field);
}

function descriptionOf(frame: FirefoxContext, field: string): Promise<string> {
	return frame.evaluate((selector) => {
		const ids = document.querySelector(selector)?.getAttribute("aria-describedby")?.split(" ") ?? [];
		return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
	}, field);
}

function tokenize(page: FirefoxContext): Promise<string> {
	return page.evaluate(
		() =>
			window.form.tokenize().then(
				({ token }) => token,
				({ code, fields }: CardFormError) => [code, ...fields].join(" "),
			),
		null,
	);
}

test("in Firefox, a typed card becomes a token, and its brand is reported", async ({ openForm }) => {
	const { page, frame } = await openForm();
	await type(frame, number, "378282246310005");
	expect(await fieldOf(frame, number)).toBe("3782 822463 10005|");
	await expect.poll(() => eventsOf(page, "brand")).toMatchObject([{ brand: "Amex" }]);
	await type(frame, expiry, "0831");
	await type(frame, securityCode, "1234");
	expect(await tokenize(page)).toMatch(cardToken);
});

test("in Firefox, the caret stays in place when a middle digit is deleted or typed", async ({ openForm }) => {
	const { frame } = await openForm();
	await type(frame, number, "4111911111111111");
	await frame.press("Home");
	for (let step = 0; step < 6; step++) await frame.press("ArrowRight");
	await frame.press("Backspace");
	expect(await fieldOf(frame, number)).toBe("4111| 1111 1111 111");
	await frame.type("2");
	expect(await fieldOf(frame, number)).toBe("4111 2|111 1111 1111");
	await frame.press("Delete");
	expect(await fieldOf(frame, number)).toBe("4111 2|111 1111 111");
});

test("in Firefox, a number with blanks and a date as MM/YYYY can be pasted", async ({ openForm }) => {
	const { page, frame } = await openForm({ fields: { name: true, postalCode: true } });
	for (const [copied, field, shown] of [
		["4111 1111 1111 1111", number, "4111 1111 1111 1111|"],
		["08/2031", expiry, "08 / 2031|"],
	] as const) {
		await type(frame, `[autocomplete="cc-name"]`, copied);
		await frame.press("Control+a");
		await frame.press("Control+x");
		await focus(frame, field);
		await frame.press("Control+v");
		expect(await fieldOf(frame, field)).toBe(shown);
	}
	await type(frame, `[autocomplete="cc-name"]`, "Ana");
	await type(frame, `[autocomplete="postal-code"]`, "M5V 2T6");
	await type(frame, securityCode, "123");
	expect(await tokenize(page)).toMatch(cardToken);
});

test("in Firefox, errors appear at their fields, and the focus goes to the first", async ({ openForm }) => {
	const { page, frame } = await openForm();
	await type(frame, number, "4111111111111112");
	await type(frame, expiry, "1331");
	expect(await tokenize(page)).toBe("invalid number expiry securityCode");
	expect(await frame.evaluate((selector) => document.activeElement?.matches(selector), number)).toBe(true);
	expect(await descriptionOf(frame, number)).toContain(english.errors.numberWrong);
	expect(await descriptionOf(frame, expiry)).toContain(english.errors.expiryWrong);
	expect(await descriptionOf(frame, securityCode)).toContain(english.errors.securityCodeMissing);
});

test("in Firefox, the keyboard goes through the fields in order", async ({ openForm }) => {
	const { frame } = await openForm();
	await type(frame, number, "4111111111111111");
	await frame.press("Tab");
	await frame.type("0831");
	await frame.press("Tab");
	await frame.type("123");
	expect(await fieldOf(frame, expiry)).toMatch(/^08 \/ 31\|?/);
	expect(await fieldOf(frame, securityCode)).toBe("123|");
});

test("in Firefox, the form uses the given language and changes it while open", async ({ openForm }) => {
	const { page, frame } = await openForm({ locale: "ar" });
	const spoken = () =>
		frame.evaluate(() => {
			const { lang, dir } = document.documentElement;
			return [lang, dir, document.querySelector("label")?.textContent];
		}, null);
	await expect.poll(spoken).toEqual(["ar", "rtl", expect.stringMatching(/\p{Script=Arabic}/u)]);
	await page.evaluate(() => window.form.update({ locale: "fr-CA" }), null);
	await expect.poll(spoken).toEqual(["fr", "ltr", "Numéro de carte"]);
});
