import { expect, payer, test, things } from "./support/shop.ts";
import { marked, readEverything, tracesIn, wordsOf } from "./support/traces.ts";

test("the search finds a marked card in any place", () => {
	expect(tracesIn("x 3782 822463 10005 x")).not.toEqual([]);
	expect(tracesIn(`data-a="${marked.number.slice(3, 11)}"`)).not.toEqual([]);
	expect(tracesIn(`{"cvv2":"${marked.securityCode}"}`)).toEqual(["the security code"]);
	expect(tracesIn("Amex •••• 0005")).toEqual([]);
});

test("X-50 after paying, no digit of the card is in the page, its address, its storage, the console or any request", async ({
	shop,
	page,
}) => {
	const spoken: string[] = [];
	const requests: string[] = [];
	page.on("console", (message) => spoken.push(message.text()));
	page.on("request", (request) => requests.push(wordsOf(request)));
	await shop.order(things.approved);
	await shop.typePayer();
	await shop.typeCard(marked);
	await shop.payButton.click();
	await expect(shop.heading("Payment received")).toBeVisible();
	await expect(page.getByRole("main")).toContainText("Amex •••• 0005");
	expect(tracesIn(await readEverything(page))).toEqual([]);
	expect(tracesIn(spoken.join("\n"))).toEqual([]);
	expect(requests.flatMap(tracesIn)).toEqual([]);
	const payment = requests.find((request) => request.includes("/pay\n")) ?? "";
	expect(payment).toMatch(/"token":"ct1[A-Za-z0-9_-]{142}"/);
});

test("X-50 the card is gone from the page as soon as it is encrypted, even when nothing could be sent", async ({
	shop,
	page,
	context,
}) => {
	shop.expectedInConsole.push(/ERR_INTERNET_DISCONNECTED/);
	await shop.order(things.approved);
	await shop.typePayer();
	await shop.typeCard(marked);
	await context.setOffline(true);
	await shop.payButton.click();
	await expect(page.getByRole("alert")).not.toBeEmpty();
	expect(tracesIn(await readEverything(page))).toEqual([]);
});

for (const { field, typed } of [
	{ field: "name", typed: "3782 822463 10005" },
	{ field: "email", typed: `${marked.number}@example.com` },
] as const) {
	test(`P-08 X-50 a card number typed as the ${field} is removed from the page and sent nowhere`, async ({
		shop,
		page,
	}) => {
		const requests: string[] = [];
		page.on("request", (request) => requests.push(wordsOf(request)));
		await shop.order(things.approved);
		await shop.typePayer({ ...payer, [field]: typed });
		await shop.typeCard(marked);
		await shop.payButton.click();
		await expect(shop[field]).toBeFocused();
		await expect(shop[field]).toHaveAttribute("aria-invalid", "true");
		await expect(shop[field]).toHaveAccessibleDescription(/only under Card number/);
		await expect(shop[field]).toHaveValue("");
		expect(tracesIn(await readEverything(page))).toEqual([]);
		await shop.typePayer();
		await shop.payButton.click();
		await expect(shop.heading("Payment received")).toBeVisible();
		expect(requests.flatMap(tracesIn)).toEqual([]);
	});
}

test("X-50 a declined card leaves no trace on the way back to the form", async ({ shop, page }) => {
	await shop.order(things.approved, 2);
	await shop.typePayer();
	await shop.typeCard(marked);
	await shop.payButton.click();
	await page.getByRole("link", { name: "Try again" }).click();
	await expect(shop.number).toBeVisible();
	await expect(shop.number).toHaveValue("");
	expect(tracesIn(await readEverything(page))).toEqual([]);
});

test("the browser stores nothing for the shop", async ({ shop, page, context }) => {
	await shop.buy(things.approved, "4111111111111111");
	await expect(shop.heading("Payment received")).toBeVisible();
	expect(await context.storageState()).toEqual({ cookies: [], origins: [] });
	expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});
