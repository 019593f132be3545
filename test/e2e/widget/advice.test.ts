import type { CardFormError } from "../../../packages/widget/src/index.ts";
import { addresses, cardToken, expect, type Merchant, test, unknownOrigin } from "../support/merchant.ts";

/* Mistakes of a page's developer: the console says what to change, the form is not sent without a token, and the payer
   reads a plain sentence. */

function consoleMessagesOf({ page, expectedInConsole }: Merchant): string[] {
	const told: string[] = [];
	expectedInConsole.push(/^Cardseal: /);
	page.on("console", (message) => {
		if (message.text().startsWith("Cardseal: ")) told.push(message.text());
	});
	page.on("pageerror", (error) => void told.push(error.message));
	return told;
}

/** The payer presses Pay: there is no token, and no form leaves the page. */
async function expectUnsent({ page, payButton }: Merchant, at: string): Promise<void> {
	const sent: string[] = [];
	page.on("request", (request) => {
		if (request.method() === "POST") sent.push(request.url());
	});
	await payButton.click();
	// Calls end in their order: that of the click has ended before this one.
	const ending = await page.locator("cardseal-card").evaluate((element) =>
		(element as HTMLElement & { tokenize(): Promise<unknown> }).tokenize().then(
			() => "token",
			({ code }: CardFormError) => code,
		),
	);
	expect(ending).not.toBe("token");
	expect(sent).toEqual([]);
	expect(page.url()).toContain(at);
}

const secret = `sktest${"aB3".repeat(20).slice(0, 49)}`;

for (const [what, key, words] of [
	["missing", "", "the public key is missing"],
	["incomplete", addresses.publicKey.slice(0, 30), "the public key has 30 characters, not 68"],
	["a client secret", secret, "this is a client secret, not a public key. Remove it from the page and revoke it."],
	["a client id", "Ab3dEf6hIj9lMn2pQr5t", "this is a client id"],
	["a placeholder", "your-api-key", "this is not a public key"],
] as const) {
	test(`a public key that is ${what} has a sentence of its own, and the form is not sent`, async ({
		merchant,
		page,
	}) => {
		const told = consoleMessagesOf(merchant);
		const requests: string[] = [];
		page.on("request", (request) => void requests.push(request.url()));
		const path = `element?${new URLSearchParams({ "public-key": key })}`;
		await merchant.visit(path);
		await expect(page.getByRole("alert").filter({ hasText: "Card payment is unavailable." })).toBeVisible();
		await expect.poll(() => told).toEqual([expect.stringContaining(words), `Cardseal: ${addresses.gateway}/docs#key`]);
		await expect(merchant.retryButton).toHaveCount(0);
		await expectUnsent(merchant, "/element");
		// The secret's first letter and its length are all that leave the page.
		const frames = requests.filter((url) => url.includes("/v1/widget/frame"));
		expect(frames.length).toBeGreaterThan(0);
		if (key === secret) expect(frames.filter((url) => url.includes(secret.slice(0, 3)))).toEqual([]);
	});
}

test("a page whose origin is not registered is told how to register it, and the form is not sent", async ({
	merchant,
	page,
}) => {
	const told = consoleMessagesOf(merchant);
	await merchant.visit("element", unknownOrigin);
	await expect(page.getByRole("alert").filter({ hasText: "Card payment is unavailable." })).toBeVisible();
	await expect.poll(() => told).toHaveLength(2);
	expect(told[0]).toContain(`${unknownOrigin} is not registered for the key ${addresses.publicKey.slice(0, 14)}…`);
	expect(told[0]).toContain(`npm run admin -- origin add ${addresses.publicKey} ${unknownOrigin}`);
	await expect(merchant.retryButton).toHaveCount(0);
	await expectUnsent(merchant, "/element");
});

test("an invalid gateway address is named, the payer reads a sentence, and the form is not sent", async ({
	merchant,
	page,
}) => {
	const told = consoleMessagesOf(merchant);
	merchant.expectedInConsole.push(/no gateway address/);
	await merchant.visit("element?gateway=localhost:8080&lang=fr");
	await expect(page.getByText("Paiement par carte indisponible.")).toBeVisible();
	await expect.poll(() => told).toEqual([expect.stringContaining('no gateway address: "localhost:8080"')]);
	await expectUnsent(merchant, "/element");
});

test("a gateway that is not there is named after the attempts", async ({ merchant, page }) => {
	const told = consoleMessagesOf(merchant);
	await page.route("**/v1/widget/frame?*", () => undefined);
	await merchant.visitWithClock("element");
	await merchant.hurry(async () => expect(await merchant.retryButton.isVisible()).toBe(true));
	await expect.poll(() => told).toEqual([`Cardseal: ${addresses.gateway}/docs#timeout`]);
	await expectUnsent(merchant, "/element");
});

test("an element outside of the form is told to the developer", async ({ merchant }) => {
	const told = consoleMessagesOf(merchant);
	await merchant.open("outside");
	await expect.poll(() => told).toEqual([expect.stringContaining("the card is outside of the form")]);
});

test('a form whose button has type="button" is told to the developer', async ({ merchant, page }) => {
	const told = consoleMessagesOf(merchant);
	await merchant.visit("element");
	await page.evaluate(() => {
		for (const button of document.querySelectorAll("button")) button.type = "button";
		for (const element of document.querySelectorAll("cardseal-card")) element.replaceWith(element);
	});
	await expect(merchant.number).toBeEditable();
	await expect.poll(() => told.at(-1)).toContain('one with type="button" does not');
});

test("an unknown language is told to the developer, and the form is in English", async ({ merchant }) => {
	const told = consoleMessagesOf(merchant);
	await merchant.open("element?locale=klingon");
	await expect(merchant.frame.getByLabel("Card number")).toBeVisible();
	await expect.poll(() => told).toEqual(['Cardseal: the form has no language "klingon", so it is in English.']);
});

test("a second form in one element is told to the developer, and one after destroy is none", async ({
	merchant,
	page,
}) => {
	const told = consoleMessagesOf(merchant);
	await merchant.mount();
	await page.evaluate(() => {
		window.form.destroy();
		window.form = window.CardSeal.mount("#card", window.options);
	});
	await expect(merchant.number).toBeEditable();
	expect(told).toEqual([]);
	await page.evaluate(() => void window.CardSeal.mount("#card", window.options));
	await expect.poll(() => told).toEqual([expect.stringContaining("this element has a card already.")]);
});

test("a missing element is named", async ({ merchant, page }) => {
	await merchant.visit("blank");
	const message = await page.evaluate((publicKey) => {
		try {
			return void window.CardSeal.mount("#crad", { publicKey });
		} catch (error) {
			return String(error);
		}
	}, addresses.publicKey);
	expect(message).toBe("TypeError: Cardseal: no such element yet: #crad");
});

test("a page that moves over, with a test key and environment LIVE, is warned and works", async ({
	merchant,
	page,
}) => {
	const told = consoleMessagesOf(merchant);
	await merchant.open("shim?environment=LIVE");
	await expect.poll(() => told).toEqual([expect.stringContaining('environment "LIVE" contradicts the test key')]);
	await merchant.type();
	const { payment_token } = await page.evaluate(() => window.transaction.getPaymentToken());
	expect(payment_token).toMatch(cardToken);
});
