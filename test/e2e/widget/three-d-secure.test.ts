import { join } from "node:path";
import type { FrameLocator, Page, Route } from "@playwright/test";
import type { CardFormError } from "../../../packages/widget/src/index.ts";
import {
	expectNoAxeFinding,
	expectNoSidewaysScroll,
	lookAt,
	savePicture,
	untilPainted,
	windows,
} from "../support/accessibility.ts";
import { addresses, expect, type Merchant, test, unknownOrigin, visa } from "../support/merchant.ts";

/* A payer whose bank asks for a code: the merchant's server charges, the sandbox's bank has an origin of its own. */

const challenged = { ...visa, number: "4000000000001091" };
const refusesFrames = { ...visa, number: "4000000000001042" };
const returnsTwice = { ...visa, number: "4000000000001109" };

const pictures = join(import.meta.dirname, "../../../screenshots/three-d-secure");

/** What Chromium writes about the merchant's answer 402, a bank that refuses frames, and one that has returned in its frame. */
const expectedInConsole = [/402 \(Payment Required\)/, /frame-ancestors 'none'/, /can escape its sandboxing/];

test.beforeEach(({ merchant }) => void merchant.expectedInConsole.push(...expectedInConsole));

const challengeIn = (page: Page) => page.frameLocator(`iframe[src*="/pay/authenticate/"]`);
const bankIn = (within: Page | FrameLocator) => within.frameLocator("iframe[name=bank]");

async function payWith(merchant: Merchant, path: string, card: typeof visa): Promise<void> {
	await merchant.open(path);
	await merchant.type(card);
	await merchant.payButton.click();
}

async function enterCode(bank: FrameLocator | Page, code = "1234"): Promise<void> {
	await bank.getByRole("textbox").fill(code);
	await bank.getByRole("button", { name: /^Continue|^Continuer/ }).click();
}

/** What the page posts to its server, in order. */
function postedBy(page: Page): string[][] {
	const posted: string[][] = [];
	page.on("request", (request) => {
		if (request.url() === `${addresses.merchant}/charge`) posted.push(Object.keys(request.postDataJSON()));
	});
	return posted;
}

const outcome = (page: Page) => page.locator("cardseal-card > output");

test.describe("with post-to", () => {
	const path = "charged?post-to=/charge";

	test("the bank's page opens below the fields, and the server answers after the right code", async ({
		merchant,
		page,
	}) => {
		const posted = postedBy(page);
		await payWith(merchant, path, challenged);
		const challenge = challengeIn(page);
		await expect(challenge.getByRole("heading", { level: 1 })).toBeFocused();
		await expect(challenge.getByRole("timer")).toHaveText(/^14:\d\d$/);
		await expect(page.locator(`iframe[src*="/pay/authenticate/"]`)).toHaveAttribute(
			"title",
			"Confirm your payment with your bank",
		);
		await enterCode(bankIn(challenge));
		await expect(outcome(page)).toHaveText("Paid. Thank you!");
		await expect(page.locator("iframe")).toHaveCount(1);
		expect(posted).toEqual([["email", "intent", "token"], ["transaction_id"]]);
		// A paid order is not sent again.
		await merchant.payButton.click();
		expect(posted).toHaveLength(2);
	});

	test("a wrong code is a decline, and the next try is a new charge", async ({ merchant, page }) => {
		const posted = postedBy(page);
		await payWith(merchant, path, challenged);
		await enterCode(bankIn(challengeIn(page)), "9999");
		await expect(outcome(page)).toHaveText("Your card was declined.");
		await merchant.payButton.click();
		await enterCode(bankIn(challengeIn(page)));
		await expect(outcome(page)).toHaveText("Paid. Thank you!");
		const [order, read] = [["email", "intent", "token"], ["transaction_id"]];
		expect(posted).toEqual([order, read, order, read]);
	});

	test("a payer who cancels is asked once; the server tells that nothing was paid", async ({ merchant, page }) => {
		await payWith(merchant, path, challenged);
		const challenge = challengeIn(page);
		await challenge.getByText("Cancel this payment").click();
		await expect(challenge.getByText(/^Nothing will be charged/)).toBeVisible();
		await challenge.getByRole("button", { name: "Yes, cancel it" }).click();
		await expect(outcome(page)).toHaveText("Your card was declined.");
		await expect(page.locator("iframe")).toHaveCount(1);
	});

	test("the keyboard alone comes to the bank and back", async ({ merchant, page }) => {
		await merchant.open(path);
		await untilPainted(page);
		await merchant.number.focus();
		await page.keyboard.type(`${challenged.number}${challenged.expiry}${challenged.securityCode}`);
		await page.keyboard.press("Enter");
		const challenge = challengeIn(page);
		const code = bankIn(challenge).getByRole("textbox");
		await expect(code).toBeVisible();
		await expect(challenge.getByRole("heading", { level: 1 })).toBeFocused();
		await page.keyboard.press("Tab");
		await expect(code).toBeFocused();
		await page.keyboard.type("1234");
		await page.keyboard.press("Enter");
		await expect(outcome(page)).toHaveText("Paid. Thank you!");
	});

	test("a bank that refuses frames opens in a new window, and the page notices the end", async ({
		merchant,
		page,
		context,
	}) => {
		await payWith(merchant, path, refusesFrames);
		const opening = context.waitForEvent("page");
		await challengeIn(page).getByRole("button", { name: "Open in a new window" }).click();
		const bank = await opening;
		await enterCode(bank);
		await expect(bank.getByText("You can close this page.")).toBeVisible();
		await expect(outcome(page)).toHaveText("Paid. Thank you!");
	});

	test("a bank that returns twice charges once", async ({ merchant, page }) => {
		merchant.expectedInConsole.push(/frame-ancestors/);
		await payWith(merchant, path, returnsTwice);
		await enterCode(bankIn(challengeIn(page)));
		await expect(outcome(page)).toHaveText("Paid. Thank you!");
	});

	test("a lost answer after the bank is asked for again by the next click, without a second charge", async ({
		merchant,
		page,
	}) => {
		merchant.expectedInConsole.push(/ERR_FAILED/);
		const posted = postedBy(page);
		await page.route(`${addresses.merchant}/charge`, (route) =>
			posted.length === 2 ? route.abort() : route.continue(),
		);
		await payWith(merchant, path, challenged);
		await enterCode(bankIn(challengeIn(page)));
		await expect(outcome(page)).toHaveText("Try again");
		await merchant.payButton.click();
		await expect(outcome(page)).toHaveText("Paid. Thank you!");
		expect(posted).toEqual([["email", "intent", "token"], ["transaction_id"], ["transaction_id"]]);
	});
});

