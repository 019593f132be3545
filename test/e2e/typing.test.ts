import { expect, test, things } from "./support/shop.ts";

test.beforeEach(({ shop }) => shop.order(things.approved));

const brands = [
	["4111 1111 1111 1111", "Visa"],
	["3782 822463 10005", "Amex"],
	["5555 5555 5555 4444", "Mastercard"],
	["3056 930902 5904", "Diners"],
] as const;

for (const [embossed, brand] of brands) {
	test(`a ${brand} number is grouped as it is embossed, and its brand is shown`, async ({ shop, page }) => {
		await shop.number.pressSequentially(embossed.replaceAll(" ", ""));
		await expect(shop.number).toHaveValue(embossed);
		await expect(page.locator("#brand")).toHaveText(brand);
	});
}

test("no brand is shown while the digits fit several", async ({ shop, page }) => {
	await shop.number.pressSequentially("6");
	await expect(page.locator("#brand")).toHaveText("");
	await shop.number.pressSequentially("2");
	await expect(page.locator("#brand")).toHaveText("UnionPay");
});

test("the caret keeps its place when a digit in the middle is corrected", async ({ shop }) => {
	await shop.number.pressSequentially("4111911111111111");
	await shop.number.press("Home");
	for (let step = 0; step < 6; step++) await shop.number.press("ArrowRight");
	await shop.number.press("Backspace");
	await shop.number.pressSequentially("12");
	await expect(shop.number).toHaveValue("4111 1211 1111 1111 1");
	expect(await shop.number.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(7);
});

test("dashes and blanks are removed from a pasted number", async ({ shop }) => {
	await shop.number.focus();
	await shop.page.keyboard.insertText("  4111-1111-1111-1111 ");
	await expect(shop.number).toHaveValue("4111 1111 1111 1111");
});

test("a date is accepted as typed or filled in: 827, 08/27, 08/2027", async ({ shop }) => {
	for (const [typed, shown] of [
		["827", "08/27"],
		["08/27", "08/27"],
		["08/2027", "08/2027"],
	] as const) {
		await shop.expiry.fill("");
		await shop.expiry.pressSequentially(typed);
		await expect(shop.expiry).toHaveValue(shown);
	}
});
