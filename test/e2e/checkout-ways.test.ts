import { join } from "node:path";
import { expectNoAxeFinding, lookAt, tabTo } from "./support/accessibility.ts";
import { expect, ordinaryCard, type Shop, test, things } from "./support/shop.ts";

const pictures = join(import.meta.dirname, "../../screenshots/shop");

const declinedCard = { ...ordinaryCard, number: "4000000000000002" };

async function payWith(shop: Shop, card = ordinaryCard): Promise<void> {
	await shop.typePayer();
	await shop.typeCard(card);
	await shop.payButton.click();
}

test.describe("cards by widget", () => {
	test.use({ way: "widget" });

	test("after paying, the back button leads to the shop, not to a completed form", async ({ shop, page }) => {
		await shop.order(things.approved);
		await payWith(shop);
		await expect(shop.heading("Payment received")).toBeVisible();
		await page.goBack();
		await expect(shop.heading("Enamel mug")).toBeVisible();
	});

	test("Enter in a field of the frame pays, as in any form", async ({ shop }) => {
		await shop.order(things.approved);
		await shop.typePayer();
		await shop.typeCard(ordinaryCard);
		await shop.securityCode.press("Enter");
		await expect(shop.heading("Payment received")).toBeVisible();
	});

	test("repeated clicks on Pay while a payment is in flight send one payment", async ({ shop, page }) => {
		let payments = 0;
		const clicked = Promise.withResolvers<void>();
		await page.route("**/pay", async (route) => {
			payments++;
			await clicked.promise;
			await route.continue();
		});
		await shop.order(things.approved);
		await shop.typePayer();
		await shop.typeCard(ordinaryCard);
		await shop.payButton.dblclick();
		// Forced, since Playwright waits for a busy button and a payer does not.
		await shop.payButton.click({ force: true });
		clicked.resolve();
		await expect(shop.heading("Payment received")).toBeVisible();
		expect(payments).toBe(1);
	});
});

