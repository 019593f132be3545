import type { Locator } from "@playwright/test";
import { cardToken, expect, type Merchant, test } from "../support/merchant.ts";

/** Numbers in printed groups; the brand as a code, and its announced name where that differs. */
const brands = [
	["4111 1111 1111 1111", "Visa"],
	["3782 822463 10005", "Amex", "American Express"],
	["5555 5555 5555 4444", "Mastercard"],
	["3056 930902 5904", "Diners", "Diners Club"],
	["6011 1111 1111 1117", "Discover"],
	["3530 1113 3330 0000", "JCB"],
	["6205 5000 0000 0000 004", "UnionPay"],
] as const;

function caretOf(field: Locator): Promise<number | null> {
	return field.evaluate((input: HTMLInputElement) => input.selectionStart);
}

/** Sets the caret or a selection in a field, counted in characters. */
async function select(field: Locator, start: number, end = start): Promise<void> {
	await field.evaluate((input: HTMLInputElement, range) => input.setSelectionRange(...range), [start, end] as [
		number,
		number,
	]);
}

/** Fills in like a browser: the whole value at once, then the events. */
async function autofill(field: Locator, value: string): Promise<void> {
	await field.evaluate((input: HTMLInputElement, filled) => {
		input.value = filled;
		for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
	}, value);
}

/** Pastes a text from the system's clipboard, by keyboard shortcut. */
async function paste({ page }: Merchant, field: Locator, text: string): Promise<void> {
	await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
	await page.locator("body").evaluate((_body, copied) => navigator.clipboard.writeText(copied), text);
	await field.press("ControlOrMeta+v");
}

test.beforeEach(async ({ merchant }) => {
	await merchant.mount({ fields: { name: true, postalCode: true } });
	await merchant.enter(merchant.number);
});

for (const [embossed, brand, said = brand] of brands) {
	test(`a ${brand} number is grouped as embossed, and its brand is reported and announced`, async ({ merchant }) => {
		await merchant.number.pressSequentially(embossed.replaceAll(" ", ""));
		await expect(merchant.number).toHaveValue(embossed);
		await expect(merchant.announcement).toHaveText(`Card type: ${said}`);
		await expect.poll(async () => (await merchant.events("brand")).map((event) => event.brand)).toEqual([brand]);
	});
}

test("no brand is reported while several are possible, nor after the digits are deleted", async ({ merchant }) => {
	await merchant.number.pressSequentially("6");
	expect(await merchant.events("brand")).toEqual([]);
	await merchant.number.pressSequentially("2");
	await expect.poll(() => merchant.events("brand")).toMatchObject([{ brand: "UnionPay" }]);
	await merchant.number.press("Backspace");
	await expect.poll(async () => (await merchant.events("brand")).at(-1)?.brand).toBeUndefined();
});

test("the caret stays in place when a middle digit is deleted or typed", async ({ merchant }) => {
	await merchant.number.pressSequentially("4111911111111111");
	await select(merchant.number, 6);
	await merchant.number.press("Backspace");
	await expect(merchant.number).toHaveValue("4111 1111 1111 111");
	// After the digit before the deleted one, not after the gap.
	expect(await caretOf(merchant.number)).toBe(4);
	await merchant.number.pressSequentially("2");
	await expect(merchant.number).toHaveValue("4111 2111 1111 1111");
	expect(await caretOf(merchant.number)).toBe(6);
});

test("Backspace and Delete remove the digit beside a gap, and the gap never stops the caret", async ({ merchant }) => {
	await merchant.number.pressSequentially("41112222");
	await select(merchant.number, 5);
	await merchant.number.press("Backspace");
	await expect(merchant.number).toHaveValue("4112 222");
	expect(await caretOf(merchant.number)).toBe(3);
	await select(merchant.number, 4);
	await merchant.number.press("Delete");
	await expect(merchant.number).toHaveValue("4112 22");
	expect(await caretOf(merchant.number)).toBe(4);
});

