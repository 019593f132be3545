import { pages } from "../../../apps/dashboard/src/addresses.ts";
import { endAnimations } from "../support/accessibility.ts";
import { expect, test } from "../support/staff.ts";

const card = { card_number: "4111111111111111", card_expiry_month: "08", card_expiry_year: "31", cvv2: "123" };

test("the bars of the chart change their colours with the system's", async ({ desk, page }) => {
	await page.emulateMedia({ colorScheme: "light" });
	await desk.signIn("/app/account");
	await desk.post("/transaction-service/sale", { ...card, amount: 31, sending_receipt: false });
	await desk.open("Overview");
	await expect(page.locator(".uplot canvas")).toBeVisible();
	const hasColour = (colour: number[]) =>
		page.locator(".uplot canvas").evaluate((canvas: HTMLCanvasElement, [red, green, blue]) => {
			const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
			return data.some((_, place) => {
				const isPixel = place % 4 === 0;
				return isPixel && data[place] === red && data[place + 1] === green && data[place + 2] === blue;
			});
		}, colour);
	const [light, dark] = [
		[0x0f, 0x76, 0x6e],
		[0x2d, 0xd4, 0xbf],
	];
	await expect.poll(() => hasColour(light ?? [])).toBe(true);
	await page.emulateMedia({ colorScheme: "dark" });
	await expect.poll(() => hasColour(dark ?? [])).toBe(true);
	expect(await hasColour(light ?? [])).toBe(false);
});

test("a page of one thing that cannot be loaded has a title and leads to its list", async ({ desk, page }) => {
	desk.expectedInConsole.push(/ERR_FAILED/);
	await desk.signIn("/app/account");
	await page.route("**/app/api/**", (route) =>
		route.request().url().endsWith("/session") ? route.continue() : route.abort(),
	);
	const ofOneThing = Object.values(pages).filter(({ address }) => address.includes("{"));
	expect(ofOneThing).toHaveLength(10);
	for (const { address } of ofOneThing) {
		await page.goto(`${process.env.GATEWAY_URL}${address.replaceAll(/\{\w+\}/g, "1")}`);
		await expect(desk.heading("This could not be loaded")).toBeVisible();
		await expect(page).toHaveTitle(/^This could not be loaded/);
		await expect(page.locator(".page-head .back")).toBeVisible();
		await expect(page.getByRole("alert")).toContainText("The service cannot be reached");
	}
});

test("titles are at one height on pages with and without actions", async ({ desk, page }) => {
	await desk.signIn("/app/settings");
	const tops: number[] = [];
	for (const { address } of [pages.settings, pages.credentials, pages.endpoints, pages.events]) {
		await page.goto(`${process.env.GATEWAY_URL}${address}`);
		tops.push((await page.locator("h1").boundingBox())?.y ?? Number.NaN);
	}
	expect(new Set(tops).size).toBe(1);
});

test("the buttons of two cards are in one column, though one card is the default", async ({ desk, page }) => {
	await desk.signIn("/app/account");
	const { lookup_id: customer } = await desk.post("/customer-service/customer", {
		first_name: "Ada",
		email: "two-cards@example.com",
	});
	const cards = `/customer-service/customer/${customer}/card`;
	await desk.post(cards, { ...card, card_number: "5100000000000032" });
	await desk.post(cards, card);
	await page.goto(`${process.env.GATEWAY_URL}/app/customers/${customer}`);
	const buttons = page.getByRole("button", { name: /^Delete / });
	await expect(buttons).toHaveCount(2);
	const rights = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().right));
	expect(rights[0]).toBe(rights[1]);
});

test("a chip in a page head has a ground of its own", async ({ desk, page }) => {
	await desk.signIn("/app/account");
	const sale = await desk.post("/transaction-service/sale", { ...card, amount: 31, sending_receipt: false });
	await desk.post(`/transaction-service/refund/${sale.transaction_id}`, { amount: 11 });
	await page.goto(`${process.env.GATEWAY_URL}/app/transactions/${sale.transaction_id}`);
	const chip = page.locator(".chip", { hasText: "Partly refunded" }).first();
	await expect(chip).toBeVisible();
	const grounds = await chip.evaluate((element) =>
		[element, document.body].map((one) => getComputedStyle(one).backgroundColor),
	);
	expect(grounds[0]).not.toBe(grounds[1]);
});

