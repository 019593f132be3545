import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Schemas } from "../../../apps/dashboard/src/api/records.ts";
import { expectFitsEveryWidth, lookAt, tabTo } from "../support/accessibility.ts";
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

test("the request log passes axe and fits the window, empty and filled", async ({ desk, page }) => {
	const look = async (state: string) => {
		await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
		await expectFitsEveryWidth(page, state);
		await lookAt(page, pictures, state);
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

const eventOf = (sequence: number, type: Schemas["Event"]["type"]) => ({
	id: `evt_019abc12de3f4a5b6c7d8e9f0a1b2c${sequence}`,
	sequence,
	type,
	created: Date.now() - 60_000 * (99 - sequence),
	test_mode: true,
	data: { transaction_id: sale.transaction_id, company: "Wolfeschlegelsteinhausenbergerdorff".repeat(6) },
});

test.describe("in French", () => {
	test.use({ locale: "fr-CA" });

	test("events pass axe and fit the window, in a list and each alone", async ({ desk, page }) => {
		const look = async (state: string) => {
			await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
			await expectFitsEveryWidth(page, state);
			await lookAt(page, pictures, state);
		};
		// A page of newer events, which the gateway lists oldest first.
		const events = Array.from({ length: 25 }, (_, index) => eventOf(index + 20, "subscription.payment_failed"));
		events.push(eventOf(45, "transaction.approved"));
		await page.route("**/app/api/event-service/event*", (route) =>
			route.fulfill({ json: { events, paging: { cursors: { before: "20", after: "45" } } } }),
		);
		await page.route("**/app/api/event-service/event/*", (route) => route.fulfill({ json: events.at(-1) }));
		await page.goto(`${gateway}/app/developers/events`);
		await page.locator("input[type=email]").fill(process.env.STAFF_EMAIL ?? "");
		await page.locator("input[type=password]").fill(process.env.STAFF_PASSWORD ?? "");
		await page.locator("form[action='/app/sign-in'] button").click();
		await expect(page.locator("tbody tr").first()).toContainText("transaction.approved");
		await expect(page.getByRole("link", { name: "Plus anciennes" })).toHaveAttribute("href", "?before=20");
		await look("events");
		await page.getByRole("link", { name: "transaction.approved" }).click();
		await expect(desk.heading("transaction.approved")).toBeVisible();
		await look("event");
	});
});

const endpointOf = (changes: Partial<Schemas["Endpoint"]> = {}): Schemas["Endpoint"] => ({
	lookup_id: sale.client_id,
	url: `https://shop.example.com/${"webhooks-of-a-very-long-path/".repeat(6)}`,
	types: null,
	description: "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh-Zuñiga",
	status: "ENABLED",
	disabled_reason: null,
	failing_since: null,
	created: Date.now(),
	...changes,
});

const deliveryOf = (attempt: number, changes: Partial<Schemas["Delivery"]> = {}): Schemas["Delivery"] => ({
	event_id: eventOf(10, "transaction.approved").id,
	type: "subscription.payment_failed",
	attempt,
	at: Date.now() - 60_000 * attempt,
	status: 500,
	duration_ms: 1_204,
	error: "status",
	response: `<html>${"Internal server error. ".repeat(40)}`,
	next_at: null,
	...changes,
});

test("endpoints and their deliveries pass axe and fit the window", async ({ desk, page }) => {
	const look = async (state: string) => {
		await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
		await expectFitsEveryWidth(page, state);
		await lookAt(page, pictures, state);
	};
	const failing = endpointOf({ status: "DISABLED", disabled_reason: "failing", types: ["eft.returned"] });
	const endpoints: Schemas["Endpoint"][] = [];
	const deliveries = [
		deliveryOf(1, { status: 204, error: null, response: "", duration_ms: 38 }),
		deliveryOf(2, { status: null, error: "timeout", response: "", next_at: Date.now() + 300_000 }),
		...Array.from({ length: 8 }, (_, index) => deliveryOf(index + 3)),
	];
	const service = "**/app/api/event-service/endpoint";
	await page.route(service, (route) => route.fulfill({ json: { endpoints } }));
	await page.route(`${service}/*`, (route) => route.fulfill({ json: failing }));
	await page.route(`${service}/*/delivery`, (route) =>
		route.fulfill({ json: { deliveries, paging: { cursors: { before: "", after: "older" } } } }),
	);
	await desk.signIn("/app/developers/endpoints");
	await expect(page.getByRole("heading", { name: "No endpoints yet" })).toBeVisible();
	await look("endpoints-none");
	await page.getByRole("button", { name: "Add an endpoint" }).click();
	await page.getByLabel("All events, also those to come").uncheck();
	await look("endpoint-new");
	endpoints.push(endpointOf(), endpointOf({ lookup_id: "failing", failing_since: Date.now() }), failing);
	await page.reload();
	await expect(page.locator("tbody tr")).toHaveCount(3);
	await expect(page.getByText(/^Since /)).toHaveCount(1);
	await look("endpoints");
	await page.locator("tbody tr a").last().click();
	await expect(page.locator("tbody tr")).toHaveCount(10);
	await page.getByText("Response", { exact: true }).first().click();
	await expect(page.getByText("Next attempt")).toHaveCount(1);
	await look("endpoint");
});

/** Answers every POST, and keeps what came. */
async function openReceiver() {
	const received: { type: string; signature: string }[] = [];
	const server = createServer((request, response) => {
		let body = "";
		request.on("data", (part) => {
			body += part;
		});
		request.on("end", () => {
			received.push({ type: JSON.parse(body).type, signature: String(request.headers["webhook-signature"]) });
			response.end("thanks");
		});
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received, server };
}

test.describe("with an account of its own", () => {
	test.use({ account: "endpoints" });

	test("an endpoint is added by keyboard with its secret shown once, gets a ping, and is disabled and deleted", async ({
		desk,
		page,
	}) => {
		const { url, received, server } = await openReceiver();
		await desk.signIn("/app/developers/endpoints");
		await tabTo(page, /^Add an endpoint$/);
		await page.keyboard.press("Enter");
		const dialog = page.getByRole("dialog");
		await expect(dialog.getByLabel("URL")).toBeFocused();
		await page.keyboard.type(url);
		await tabTo(page, /^All events, also those to come$/);
		await page.keyboard.press("Space");
		await tabTo(page, /^dispute\.opened$/);
		await page.keyboard.press("Space");
		await tabTo(page, /^Add an endpoint$/);
		await page.keyboard.press("Enter");
		await desk.confirm();
		const secret = await dialog.getByRole("figure").locator("code").textContent();
		expect(secret).toMatch(/^whsec_/);
		await dialog.getByRole("button", { name: "I have copied the secret" }).click();
		await page.getByRole("link", { name: url }).click();
		await expect(desk.heading(url)).toBeFocused();
		await expect(page.locator("main")).not.toContainText("whsec_");

		await page.getByRole("button", { name: "Send a ping" }).press("Enter");
		await expect(page.getByText(/^The ping was delivered: your server answered 200 in /)).toBeVisible();
		await expect.poll(() => received.map(({ type }) => type)).toEqual(["ping"]);
		await expect(async () => {
			await page.getByRole("button", { name: "Refresh" }).click();
			await expect(page.getByText("Delivered 200")).toBeVisible({ timeout: 2_000 });
		}).toPass();
		await page.getByText("Response", { exact: true }).click();
		await expect(page.getByText("thanks")).toBeVisible();

		await page.getByRole("button", { name: "Edit", exact: true }).click();
		await dialog.getByLabel("Note").fill("Shop");
		const saving = page.waitForRequest((request) => request.method() === "PATCH");
		await dialog.getByRole("button", { name: "Save" }).click();
		expect((await saving).postDataJSON()).toEqual({ description: "Shop" });
		await expect(page.locator("main").getByText("Shop", { exact: true })).toBeVisible();

		await page.getByRole("button", { name: "Replace the secret" }).click();
		await dialog.getByRole("button", { name: "Replace the secret" }).click();
		await expect(dialog.getByRole("figure").locator("code")).toHaveText(/^whsec_/);
		expect(await dialog.getByRole("figure").locator("code").textContent()).not.toBe(secret);
		await dialog.getByRole("button", { name: "I have copied the secret" }).click();

		await page.getByRole("button", { name: "Disable the endpoint" }).click();
		await dialog.getByRole("button", { name: "Disable the endpoint" }).click();
		await expect(page.getByText("You disabled it. Nothing is sent to it.")).toBeVisible();
		await expect(page.getByRole("button", { name: "Send a ping" })).toBeHidden();
		await page.getByRole("button", { name: "Delete the endpoint" }).click();
		await dialog.getByRole("button", { name: "Delete the endpoint" }).click();
		await expect(desk.heading("Developers")).toBeVisible();
		await expect(page.getByRole("link", { name: url })).toBeHidden();
		server.close();
	});
});

test("a payment makes an event, which is found by its type and shown as JSON", async ({ desk, page }) => {
	await desk.signIn("/app/account");
	const card = { card_number: "4111111111111111", card_expiry_month: "08", card_expiry_year: "31", cvv2: "123" };
	const { transaction_id: id } = await desk.post("/transaction-service/sale", { ...card, amount: 31 });
	// Events get their places within moments.
	await expect(async () => {
		await page.goto(`${gateway}/app/developers/events?type=transaction.approved`);
		await expect(page.getByRole("row", { name: id })).toBeVisible({ timeout: 2_000 });
	}).toPass();
	await expect(page.getByText("transaction.declined")).toHaveCount(1);
	await page.getByRole("row", { name: id }).getByRole("link").press("Enter");
	await expect(desk.heading("transaction.approved")).toBeFocused();
	await expect(page.locator("pre")).toContainText(`"transaction_id": "${id}"`);
	await page.getByRole("link", { name: "Show the transaction" }).click();
	await expect(desk.heading("Sale $31.00 CAD")).toBeVisible();
});

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