test("typing or pasting replaces the selection", async ({ merchant }) => {
	await merchant.number.pressSequentially("4111222233334444");
	await select(merchant.number, 5, 14);
	await merchant.number.pressSequentially("9");
	await expect(merchant.number).toHaveValue("4111 9444 4");
	expect(await caretOf(merchant.number)).toBe(6);
	await select(merchant.number, 0, 11);
	await paste(merchant, merchant.number, "5555-5555-5555-4444");
	await expect(merchant.number).toHaveValue("5555 5555 5555 4444");
});

for (const [pasted, shown] of [
	["  4111-1111-1111-1111 ", "4111 1111 1111 1111"],
	["4111\u00a01111\u00a01111\u00a01111", "4111 1111 1111 1111"],
	["４１１１１１１１１１１１１１１１", "4111 1111 1111 1111"],
] as const) {
	test(`a pasted number is understood: ${JSON.stringify(pasted)}`, async ({ merchant }) => {
		await paste(merchant, merchant.number, pasted);
		await expect(merchant.number).toHaveValue(shown);
	});
}

for (const pasted of ["08/2031", "8/31", "0831", "2031-08", "08 / 2031"]) {
	test(`an expiry date pasted as ${pasted} makes the form complete`, async ({ merchant }) => {
		await merchant.number.pressSequentially("4111111111111111");
		await merchant.securityCode.pressSequentially("123");
		await merchant.name.fill("Ana López");
		await merchant.postalCode.fill("M5V 2T6");
		await paste(merchant, merchant.expiry, pasted);
		await expect.poll(async () => (await merchant.events("change")).at(-1)).toMatchObject({ complete: true });
	});
}

test("undo reverts a paste and keeps earlier input", async ({ merchant }) => {
	await merchant.name.pressSequentially("Ana");
	await paste(merchant, merchant.name, " López");
	await expect(merchant.name).toHaveValue("Ana López");
	await merchant.name.press("ControlOrMeta+z");
	await expect(merchant.name).toHaveValue("Ana");
});

test("composed digits arrive once, in order", async ({ merchant, page }) => {
	const browser = await page.context().newCDPSession(page);
	await merchant.number.focus();
	for (const part of ["4", "41", "411", "4111"]) {
		await browser.send("Input.imeSetComposition", {
			text: part,
			selectionStart: part.length,
			selectionEnd: part.length,
		});
	}
	await browser.send("Input.insertText", { text: "4111" });
	await expect(merchant.number).toHaveValue(/^4111 ?$/);
	await browser.send("Input.imeSetComposition", { text: "22", selectionStart: 2, selectionEnd: 2 });
	await browser.send("Input.insertText", { text: "22" });
	await expect(merchant.number).toHaveValue("4111 22");
	expect(await caretOf(merchant.number)).toBe(7);
});

test("autofill fills all fields, and replaces one card with another", async ({ merchant }) => {
	const cards = [
		{ number: "4111111111111111", expiry: "08/31", code: "123", name: "Ana López", postalCode: "M5V 2T6" },
		{ number: "378282246310005", expiry: "2032-09", code: "1234", name: "Jo Kim", postalCode: "90210" },
	];
	for (const card of cards) {
		await autofill(merchant.number, card.number);
		await autofill(merchant.expiry, card.expiry);
		await autofill(merchant.securityCode, card.code);
		await autofill(merchant.name, card.name);
		await autofill(merchant.postalCode, card.postalCode);
		await expect.poll(async () => (await merchant.events("change")).at(-1)).toMatchObject({ complete: true });
		await expect(merchant.name).toHaveValue(card.name);
	}
	await expect(merchant.number).toHaveValue("3782 822463 10005");
	await expect(merchant.securityCode).toHaveValue("1234");
});

