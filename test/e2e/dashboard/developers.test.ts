import { join } from "node:path";
import type { Schemas } from "../../../apps/dashboard/src/api/records.ts";
import { expectNoAxeFinding, expectNoSidewaysScroll, tabTo, windows } from "../support/accessibility.ts";
import { ordinaryCard, Shop, things } from "../support/shop.ts";
import { expect, test } from "../support/staff.ts";

const gateway = process.env.GATEWAY_URL ?? "";
const pictures = join(import.meta.dirname, "../../../screenshots/dashboard");

type Entry = Schemas["RequestLogEntry"];

const sale: NonNullable<Entry["request"]> = {
	request_id: "9fK2mQ7xW1aZ3bC4dE5f",
	method: "POST",
	route: "/transaction-service/sale",
	status: 200,
	reason: null,
	duration_ms: 41.2,
	client_id: "8fK2mQ7xW1aZ3bC4dE5f",
	client_name: "Web shop",
	transaction_id: "7fK2mQ7xW1aZ3bC4dE5f",
};

const entryOf = (id: number, request: Entry["request"], shed = 0): Entry => {
	return { id, created_at: Date.now() - id * 1_234, request, shed };
};

/** Load cannot be caused here, so the gateway's answer about it is given. */
const entries: Entry[] = [
	entryOf(1, sale),
	entryOf(2, {
		...sale,
		route: "/customer-service/customer/{customer_lookup_id}/subscription/{subscription_lookup_id}",
		method: "PATCH",
		status: 422,
		reason: "idempotency_key_reused",
		client_name: "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Zuñiga",
		transaction_id: null,
	}),
	entryOf(3, null, 1_204),
	entryOf(4, { ...sale, status: 503, reason: "outcome_unknown", duration_ms: 10_002.9, client_name: null }),
	...Array.from({ length: 21 }, (_, index) => entryOf(index + 5, sale)),
];

for (const { colorScheme, width } of windows) {
	test.describe(`${colorScheme}, ${width} px`, () => {
		test.use({ colorScheme, viewport: { width, height: 900 } });

		test("the request log passes axe and fits the window, empty and filled", async ({ desk, page }) => {
			const look = async (state: string) => {
				await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
				await page.screenshot({ path: join(pictures, `${state}-${width}-${colorScheme}.png`), fullPage: true });
				await expectNoAxeFinding(page, state);
				await expectNoSidewaysScroll(page, state);
			};
			await desk.signIn("/app/developers?request_id=none");
			await expect(page.getByRole("heading", { name: "No request matches these filters" })).toBeVisible();
			await look("requests-none");
			await page.route("**/app/api/request-log", (route) =>
				route.fulfill({ json: { entities: entries, paging: { cursors: { before: "", after: "older" } } } }),
			);
			await page.goto(`${gateway}/app/developers`);
			await expect(page.getByText("1,204 requests were not recorded")).toBeVisible();
			await look("requests");
		});
	});
}

test("the requests of a payment are found from it, with the keyboard alone", async ({ desk, page, context }) => {
	const email = "request-log@example.com";
	const shop = new Shop(await context.newPage(), "library");
	await shop.order(things.approved);
	await shop.typePayer({ name: "Ada", email });
	await shop.typeCard(ordinaryCard);
	await shop.payButton.click();
	await expect(shop.heading("Payment received")).toBeVisible();

	await desk.signIn(`/app/transactions?email_address=${email}`);
	await page.locator("tbody tr a").first().click();
	await expect(desk.heading("Sale $31.00 CAD")).toBeFocused();
	await tabTo(page, /^API requests about this payment$/);
	await page.keyboard.press("Enter");
	await expect(desk.heading("Developers")).toBeFocused();
	// The log is written once a second.
	await expect(async () => {
		await page.reload();
		await expect(page.getByRole("row", { name: /POST \/transaction-service\/sale/ })).toBeVisible({ timeout: 2_000 });
	}).toPass();
	// Tab would lead through the parts of date fields, of which Chromium shows no focus.
	await page.getByRole("link", { name: /^Show the transaction of POST/ }).press("Enter");
	await expect(desk.heading("Sale $31.00 CAD")).toBeFocused();
});

test("a filter narrows the requests, and a name of a credential shows its requests", async ({ desk, page }) => {
	await page.route("**/app/api/request-log**", (route) => {
		const wanted = new URL(route.request().url()).searchParams.get("client_id");
		const entities = entries.filter(({ request }) => wanted === null || request?.client_id === wanted);
		return route.fulfill({ json: { entities, paging: { cursors: { before: "", after: "" } } } });
	});
	await desk.signIn("/app");
	await desk.open("Developers");
	await page.getByRole("link", { name: "Web shop" }).first().click();
	await expect(page).toHaveURL(/client_id=8fK2mQ7xW1aZ3bC4dE5f/);
	await expect(page.getByText("not recorded")).toBeHidden();
	await expect(page.getByLabel("Client id")).toHaveValue("8fK2mQ7xW1aZ3bC4dE5f");
	await page.getByLabel("Status").selectOption("4xx: refused");
	await page.getByRole("button", { name: "Apply" }).click();
	await expect(page).toHaveURL(/status=4xx&client_id=8fK2mQ7xW1aZ3bC4dE5f/);
});
