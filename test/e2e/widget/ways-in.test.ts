import { addresses, CardFields, cardToken, expect, type Merchant, test } from "../support/merchant.ts";

/** The form data that the merchant's server received. */
async function received({ page }: Merchant): Promise<Record<string, string>> {
	await page.waitForURL("**/paid");
	return JSON.parse((await page.locator("#received").textContent()) ?? "") as Record<string, string>;
}

test("the element adds a token to an ordinary form's data, and nothing of the card", async ({ merchant }) => {
	await merchant.open("element");
	await merchant.type();
	await merchant.payButton.click();
	const sent = await received(merchant);
	expect(sent).toEqual({ email: "ana@example.com", intent: "pay", token: expect.stringMatching(cardToken) });
});

test("the element asks for name and postal code by attribute, and names the token field as configured", async ({
	merchant,
}) => {
	await merchant.open("element?name-field&postal-code-field&token-name=card");
	await merchant.type();
	await merchant.name.fill("Ana López");
	await merchant.postalCode.fill("M5V 2T6");
	await merchant.payButton.click();
	expect(await received(merchant)).toEqual({
		email: "ana@example.com",
		intent: "pay",
		card: expect.stringMatching(cardToken),
		cardholder_name: "Ana López",
		postal_code: "M5V 2T6",
	});
});

test("Enter in the frame submits the form, as in any form", async ({ merchant }) => {
	await merchant.open("element");
	await merchant.type();
	await merchant.securityCode.press("Enter");
	expect((await received(merchant)).token).toMatch(cardToken);
});

test("a form with an invalid card is not sent, and the focus goes to the error", async ({ merchant, page }) => {
	await merchant.open("element");
	await merchant.number.pressSequentially("4111111111111112");
	await merchant.payButton.click();
	await expect(merchant.number).toBeFocused();
	expect(page.url()).toContain("/element");
});

test("a form with other invalid fields is not sent until they are corrected", async ({ merchant, page }) => {
	await merchant.open("element");
	await merchant.type();
	await page.getByLabel("Email").fill("nobody");
	await merchant.payButton.click();
	expect(page.url()).toContain("/element");
	await page.getByLabel("Email").fill("bo@example.com");
	await merchant.payButton.click();
	expect(await received(merchant)).toMatchObject({ email: "bo@example.com", token: expect.stringMatching(cardToken) });
});

test("repeated clicks on Pay send the form once", async ({ merchant, page }) => {
	let sent = 0;
	page.on("request", (request) => {
		if (request.url().endsWith("/paid")) sent += 1;
	});
	await merchant.open("element");
	await merchant.type();
	await merchant.payButton.dblclick();
	await received(merchant);
	expect(sent).toBe(1);
});

for (const [email, status, message] of [
	["ana@example.com", 200, "Paid. Thank you!"],
	["declined@example.com", 402, "Your card was declined."],
] as const) {
	test(`post-to sends the order as JSON and shows the outcome: ${status}`, async ({ merchant, page }) => {
		if (status === 402) merchant.expectedInConsole.push(/status of 402/);
		await merchant.open("post-to");
		await page.getByLabel("Email").fill(email);
		await merchant.type();
		const order = page.waitForRequest("**/pay");
		await merchant.payButton.click();
		await expect(page.getByRole("status").filter({ hasText: message })).toBeVisible();
		expect((await order).postDataJSON()).toMatchObject({ email, token: expect.stringMatching(cardToken) });
	});
}

test("two forms on one page work independently", async ({ merchant, page }) => {
	await merchant.visit("two");
	const first = new CardFields(page.locator("#first"));
	const second = new CardFields(page.locator("#second"));
	await first.type();
	await second.type({ number: "5555555555554444", expiry: "0930", securityCode: "321" });
	await expect(first.number).toHaveValue("4111 1111 1111 1111");
	await page.locator("#second").getByRole("button", { name: "Pay" }).click();
	expect((await received(merchant)).token).toMatch(cardToken);
});