test.describe("its script", () => {
	const path = "charged?post-to=/charge";
	const file = "**/v1/assets/challenge-*.js";

	test("is loaded when the bank asks and not before, where the policy allows scripts by a nonce alone", async ({
		merchant,
		page,
	}) => {
		const loaded: string[] = [];
		page.on("request", (request) => {
			if (request.url().includes("/challenge-")) loaded.push(request.url());
		});
		await merchant.open(path);
		await merchant.type();
		await merchant.payButton.click();
		await expect(outcome(page)).toHaveText("Paid. Thank you!");
		expect(loaded).toEqual([]);
		await payWith(merchant, path, challenged);
		await enterCode(bankIn(challengeIn(page)));
		await expect(outcome(page)).toHaveText("Paid. Thank you!");
		const { pathname } = new URL(loaded[0] ?? "");
		const published = await (await fetch(`${addresses.gateway}/v1/integrity.json`)).json();
		expect(Object.keys(published)).toContain(pathname.slice("/v1/".length));
		expect(loaded).toEqual([`${addresses.gateway}${pathname}`]);
		expect(await merchant.seen("violations")).toEqual([]);
	});

	/** Pays without the script: in the window of the merchant's page. */
	async function payInWindow(page: Page): Promise<void> {
		await page.waitForURL("**/pay/authenticate/**");
		await enterCode(bankIn(page));
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your bank has confirmed the payment");
	}

	for (const [what, answer] of [
		["the network is lost", (route: Route) => route.abort()],
		["the gateway was updated and has another one", (route: Route) => route.fulfill({ status: 404, json: {} })],
	] as const) {
		test(`is not needed when ${what}: the whole window goes to the bank's page`, async ({ merchant, page }) => {
			merchant.expectedInConsole.push(/ERR_FAILED/, /404/);
			await page.route(file, answer);
			await payWith(merchant, path, challenged);
			await payInWindow(page);
		});
	}

	test("is compared with the hash in a page's import map: another one is not run", async ({ merchant, page }) => {
		merchant.expectedInConsole.push(/integrity/);
		const published: Record<string, string> = await (await fetch(`${addresses.gateway}/v1/integrity.json`)).json();
		const [name = ""] = Object.keys(published).filter((name) => name.startsWith("assets/challenge-"));
		const pinned = (hash: string | undefined) => {
			const map = { integrity: { [`${addresses.gateway}/v1/${name}`]: hash } };
			return `${path}&import-map=${encodeURIComponent(JSON.stringify(map))}`;
		};
		await payWith(merchant, pinned(published[name]), challenged);
		await enterCode(bankIn(challengeIn(page)));
		await expect(outcome(page)).toHaveText("Paid. Thank you!");
		await payWith(merchant, pinned(published["cardseal.js"]), challenged);
		await payInWindow(page);
	});
});

