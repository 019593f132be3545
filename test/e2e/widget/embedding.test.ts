import type { Page } from "@playwright/test";
import { addresses, CardFields, cardToken, expect, type Merchant, test } from "../support/merchant.ts";

/* Pages that handle their form in ways that the browser allows: the token and all of the form's data arrive. */

/** The data of the form that the payer's click sends to the merchant's server, names repeated. */
async function sentByPay({ page, payButton }: Merchant): Promise<[name: string, value: string][]> {
	const request = page.waitForRequest("**/paid");
	await payButton.click();
	return [...new URLSearchParams((await request).postData() ?? "")];
}

/** The JSON that the payer's click posts. */
async function postedByPay({ page, payButton }: Merchant): Promise<unknown> {
	const request = page.waitForRequest("**/pay");
	await payButton.click();
	return (await request).postDataJSON();
}

const token = expect.stringMatching(cardToken);
const all = [
	["extra", "gift"],
	["extra", "rush"],
	["size", "L"],
	["intent", "pay"],
	["token", token],
];

test("post-to sends a name with several values as an array, and a single value as text", async ({ merchant }) => {
	await merchant.open("fields?post-to=/pay");
	await merchant.type();
	expect(await postedByPay(merchant)).toEqual({ extra: ["gift", "rush"], size: "L", intent: "pay", token });
});

for (const [what, selector] of [
	["its button", "button[name]"],
	["its fieldset", "fieldset"],
] as const) {
	/** Right after the click, as guards against double clicks do. */
	const disableAtClick = (page: Page) =>
		page.evaluate((selector) => {
			document.addEventListener("click", () => {
				setTimeout(() => document.querySelector(selector)?.toggleAttribute("disabled", true));
			});
		}, selector);

	test(`a page that disables ${what} right after the click sends what the form had at the click`, async ({
		merchant,
		page,
	}) => {
		await merchant.open("fields");
		await disableAtClick(page);
		await merchant.type();
		expect((await sentByPay(merchant)).toSorted()).toEqual(all.toSorted());
	});

	test(`the same with post-to, when the page disables ${what}`, async ({ merchant, page }) => {
		await merchant.open("fields?post-to=/pay");
		await disableAtClick(page);
		await merchant.type();
		expect(await postedByPay(merchant)).toEqual({ extra: ["gift", "rush"], size: "L", intent: "pay", token });
	});
}

test("what the page's own submit listener changes is sent", async ({ merchant, page }) => {
	await merchant.open("fields");
	await page.evaluate(() => {
		document.querySelector("form")?.addEventListener("submit", ({ target }) => {
			const form = target as HTMLFormElement;
			for (const box of form.querySelectorAll<HTMLInputElement>("[name=extra]")) box.disabled = true;
			for (const size of form.querySelectorAll<HTMLInputElement>("[name=size]")) size.value = "M";
		});
	});
	await merchant.type();
	expect((await sentByPay(merchant)).toSorted()).toEqual(
		[
			["intent", "pay"],
			["size", "M"],
			["token", token],
		].toSorted(),
	);
});

test("a cloned form has a card of its own, and no token of the original", async ({ merchant, page }) => {
	await merchant.open("element");
	await page.evaluate(() => document.addEventListener("submit", (event) => event.preventDefault(), { once: true }));
	await merchant.type();
	await merchant.payButton.click();
	await expect(page.locator("cardseal-card > input")).toHaveCount(1);
	const spent = await page.locator("cardseal-card > input").inputValue();
	await page.evaluate(() => {
		for (const form of document.querySelectorAll("form")) form.replaceWith(form.cloneNode(true));
	});
	await expect(page.locator("iframe")).toHaveCount(1);
	await expect(merchant.number).toBeEditable();
	await merchant.type();
	const sent = await sentByPay(merchant);
	expect(sent.filter(([name]) => name === "token")).toEqual([["token", token]]);
	expect(sent).not.toContainEqual(["token", spent]);
});

test("a body that was cloned after a submission and is put back has a working form", async ({ merchant, page }) => {
	await merchant.open("fields?post-to=/pay");
	await merchant.type();
	await postedByPay(merchant);
	await expect(page.getByRole("status").filter({ hasText: "Paid. Thank you!" })).toBeVisible();
	await page.evaluate(() => {
		const snapshot = document.body.cloneNode(true);
		document.body.replaceWith(document.createElement("body"));
		document.body.replaceWith(snapshot);
	});
	await expect(merchant.number).toBeEditable();
	await expect(page.getByText("Paid. Thank you!")).toHaveCount(0);
	await merchant.type();
	expect(await postedByPay(merchant)).toMatchObject({ token });
});

test("a form in a shadow root is sent with its token", async ({ merchant }) => {
	await merchant.open("shadow");
	await merchant.type();
	expect(await sentByPay(merchant)).toContainEqual(["token", token]);
});

test("post-to works in a shadow root", async ({ merchant }) => {
	await merchant.open("shadow?post-to=/pay");
	await merchant.type();
	expect(await postedByPay(merchant)).toMatchObject({ token });
});

test("an answer without a body is a success by its status: the order is not sent again", async ({ merchant, page }) => {
	await merchant.open("fields?post-to=/pay");
	await page.route("**/pay", (route) => route.fulfill({ status: 204 }));
	const outcome = page.evaluate(
		() =>
			new Promise((resolve) =>
				document.addEventListener("cardseal-outcome", (event) => {
					const { ok, status } = (event as CustomEvent).detail;
					resolve({ ok, status });
				}),
			),
	);
	await merchant.type();
	await postedByPay(merchant);
	expect(await outcome).toEqual({ ok: true, status: 204 });
	await expect(page.getByText("Try again")).toHaveCount(0);
	const later: string[] = [];
	page.on("request", (request) => void later.push(request.url()));
	await merchant.payButton.click();
	await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
	expect(later).toEqual([]);
});

test("the script works as a module", async ({ merchant }) => {
	await merchant.open("module");
	await merchant.type();
	expect(await sentByPay(merchant)).toContainEqual(["token", token]);
});

test("a public key that is set after the element was inserted works, and another one replaces it", async ({
	merchant,
	page,
}) => {
	await merchant.visit("blank");
	await page.evaluate((publicKey) => {
		const form = document.createElement("form");
		Object.assign(form, { method: "post", action: "/paid" });
		const element = document.createElement("cardseal-card");
		form.append(element, Object.assign(document.createElement("button"), { textContent: "Pay" }));
		document.querySelector("#card")?.append(form);
		element.setAttribute("public-key", publicKey);
	}, addresses.publicKey);
	await merchant.type();
	await page
		.locator("cardseal-card")
		.evaluate((element, key) => element.setAttribute("public-key", key), addresses.publicKey);
	await expect(merchant.number).toHaveValue("4111 1111 1111 1111");
	expect(await sentByPay(merchant)).toEqual([["token", token]]);
});

test("resetting the form clears the card, unless the page prevents it", async ({ merchant, page }) => {
	await merchant.open("element");
	await merchant.type();
	await page.evaluate(() => {
		document.querySelector("form")?.addEventListener("reset", (event) => event.preventDefault(), { once: true });
		document.querySelector("form")?.reset();
	});
	await expect(merchant.number).toHaveValue("4111 1111 1111 1111");
	await page.evaluate(() => document.querySelector("form")?.reset());
	await expect(merchant.number).toHaveValue("");
	await new CardFields(page).type();
	expect(await sentByPay(merchant)).toContainEqual(["token", token]);
});