test("a form takes one card: a second element stays empty, warns, and does not block the payment", async ({
	merchant,
	page,
}) => {
	const told = page.waitForEvent("console", (message) => message.text().startsWith("Cardseal: this form has a card"));
	merchant.expectedInConsole.push(/^Cardseal: this form has a card already/);
	await merchant.open("twice");
	expect((await told).type()).toBe("error");
	await expect(page.locator("iframe")).toHaveCount(1);
	await merchant.type();
	await merchant.payButton.click();
	expect((await received(merchant)).token).toMatch(cardToken);
});

test("a second element takes over when the first one has left and it returns to the page", async ({
	merchant,
	page,
}) => {
	merchant.expectedInConsole.push(/^Cardseal: this form has a card already/);
	await merchant.open("twice");
	await page.evaluate(() => {
		const [first, second] = document.querySelectorAll("cardseal-card");
		first?.remove();
		second?.replaceWith(second);
	});
	await merchant.type();
	await merchant.payButton.click();
	expect((await received(merchant)).token).toMatch(cardToken);
});

test("a disabled form rejects with a reason, and makes a token once enabled", async ({ merchant, page }) => {
	await merchant.mount();
	await merchant.type();
	await page.evaluate(() => window.form.update({ disabled: true }));
	expect(await merchant.tokenize()).toBe("disabled");
	await page.evaluate(() => window.form.update({ disabled: false }));
	expect(await merchant.tokenize()).toMatch(cardToken);
});

test("the page receives ready, focus, change, brand, submit and token, and no event contains a digit", async ({
	merchant,
}) => {
	await merchant.mount();
	await merchant.type();
	await merchant.securityCode.press("Enter");
	await expect.poll(() => merchant.events("submit")).toHaveLength(1);
	const token = await merchant.tokenize();
	const events = await merchant.events();
	expect(token).toMatch(cardToken);
	expect(events.find(({ type }) => type === "token")).toMatchObject({ token });
	expect(events[0]).toMatchObject({ type: "ready" });
	expect(events.filter(({ type }) => type === "focus").map(({ field }) => field)).toEqual([
		"number",
		"expiry",
		"securityCode",
	]);
	expect(events.filter(({ type }) => type === "brand")).toMatchObject([{ brand: "Visa" }]);
	const told = events.map(({ at, ...event }) => (event.type === "token" ? { ...event, token: "" } : event));
	expect(told.filter((event) => /\d/.test(JSON.stringify(event)))).toEqual([]);
	expect(events.filter(({ type }) => type === "change").at(-1)).toMatchObject({
		complete: true,
		empty: false,
		invalid: [],
	});
});

test("tokens differ, and the second one has its own session", async ({ merchant, page }) => {
	const sessions: string[] = [];
	page.on("request", (request) => {
		if (request.url().endsWith("/v1/widget/session")) sessions.push(request.url());
	});
	await merchant.mount();
	await merchant.type();
	const tokens = [await merchant.tokenize(), await merchant.tokenize()];
	expect(new Set(tokens).size).toBe(2);
	expect(sessions.length).toBeGreaterThanOrEqual(2);
});

test("update, clear and focus reach the frame; destroy removes it and rejects pending calls", async ({
	merchant,
	page,
}) => {
	await merchant.mount();
	await merchant.type();
	await page.evaluate(() => window.form.clear());
	await expect(merchant.number).toHaveValue("");
	await page.evaluate(() => window.form.focus("expiry"));
	await expect(merchant.expiry).toBeFocused();
	await page.evaluate(() => window.form.update({ disabled: true }));
	await expect(merchant.number).toBeDisabled();
	await page.evaluate(() => window.form.update({ disabled: false, locale: "de" }));
	await expect(merchant.frame.getByLabel("Kartennummer")).toBeEditable();
	const running = await page.evaluate(() => {
		const asked = window.form.tokenize();
		window.form.destroy();
		return asked.catch(({ code }: { code: string }) => code);
	});
	expect(running).toBe("destroyed");
	await expect(page.locator("iframe")).toHaveCount(0);
	expect(await merchant.tokenize()).toBe("destroyed");
});