for (const event of [undefined, "change"]) {
	test(`values that a program sets are the ones that are checked, with ${event ?? "no"} event`, async ({
		merchant,
	}) => {
		const card = { "cc-number": "4111111111111111", "cc-exp": "8/31", "cc-csc": "123" };
		const values = { ...card, "cc-name": "Ana López", "postal-code": "M5V 2T6" };
		await merchant.frame.locator("form").evaluate(
			(form, [values, event]) => {
				for (const input of form.querySelectorAll("input")) {
					input.value = values[input.autocomplete] ?? "";
					if (event) input.dispatchEvent(new Event(event, { bubbles: true }));
				}
			},
			[values as Record<string, string>, event] as const,
		);
		expect(await merchant.tokenize()).toMatch(cardToken);
		await expect(merchant.number).toHaveValue("4111 1111 1111 1111");
		await expect(merchant.expiry).toHaveValue("08 / 31");
		await merchant.name.evaluate((input: HTMLInputElement) => {
			input.value = "";
		});
		expect(await merchant.tokenize()).toBe("invalid name");
	});
}

test.describe("the focus moves on", () => {
	test("after a complete number and expiry date, from field to field without a key", async ({ merchant, page }) => {
		await merchant.number.focus();
		await page.keyboard.type("411111111111111108311");
		await expect(merchant.securityCode).toBeFocused();
		await expect(merchant.expiry).toHaveValue("08 / 31");
		await expect(merchant.securityCode).toHaveValue("1");
	});

	test("and a habitual Tab skips no field", async ({ merchant, page }) => {
		await merchant.number.focus();
		await page.keyboard.type("4111111111111111");
		await page.keyboard.press("Tab");
		await expect(merchant.expiry).toBeFocused();
		await page.keyboard.press("Tab");
		await expect(merchant.securityCode).toBeFocused();
	});

	test("and Backspace returns without deleting, so that a Visa number of 19 digits can be typed", async ({
		merchant,
		page,
	}) => {
		await merchant.number.focus();
		await page.keyboard.type("4000000000000002");
		await expect(merchant.expiry).toBeFocused();
		await page.keyboard.press("Backspace");
		await expect(merchant.number).toBeFocused();
		await page.keyboard.type("002");
		await expect(merchant.number).toHaveValue("4000 0000 0000 0002 002");
		await expect(merchant.expiry).toBeFocused();
	});

	test("not after an incorrect number, nor after a correction, nor into a field with input", async ({
		merchant,
		page,
	}) => {
		await merchant.number.focus();
		await page.keyboard.type("4111111111111112");
		await expect(merchant.number).toBeFocused();
		await page.keyboard.press("Backspace");
		await merchant.expiry.fill("08");
		await merchant.number.press("End");
		await page.keyboard.type("1");
		await expect(merchant.number).toBeFocused();
		await merchant.expiry.fill("");
		await select(merchant.number, 7, 8);
		await merchant.number.pressSequentially("1");
		await expect(merchant.number).toBeFocused();
	});
});

test("each field has the attributes for keyboards and password managers", async ({ merchant }) => {
	for (const digits of [merchant.number, merchant.expiry, merchant.securityCode]) {
		await expect(digits).toHaveAttribute("inputmode", "numeric");
	}
	const asked = merchant.frame.locator("input");
	for (const [name, value] of [
		["autocorrect", "off"],
		["enterkeyhint", "go"],
	] as const) {
		const given = await asked.evaluateAll((inputs, name) => inputs.map((input) => input.getAttribute(name)), name);
		expect(given, name).toEqual(Array(5).fill(value));
	}
	const purposes = await asked.evaluateAll((inputs) => inputs.map((input) => input.getAttribute("autocomplete")));
	expect(purposes).toEqual(["cc-number", "cc-exp", "cc-csc", "cc-name", "postal-code"]);
});

test("the frame keeps its input when its options change", async ({ merchant, page }) => {
	await merchant.number.pressSequentially("4111111111111111");
	await page.evaluate(() => {
		window.form.update({ locale: "fr", theme: { scheme: "dark" }, fields: { name: false, postalCode: false } });
	});
	await expect(merchant.frame.getByLabel("Numéro de carte")).toHaveValue("4111 1111 1111 1111");
	await expect(merchant.name).toHaveCount(0);
});