for (const way of ["widget", "shim"] as const) {
	/** The widget proves what the shop does in either way. */
	const ofTheShop = way === "shim" ? { tag: "@lab" } : {};

	test.describe(`cards by ${way}`, () => {
		test.use({ way });

		test("an approved payment shows the receipt", async ({ shop, page }) => {
			await shop.order(things.approved);
			await payWith(shop);
			await expect(shop.heading("Payment received")).toBeVisible();
			await expect(page.getByRole("main")).toContainText("Visa •••• 1111");
		});

		test(
			"after a decline, 'Try again' leads back to the same form, and another card pays",
			ofTheShop,
			async ({ shop, page }) => {
				await shop.order(things.approved);
				const checkout = page.url();
				await payWith(shop, declinedCard);
				await expect(shop.heading("Your card was declined")).toBeVisible();
				await page.getByRole("link", { name: "Try again" }).click();
				await expect(page).toHaveURL(checkout);
				await shop.typeCard(ordinaryCard);
				await shop.payButton.click();
				await expect(shop.heading("Payment received")).toBeVisible();
			},
		);

		test("an order with an unknown outcome cannot be paid again", ofTheShop, async ({ shop, page }) => {
			await shop.order(things.approved);
			const checkout = page.url();
			await payWith(shop, { ...ordinaryCard, number: "4000000000000259" });
			await expect(shop.heading("We are checking your payment")).toBeVisible();
			await page.goto(checkout);
			await expect(shop.payButton).toHaveCount(0);
			await expect(shop.heading("Payment received")).toBeVisible({ timeout: 45_000 });
		});

		test("every wrong field shows its message, the first gets the focus, and nothing is sent", async ({
			shop,
			page,
		}) => {
			const sent: string[] = [];
			page.on("request", (request) => request.url().endsWith("/pay") && sent.push(request.url()));
			await shop.order(things.approved);
			await shop.typePayer();
			await shop.typeCard({ number: "4111111111111112", expiry: "0120", securityCode: "12" });
			await shop.payInvalid();
			await expect(shop.number).toBeFocused();
			for (const field of [shop.number, shop.expiry, shop.securityCode]) {
				await expect(field).toHaveAttribute("aria-invalid", "true");
				await expect(field).toHaveAccessibleDescription(/\S/);
			}
			await expect(page.getByRole("alert")).toBeEmpty();
			expect(sent).toEqual([]);
		});

		test(
			"an empty form shows every mistake at once, and the first field gets the focus",
			ofTheShop,
			async ({ shop, page }) => {
				await shop.order(things.approved);
				await shop.payButton.click();
				await expect(shop.card.locator('[aria-invalid="true"]')).toHaveCount(3);
				await expect(page.locator('[aria-invalid="true"]')).toHaveCount(2);
				await expect(shop.name).toBeFocused();
			},
		);

		test("a mistyped address does not cost the payer the card", ofTheShop, async ({ shop, page }) => {
			await shop.order(things.approved);
			await shop.typePayer({ name: "Ana", email: "nobody" });
			await shop.typeCard(ordinaryCard);
			await shop.payButton.click();
			await expect(shop.email).toBeFocused();
			await expect(page.locator("#sealed")).toBeVisible();
			await shop.email.fill("ana@example.com");
			await shop.payButton.click();
			await expect(shop.heading("Payment received")).toBeVisible();
		});

		test("an encrypted card can be replaced by another one, and leaves nothing in the frame", async ({
			shop,
			page,
		}) => {
			await shop.order(things.approved);
			await shop.typePayer({ name: "", email: "ana@example.com" });
			await shop.typeCard(declinedCard);
			await shop.payButton.click();
			await page.getByRole("button", { name: "Use another card" }).click();
			for (const field of [shop.number, shop.expiry, shop.securityCode]) await expect(field).toHaveValue("");
			await payWith(shop);
			await expect(shop.heading("Payment received")).toBeVisible();
		});

		test(
			"after a lost connection the encrypted card stays, and paying again works",
			ofTheShop,
			async ({ shop, page }) => {
				shop.expectedInConsole.push(/ERR_INTERNET_DISCONNECTED/);
				await page.route("**/pay", (route) => route.abort("internetdisconnected"));
				await shop.order(things.approved);
				await payWith(shop);
				await expect(page.getByRole("alert")).toContainText("Check your connection and press Pay again");
				await expect(page.locator("#sealed")).toBeVisible();
				await page.unroute("**/pay");
				await shop.payButton.click();
				await expect(shop.heading("Payment received")).toBeVisible();
			},
		);

		test("a frame that does not load is reported on payment, and works after a retry", async ({ shop, page }) => {
			shop.expectedInConsole.push(/ERR_FAILED/, /^Cardseal: .*\/docs#blocked$/);
			await page.route("**/v1/widget/frame?**", (route) => route.abort());
			await shop.order(things.approved);
			await shop.typePayer();
			await shop.payButton.click();
			await expect(page.locator("#form-problem")).toContainText("does not answer", { timeout: 10_000 });
			await page.unroute("**/v1/widget/frame?**");
			await page.locator("#card-form").getByRole("button", { name: "Try again" }).click();
			await shop.typeCard(ordinaryCard);
			await shop.payButton.click();
			await expect(shop.heading("Payment received")).toBeVisible();
		});

		test("a wrong public key is the shop's mistake, and the payer is told at once", async ({ shop, page }) => {
			shop.expectedInConsole.push(/Cardseal: this is not a public key/, /Cardseal: http.*\/docs#key/);
			await shop.order(things.approved);
			await page.addInitScript(() => {
				const change = () => document.getElementById("payment")?.setAttribute("data-public-key", "nokey");
				new MutationObserver(change).observe(document, { childList: true, subtree: true });
			});
			await page.reload();
			await expect(page.locator("#card-form")).toContainText("Card payment is unavailable.");
			// The earlier provider's constructor reports nothing before the payer presses Pay.
			if (way === "shim") {
				await shop.typePayer();
				await shop.payButton.click();
			}
			await expect(page.locator("#form-problem")).toContainText("This shop cannot take payments right now.");
		});

		test("a payer types the card, corrects a mistake and pays by keyboard alone", ofTheShop, async ({ shop, page }) => {
			await shop.order(things.approved);
			await expect(shop.number).toBeEditable();
			await tabTo(page, /^Name$/);
			await page.keyboard.type("Ana López");
			await page.keyboard.press("Tab");
			await page.keyboard.type("ana@example.com");
			await page.keyboard.press("Tab");
			await expect(shop.number).toBeFocused();
			await page.keyboard.type("4111111111111111");
			await page.keyboard.press("Tab");
			await page.keyboard.type("0831");
			await page.keyboard.press("Tab");
			await page.keyboard.type("12");
			await tabTo(page, /^Pay \$31\.00$/);
			await page.keyboard.press("Space");
			await expect(shop.securityCode).toHaveAttribute("aria-invalid", "true");
			await expect(shop.securityCode).toBeFocused();
			await page.keyboard.press("End");
			await page.keyboard.type("3");
			await tabTo(page, /^Pay \$31\.00$/);
			await page.keyboard.press("Space");
			await expect(shop.heading("Payment received")).toBeVisible();
		});

		test(
			"a test number is copied, since no page can write into the frame",
			ofTheShop,
			async ({ shop, page, context }) => {
				await context.grantPermissions(["clipboard-read", "clipboard-write"]);
				await shop.order(things.approved);
				await page.getByRole("button", { name: "Copy card 4111 1111 1111 1111" }).click();
				await expect(page.locator("#copied")).toContainText("Copied");
				await shop.enterCard();
				await shop.number.press("ControlOrMeta+V");
				await expect(shop.number).toHaveValue("4111 1111 1111 1111");
				await expect(shop.name).toHaveValue("Ada Sample");
			},
		);

		test(
			"P-23 a card form script with one byte changed does not run, and the form says so and stays disabled",
			ofTheShop,
			async ({ shop, page }) => {
				shop.expectedInConsole.push(/integrity/);
				await page.route("**/v1/cardseal.js", async (route) => {
					const response = await route.fetch();
					await route.fulfill({ response, body: `${await response.text()} ` });
				});
				await page.goto(`/things/${things.approved}`);
				await page.getByRole("button", { name: "Buy now" }).click();
				await expect(page.getByRole("alert")).toContainText("did not load");
				await expect(shop.payButton).toBeDisabled();
			},
		);

		test(
			"the checkout passes axe and fits the window: empty, invalid and encrypted",
			ofTheShop,
			async ({ shop, page }) => {
				const card = page.locator("#card-form, #sealed").filter({ visible: true });
				const look = (state: string) => lookAt(page, pictures, `checkout-${way}-${state}`, card);
				await shop.order(things.approved);
				await expect(shop.number).toBeEditable();
				await look("empty");
				await shop.payButton.click();
				await expect(shop.number).toHaveAttribute("aria-invalid", "true");
				await look("wrong");
				await shop.typeCard(ordinaryCard);
				await shop.payButton.click();
				await expect(page.locator("#sealed")).toBeVisible();
				await look("sealed");
			},
		);
	});
}

test.describe("in French", () => {
	test.use({ way: "widget", locale: "fr-CA" });

	test("the checkout, its messages and the card form are in French", async ({ shop, page }) => {
		await page.goto(`/things/${things.approved}`);
		await page.getByRole("button", { name: "Acheter maintenant" }).click();
		await expect(shop.heading("Paiement")).toBeVisible();
		await expect(shop.card.getByLabel("Numéro de carte")).toBeEditable();
		await expect(shop.payButton).toHaveText(/^Payer 31,00\s\$$/);
		await shop.payButton.click();
		await expect(page.getByText("Entrez le nom de la personne qui paie.")).toBeVisible();
		await expectNoAxeFinding(page, "checkout in French");
	});
});