test.describe("in a whole window", () => {
	test("a form without post-to goes to the bank, and back to the merchant's page", async ({ merchant, page }) => {
		await payWith(merchant, "charged", challenged);
		await page.waitForURL("**/pay/authenticate/**");
		await enterCode(bankIn(page));
		await page.waitForURL(`${addresses.merchant}/order?transaction_id=*`);
		await expect(page.getByText("Paid. Thank you!")).toBeVisible();
	});

	test("a bank that refuses frames opens in this window", async ({ merchant, page }) => {
		await payWith(merchant, "charged", refusesFrames);
		await page.getByRole("button", { name: "Open in this window" }).click();
		await page.waitForURL("http://bank.localhost:*/**");
		await enterCode(page);
		await page.waitForURL(`${addresses.merchant}/order?transaction_id=*`);
	});

	test("a payer who cancels comes back to the merchant's page", async ({ merchant, page }) => {
		await payWith(merchant, "charged", challenged);
		await page.getByText("Cancel this payment").click();
		await page.getByRole("button", { name: "Yes, cancel it" }).click();
		await page.waitForURL(`${addresses.merchant}/order?transaction_id=*`);
		await expect(page.getByText("Your card was declined.")).toBeVisible();
	});

	test("without scripts a button goes on, and the way back leads to the merchant's page", async ({
		merchant,
		page,
		browser,
	}) => {
		await merchant.open("charged");
		await merchant.type(challenged);
		const sent = page.waitForResponse((response) => response.url() === `${addresses.merchant}/charge`);
		await page.route("**/pay/authenticate/**", (route) => route.abort());
		merchant.expectedInConsole.push(/ERR_FAILED/);
		await merchant.payButton.click();
		const url = (await (await sent).headerValue("location")) ?? "";
		const plain = await browser.newContext({ javaScriptEnabled: false });
		const window = await plain.newPage();
		await window.goto(url);
		await window.getByRole("button", { name: "Continue to your bank" }).click();
		await enterCode(window);
		// The bank's page returns by a button.
		await window.getByRole("button", { name: /^Continue/ }).click();
		await window.waitForURL(`${addresses.merchant}/order?transaction_id=*`);
		await expect(window.getByText("Paid. Thank you!")).toBeVisible();
		await plain.close();
	});
});

test("every state passes axe in light and dark, on a phone and a desktop, and in 320 px", async ({
	merchant,
	page,
}) => {
	await payWith(merchant, "charged", challenged);
	await expect(bankIn(page).getByRole("textbox")).toBeVisible();
	const { pathname } = new URL(page.url());
	await lookAt(page, pictures, "open");
	await page.getByText("Cancel this payment").click();
	await lookAt(page, pictures, "asked");
	await page.setViewportSize({ width: 320, height: 800 });
	await expectNoSidewaysScroll(page, "open, 320 px");
	await page.goto(`${addresses.gateway}${pathname.slice(0, -1)}x`);
	await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
	merchant.expectedInConsole.push(/404/);
	await lookAt(page, pictures, "unknown");
});

/** Chromium draws no frame outside the viewport, so it is as high as the page. */
async function lookAtWhole(page: Page, state: string): Promise<void> {
	for (const { colorScheme, width } of windows) {
		await page.emulateMedia({ colorScheme });
		await page.setViewportSize({ width, height: 1_600 });
		await savePicture(page, join(pictures, `${state}-${width}-${colorScheme}.png`));
		await expectNoAxeFinding(page, `${state}, ${colorScheme}, ${width} px`);
		await expectNoSidewaysScroll(page, `${state}, ${width} px`);
	}
}

