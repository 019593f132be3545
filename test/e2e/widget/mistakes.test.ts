import { english } from "../../../packages/widget/src/locale/en.ts";
import { cardToken, expect, test, visa } from "../support/merchant.ts";

declare global {
	interface Window {
		/** Number of times the error was announced. */
		announced: number;
	}
}

type Field = "number" | "expiry" | "securityCode";

const { errors } = english;

const mistakes: readonly (readonly [Partial<typeof visa>, Field, string])[] = [
	[{ number: "" }, "number", errors.numberMissing],
	[{ number: "411111111111" }, "number", errors.numberIncomplete],
	[{ number: "4111111111111112" }, "number", errors.numberWrong],
	[{ expiry: "" }, "expiry", errors.expiryMissing],
	[{ expiry: "12" }, "expiry", errors.expiryIncomplete],
	[{ expiry: "1331" }, "expiry", errors.expiryWrong],
	[{ expiry: "0120" }, "expiry", errors.expiryPassed],
	[{ securityCode: "" }, "securityCode", errors.securityCodeMissing],
	[{ securityCode: "12" }, "securityCode", errors.securityCodeIncomplete.replace("{digits}", "3")],
];

test.beforeEach(({ merchant }) => merchant.mount());

for (const [change, field, message] of mistakes) {
	test(`B-01 B-03 B-04 ${JSON.stringify(change)} is shown at its field, which gets the focus`, async ({ merchant }) => {
		await merchant.type({ ...visa, ...change });
		expect(await merchant.tokenize()).toBe(`invalid ${field}`);
		await expect(merchant[field]).toBeFocused();
		await expect(merchant[field]).toHaveAttribute("aria-invalid", "true");
		await expect(merchant[field]).toHaveAccessibleDescription(new RegExp(escapePattern(message)));
		await expect(merchant.frame.locator('[aria-invalid="true"]')).toHaveCount(1);
	});
}

function escapePattern(text: string): string {
	return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

test("an empty form shows every error at once, and the focus goes to the first", async ({ merchant }) => {
	expect(await merchant.tokenize()).toBe("invalid number expiry securityCode");
	await expect(merchant.frame.locator('[aria-invalid="true"]')).toHaveCount(3);
	await expect(merchant.number).toBeFocused();
});

test("the focus goes to the first invalid field from any field", async ({ merchant }) => {
	await merchant.type({ ...visa, expiry: "1331" });
	await expect(merchant.securityCode).toBeFocused();
	await merchant.tokenize();
	await expect(merchant.expiry).toBeFocused();
});

test("an error is announced once, when its field is left, and not again with each key or visit", async ({
	merchant,
}) => {
	await merchant.frame.locator("body").evaluate((body, message) => {
		window.announced = 0;
		new MutationObserver((changes) => {
			const added = changes.flatMap(({ addedNodes, target }) => [...addedNodes, target]);
			const isLive = (node: Node) =>
				(node instanceof Element ? node : node.parentElement)?.closest("[aria-live], [role=alert], [role=status]");
			if (added.some((node) => isLive(node) && node.textContent?.includes(message))) window.announced += 1;
		}).observe(body, { subtree: true, childList: true, characterData: true });
	}, errors.numberWrong);
	await merchant.type({ ...visa, number: "4111111111111112" });
	await merchant.tokenize();
	await expect(merchant.number).toHaveAccessibleDescription(new RegExp(escapePattern(errors.numberWrong)));
	await merchant.expiry.press("End");
	await merchant.expiry.press("Backspace");
	await merchant.expiry.pressSequentially("1");
	await merchant.tokenize();
	expect(await merchant.frame.locator("body").evaluate(() => window.announced)).toBe(1);
});

test("an error in the focused field is announced, since no focus move reads it", async ({ merchant }) => {
	await merchant.number.focus();
	await merchant.tokenize();
	await expect(merchant.announcement).toHaveText(errors.numberMissing);
	await merchant.number.pressSequentially("4");
	await expect(merchant.announcement).not.toContainText(errors.numberMissing);
});

test("a field shows its error when left, but not while still empty", async ({ merchant }) => {
	await merchant.number.focus();
	await merchant.number.press("Tab");
	await expect(merchant.number).not.toHaveAttribute("aria-invalid", "true");
	await merchant.number.pressSequentially("4111111111111112");
	await expect(merchant.number).not.toHaveAttribute("aria-invalid", "true");
	await merchant.number.press("Tab");
	await expect(merchant.number).toHaveAttribute("aria-invalid", "true");
});

test("an error disappears when its field is corrected, and the corrected form becomes a token", async ({
	merchant,
}) => {
	await merchant.type({ ...visa, number: "4111111111111112" });
	await merchant.tokenize();
	await merchant.number.press("End");
	await merchant.number.press("Backspace");
	await merchant.number.pressSequentially("1");
	await expect(merchant.number).not.toHaveAttribute("aria-invalid", "true");
	expect(await merchant.tokenize()).toMatch(cardToken);
});

test("B-03 the security code follows the brand: three digits on the back, four on the front", async ({ merchant }) => {
	await merchant.number.pressSequentially("4111111111111111");
	await expect(merchant.securityCode).toHaveAccessibleDescription(new RegExp(english.securityCodeOnBack));
	await merchant.number.fill("");
	await merchant.number.pressSequentially("378282246310005");
	await expect(merchant.securityCode).toHaveAccessibleDescription(new RegExp(english.securityCodeOnFront));
	await merchant.expiry.pressSequentially("0831");
	await merchant.securityCode.pressSequentially("123");
	expect(await merchant.tokenize()).toBe("invalid securityCode");
	await expect(merchant.securityCode).toHaveAccessibleDescription(/Enter all 4 digits/);
});

test("P-08 a card number in the name or postal code field is refused and not sent", async ({ merchant, page }) => {
	const requests: string[] = [];
	page.on("request", (request) => requests.push(`${request.url()} ${request.postData() ?? ""}`));
	await merchant.mount({ fields: { name: true, postalCode: true } });
	await merchant.type();
	await merchant.name.fill("4111 1111 1111 1111");
	await merchant.postalCode.fill("5555555555554444");
	expect(await merchant.tokenize()).toBe("invalid name postalCode");
	await expect(merchant.name).toBeFocused();
	await expect(merchant.name).toHaveAccessibleDescription(new RegExp(escapePattern(errors.cardNumberHere)));
	// The ports of the addresses are random.
	const sent = requests.map((request) => request.replaceAll(/localhost(?::|%3A)\d+/g, ""));
	expect(sent.filter((request) => /4111|5555/.test(request))).toEqual([]);
});