test("the button that closes a dialog is in the middle of the title's first line", async ({ desk, page }) => {
	await desk.signIn("/app/plans");
	await page.getByRole("button", { name: "Create a plan" }).first().click();
	const dialog = page.getByRole("dialog");
	await page.evaluate(endAnimations);
	const title = await dialog.getByRole("heading", { level: 2 }).boundingBox();
	const close = await dialog.getByRole("button", { name: "Close" }).boundingBox();
	const middleOf = (box: { y: number; height: number } | null) => (box === null ? Number.NaN : box.y + box.height / 2);
	expect(Math.abs(middleOf(title) - middleOf(close))).toBeLessThan(1.5);
});

test("check boxes of the settings are as far apart as elsewhere, and have a visible edge in the dark", async ({
	desk,
	page,
}) => {
	await page.emulateMedia({ colorScheme: "dark" });
	await desk.signIn("/app/settings");
	const boxes = page.getByRole("checkbox", { name: /^(Send receipts|Notify subscribers)/ });
	await expect(boxes).toHaveCount(4);
	const tops = await boxes.evaluateAll((all) => all.map((box) => box.getBoundingClientRect().top));
	expect(tops.slice(1).map((top, place) => Math.round(top - (tops[place] ?? 0)))).toEqual([44, 44, 44]);
	const box = page.getByRole("checkbox", { name: "EUR" });
	const colours = await box.evaluate((one) => {
		const { borderTopColor, backgroundColor, opacity } = getComputedStyle(one);
		return { borderTopColor, backgroundColor, opacity };
	});
	expect(colours).toEqual({
		borderTopColor: "rgb(100, 116, 143)",
		backgroundColor: "rgb(19, 28, 46)",
		opacity: "1",
	});
});

test("the audit log shows no raw names of details", async ({ desk, page }) => {
	await desk.signIn("/app/account");
	await page.route(/\/app\/api\/audit(\?|$)/, async (route) => {
		const response = await route.fetch();
		const list = await response.json();
		list.entities[0] = { ...list.entities[0], event: "step_up.failed", details: { route: "POST /app/api/origins" } };
		const setting = (name: string, to: string) => ({
			...list.entities[0],
			sequence: `9${list.entities.length}`,
			event: "settings.changed",
			details: { setting: name, to },
		});
		list.entities.push(setting("send_limit.approve_above", "10000.00"), setting("sends_suspended_notices", "off"));
		await route.fulfill({ response, json: list });
	});
	await desk.open("Audit");
	await expect(page.locator("tbody").getByText("Stopped: a confirmation is needed").first()).toBeVisible();
	expect(await page.locator("main tbody").textContent()).not.toMatch(/\b[a-z]+(_[a-z]+)*: |POST|_|10000/);
	await expect(page.locator("tbody").getByText("Now: $10,000.00 CAD")).toBeVisible();
});

test("a button of the account page stays under a pointer that presses while the session is read", async ({
	desk,
	page,
}) => {
	await desk.signIn();
	const pressed = Promise.withResolvers<void>();
	let readings = 0;
	await page.route("**/app/api/session", async (route) => {
		readings += 1;
		// The first one opens the application, the second one is the page's own.
		if (readings === 2) await pressed.promise;
		await route.continue();
	});
	await page.goto(`${process.env.GATEWAY_URL}/app/account`);
	await page.getByRole("button", { name: "Add a passkey" }).hover();
	await page.mouse.down();
	const answer = page.waitForResponse("**/app/api/session");
	pressed.resolve();
	await answer;
	await page.evaluate(endAnimations);
	await page.mouse.up();
	await expect(page.getByRole("dialog", { name: "Add a passkey" })).toBeVisible();
	expect(readings).toBe(2);
});

test("what stands below a list that loads is shown once it has its place", async ({ desk, page }) => {
	await desk.signIn();
	const looked = Promise.withResolvers<void>();
	await page.route("**/app/api/account/passkeys", async (route) => {
		await looked.promise;
		await route.continue();
	});
	await page.goto(`${process.env.GATEWAY_URL}/app/account`);
	await expect(page.getByRole("button", { name: "Add a passkey" })).toBeVisible();
	const below = page.getByText("Sign out everywhere");
	await expect(below).toHaveCount(1);
	await expect(below).toBeHidden();
	looked.resolve();
	await below.click();
	await expect(page.getByRole("dialog", { name: "Sign out everywhere" })).toBeVisible();
});
