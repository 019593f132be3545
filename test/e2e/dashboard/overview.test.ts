import { expectNoAxeFinding } from "../support/accessibility.ts";
import { expect, test } from "../support/staff.ts";

test("a merchant without a payment sees first steps with a link to the docs", async ({ desk, page }) => {
	await page.route("**/app/api/transaction-service/transaction?*", (route) =>
		route.fulfill({ json: { entities: [], paging: { cursors: { before: "", after: "" } } } }),
	);
	await desk.signIn();
	const steps = page.getByRole("region", { name: "First steps" });
	await expect(steps.getByRole("link")).toHaveText([
		"Take a test payment",
		"Allow your shop’s address",
		"Create an API credential",
		"Read the documentation",
	]);
	await expect(steps.getByRole("link", { name: "Read the documentation" })).toHaveAttribute("href", "/docs");
	await expect(page.getByText("$0.00")).toHaveCount(0);
	await expectNoAxeFinding(page, "first steps");
});

test("the crosshair of the chart is on a day's bar wherever over the bar the pointer is", async ({ desk, page }) => {
	await desk.signIn("/app/account");
	const card = { card_number: "4111111111111111", card_expiry_month: "08", card_expiry_year: "31", cvv2: "123" };
	await desk.post("/transaction-service/sale", { ...card, amount: 31, sending_receipt: false });
	await page.goto(`${process.env.GATEWAY_URL}/app`);
	const plot = page.locator(".u-over");
	const box = await plot.boundingBox();
	if (box === null) throw new Error("There is no plot.");
	const places: string[] = [];
	// 30 days and a little on both sides.
	const dayPixels = box.width / 30.2;
	for (const days of [10.4, 10.8]) {
		await plot.hover({ position: { x: days * dayPixels, y: 50 } });
		places.push(await page.locator(".u-cursor-x").evaluate((line) => line.style.transform));
	}
	expect(places[0]).toMatch(/translate/);
	expect(places[1]).toBe(places[0]);
});