test("in the merchant's page it passes axe, and the outcome as well", async ({ merchant, page }) => {
	await payWith(merchant, "charged?post-to=/charge", challenged);
	const challenge = challengeIn(page);
	await expect(bankIn(challenge).getByRole("textbox")).toBeVisible();
	await lookAtWhole(page, "in-page");
	await enterCode(bankIn(challenge));
	await expect(outcome(page)).toHaveText("Paid. Thank you!");
	await expectNoAxeFinding(page, "paid");
});

test.describe("in French", () => {
	test.use({ locale: "fr-CA" });

	test("the page is in the card form's language", async ({ merchant, page }) => {
		await payWith(merchant, "charged?post-to=/charge&lang=fr&locale=fr", challenged);
		const challenge = challengeIn(page);
		await expect(challenge.getByRole("heading", { level: 1 })).toHaveText(
			"Confirmez votre paiement auprès de votre banque",
		);
		await lookAtWhole(page, "french");
		await enterCode(bankIn(challenge));
		await expect(outcome(page)).toHaveText("Paid. Thank you!");
	});
});

test.describe("strangers", () => {
	/** Calls the library, and returns how it ends. */
	function authenticate(page: Page, url: string): Promise<string> {
		return page.evaluate(
			(url) =>
				window.CardSeal.authenticate("#card", { url }).then(
					() => "done",
					({ code, name }: CardFormError) => code ?? name,
				),
			url,
		);
	}

	for (const url of ["javascript:alert(1)", "data:text/html,x", "http://bank.localhost/", "//x", ""]) {
		test(`the address ${JSON.stringify(url)} is not opened`, async ({ merchant, page }) => {
			await merchant.visit("blank");
			expect(await authenticate(page, url)).toBe("TypeError");
			await expect(page.locator("iframe")).toHaveCount(0);
		});
	}

	test("a signal that has fired already shows nothing", async ({ merchant, page }) => {
		await merchant.visit("blank");
		const code = await page.evaluate(
			(url) =>
				window.CardSeal.authenticate("#card", { url }, { signal: AbortSignal.abort() }).catch(
					({ code }: CardFormError) => code,
				),
			`${addresses.gateway}/pay/authenticate/x`,
		);
		expect(code).toBe("aborted");
		await expect(page.locator("iframe")).toHaveCount(0);
	});

	/** Begins a charge whose page stays open, and returns the page's address. */
	async function addressOf(merchant: Merchant): Promise<string> {
		await payWith(merchant, "charged", challenged);
		await merchant.page.waitForURL("**/pay/authenticate/**");
		return merchant.page.url();
	}

	test("messages of other windows and of the page itself end nothing", async ({ merchant, page }) => {
		const url = await addressOf(merchant);
		await merchant.visit("blank");
		await page.evaluate((url) => {
			window.replaced = window.CardSeal.authenticate("#card", { url }).then(
				() => "done",
				({ code }: CardFormError) => code,
			);
		}, url);
		const challenge = challengeIn(page);
		await expect(bankIn(challenge).getByRole("textbox")).toBeVisible();
		// The page itself, and the bank, whose window the gateway's page has.
		await page.evaluate((origin) => window.postMessage({ type: "done" }, origin), addresses.merchant);
		const bank = page.frame({ url: /bank\.localhost/ });
		await bank?.evaluate(
			([merchant, gateway]) => {
				for (const type of ["done", "canceled"]) top?.postMessage({ type }, merchant);
				parent.postMessage({ cardseal: "returned" }, gateway);
			},
			[addresses.merchant, addresses.gateway] as const,
		);
		await enterCode(bankIn(challenge));
		expect(await page.evaluate(() => window.replaced)).toBe("done");
	});

	test("a page on an unregistered origin cannot show the bank's page", async ({ merchant, page }) => {
		const url = await addressOf(merchant);
		merchant.expectedInConsole.push(/frame-ancestors/);
		await merchant.visit("blank", unknownOrigin);
		const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
		await page.evaluate((url) => void window.CardSeal.authenticate("#card", { url }), url);
		await refused;
		await expect(challengeIn(page).getByRole("heading")).toHaveCount(0);
	});

	test("a replayed return changes nothing, and names no page of its own", async ({ merchant, page }) => {
		const url = await addressOf(merchant);
		await enterCode(bankIn(page));
		await page.waitForURL(`${addresses.merchant}/order?transaction_id=*`);
		await page.goto(`${url}/return?cres=x&return_url=${unknownOrigin}/advert&next=${unknownOrigin}/advert`);
		await page.waitForURL(`${addresses.merchant}/order?transaction_id=*`);
		await expect(page.getByText("Paid. Thank you!")).toBeVisible();
	});
});