test("an AbortSignal ends a call to tokenize, and one given to mount removes the form", async ({ merchant, page }) => {
	await merchant.visit("blank");
	const codes = await page.evaluate(async (publicKey) => {
		const life = new AbortController();
		const form = window.CardSeal.mount("#card", { publicKey, signal: life.signal });
		await new Promise<void>((resolve) => form.on("ready", () => resolve()));
		const codeOf = (call: Promise<unknown>) =>
			call.then(
				() => "resolved",
				(error: { code: string }) => error.code,
			);
		const aborted = await codeOf(form.tokenize({ signal: AbortSignal.abort() }));
		life.abort();
		return [aborted, await codeOf(form.tokenize())];
	}, addresses.publicKey);
	expect(codes).toEqual(["aborted", "destroyed"]);
	await expect(page.locator("iframe")).toHaveCount(0);
});

for (const path of ["beside?first=encrypt.js", "beside?first=cardseal.js"]) {
	test(`the widget and the in-page encryption library share one global (${path})`, async ({ merchant, page }) => {
		await merchant.visit(path);
		const names = await page.evaluate(() => Object.keys(window.CardSeal));
		expect(names).toEqual(expect.arrayContaining(["encryptCard", "prepare", "mount"]));
		expect(await page.evaluate(() => Object.isFrozen(window.CardSeal))).toBe(true);
	});
}

test("a page written for the other provider gets its token, in its colours", async ({ merchant, page }) => {
	await merchant.open("shim");
	const accent = await merchant.frame
		.locator("html")
		.evaluate((html) => getComputedStyle(html).getPropertyValue("--color-accent"));
	expect(accent).toBe("#7a1fa2");
	await merchant.type();
	const { payment_token } = await page.evaluate(() => window.transaction.getPaymentToken());
	expect(payment_token).toMatch(cardToken);
	await page.evaluate(() => window.transaction.destroy());
	await expect(page.locator("iframe")).toHaveCount(0);
});

test("the constructor for pages that move over replaces the form of its container", async ({ merchant, page }) => {
	await merchant.open("shim?twice");
	await expect(page.locator("iframe")).toHaveCount(1);
	expect(await page.evaluate(() => window.replaced)).toBe("destroyed");
	await merchant.type();
	expect((await page.evaluate(() => window.transaction.getPaymentToken())).payment_token).toMatch(cardToken);
});

test("the constructor for pages that move over fills a grid, and the console names ignored style options once", async ({
	merchant,
	page,
}) => {
	const warning = "Cardseal: ignored style options: fontColor, radius.";
	merchant.expectedInConsole.push(/^Cardseal: ignored style options/);
	const warnings: string[] = [];
	page.on("console", (message) => message.type() === "warning" && warnings.push(message.text()));
	const layout = { display: "grid", gridTemplateColumns: "1fr 1fr 1fr", justifyItems: "center" };
	const style = { accent: "#7a1fa2", fontColor: "#000000", radius: 99 };
	await merchant.open(`shim?${new URLSearchParams({ layout: JSON.stringify(layout), style: JSON.stringify(style) })}`);
	const [frame, container] = await page
		.locator("#payment > iframe")
		.evaluate((iframe) => [iframe.clientWidth, iframe.parentElement?.clientWidth]);
	expect(frame).toBe(container);
	expect(warnings).toEqual([warning]);
});

test("unreadable colours are refused, with a message in the console", async ({ merchant }) => {
	merchant.expectedInConsole.push(
		/^Cardseal: the theme's \w+ has a contrast of/,
		/^Cardseal: the theme.s colours are unreadable/,
	);
	await merchant.mount({ theme: { scheme: "light", text: "#0000ff", background: "#0000fe", radius: 3 } });
	const look = await merchant.frame.locator("html").evaluate((html) => {
		const style = getComputedStyle(html);
		return ["--color-text", "--color-surface", "--radius"].map((name) => style.getPropertyValue(name));
	});
	expect(look).toEqual(["#0f172a", "#fff", "3px"]);
});

test("the form uses the page's language, unless an attribute overrides it", async ({ merchant }) => {
	await merchant.open("element?lang=fr-CA");
	await expect(merchant.frame.getByLabel("Numéro de carte")).toBeVisible();
	await merchant.open("element?lang=fr-CA&locale=de-AT");
	await expect(merchant.frame.getByLabel("Kartennummer")).toBeVisible();
});
