import type { Route } from "@playwright/test";
import { type PageName, pages } from "../../../apps/dashboard/src/addresses.ts";
import type { Schemas } from "../../../apps/dashboard/src/api/records.ts";
import { disputeOf, settlementOf } from "./settled.ts";
import { type Desk, expect } from "./staff.ts";

const gateway = process.env.GATEWAY_URL ?? "";
const expiry = { card_expiry_month: "08", card_expiry_year: "31" };
const card = { card_number: "4111111111111111", ...expiry, cvv2: "123" };

/** The names of what fills the account. */
export interface Names {
	first: string;
	last: string;
	email: string;
	plan: string;
	note: string;
	staff: string;
	partner: string;
}

/**
 * Fills the demo account of signed-in staff with one thing of each kind, and gives the gateway's answers about settlements,
 * disputes, partners and staff. Returns the path of every page of the web application, the declined payment's one included.
 */
async function fillAccount(desk: Desk, names: Names): Promise<Record<PageName | "declined", string>> {
	const { page } = desk;
	const payer = { first_name: names.first, last_name: names.last, email: names.email, company: names.last };
	const customers = "/customer-service/customer";
	const { lookup_id: customer } = await desk.post(customers, payer);
	await desk.post(`${customers}/${customer}/card`, { ...card, card_number: "5100000000000032" });
	const { cards } = await desk.post(`${customers}/${customer}/card`, card);
	const { lookup_id: plan } = await desk.post("/plan-service/plan", {
		name: names.plan,
		amount: 31,
		currency: "CAD",
		frequency: "MOTHLY",
	});
	const session = await (await page.request.get(`${gateway}/app/api/session`)).json();
	const { subscriptions } = await desk.post(`${customers}/subscription`, {
		plan_lookup_id: plan,
		card_lookup_id: cards.find(({ is_default: isDefault }: { is_default: boolean }) => isDefault).lookup_id,
		start_date: session.clock.business_time + 5_000,
	});
	const sell = (amount: number) =>
		desk.post("/transaction-service/sale", { ...card, ...payer, amount, sending_receipt: false, invoice: names.note });
	const { transaction_id: sale } = await sell(31);
	await desk.post(`/transaction-service/refund/${sale}`, { amount: 11 });
	const { transaction_id: declined } = await sell(32);
	// The widest amount, name and card, beside the widest state.
	const wide = { card_number: "5555555555554444", amount: 999_999.99, last_name: "Smythe-Featherstonehaugh" };
	await desk.post("/transaction-service/sale", { ...card, ...payer, ...wide, sending_receipt: false });
	const { transaction_id: request } = await desk.post(`/transaction-service-vt/eft/request/${customer}`, {
		amount: 31,
		description: names.note,
	});
	const { lookup_id: link } = await desk.post("/transaction-service/payment-link", {
		amount: 31,
		description: names.note,
		email: names.email,
	});
	await desk.stepUp();
	// Nothing listens there. It gets no events of other tests.
	const url = `http://localhost:9/${names.note.replaceAll(" ", "-")}`;
	const endpoints = "/event-service/endpoint";
	const { lookup_id: endpoint } = await desk.post(endpoints, { url, description: names.note, types: ["ping"] });
	const ping = await desk.post(`${endpoints}/${endpoint}/test`, {});
	await answerAbout(desk, String(sale), names);
	const parts: Record<string, string> = {
		transaction_id: sale,
		settlement_id: settlementOf(sale).settlement_id,
		dispute_id: disputeOf(sale).dispute_id,
		customer_lookup_id: customer,
		subscription_lookup_id: subscriptions[0].lookup_id,
		plan_lookup_id: plan,
		link_lookup_id: link,
		endpoint_id: endpoint,
		event_id: ping.event_id ?? ping.id,
	};
	const paths = Object.entries(pages).map(([name, { address }]) => [
		name,
		address.replaceAll(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? ""),
	]);
	const walletPayment = pages.walletPayment.address.replace("{transaction_id}", request);
	const subscription = `${gateway}/app/api${customers}/${customer}/subscription/${parts.subscription_lookup_id}`;
	await expect
		.poll(async () => (await (await page.request.get(subscription)).json()).status, { timeout: 40_000 })
		.toBe("SUSPENDED");
	return { ...Object.fromEntries(paths), walletPayment, declined: `/app/transactions/${declined}` };
}

/** Signs in, fills the account, shows every page in turn, and stops the events that it has asked for. */
export async function showEveryPage(desk: Desk, names: Names, look: (name: string) => Promise<void>): Promise<void> {
	const { page } = desk;
	await desk.signIn("/app/account");
	const paths = await fillAccount(desk, names);
	for (const [name, path] of Object.entries(paths)) {
		await page.goto(gateway + path);
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
		await look(name);
	}
	await desk.stepUp();
	await page.request.delete(`${gateway}/app/api/event-service/endpoint/${paths.endpoint.split("/").at(-1)}`);
}

const answer = (json: object) => (route: Route) => route.fulfill({ json });

/** Gives the gateway's answers about what another company decides. */
async function answerAbout({ page }: Desk, sale: string, names: Names): Promise<void> {
	const paging = { cursors: { before: "", after: "" } };
	const [settlement, dispute] = [settlementOf(sale), disputeOf(sale)];
	const services = "**/app/api/transaction-service";
	await page.route(/\/app\/api\/transaction-service\/settlement(\?|$)/, answer({ entities: [settlement], paging }));
	await page.route(`${services}/settlement/*`, answer(settlement));
	await page.route(/\/app\/api\/transaction-service\/dispute(\?|$)/, answer({ entities: [dispute], paging }));
	await page.route(`${services}/dispute/*`, answer(dispute));
	const partner: Schemas["ConnectedPartner"] = {
		client_id: "8fK2mQ7xW1aZ3bC4dE5f",
		business_name: names.partner,
		image_url: null,
		scopes: ["customer", "plan", "transaction", "eft", "event"],
		connected_at: Date.now(),
		connected_by: { user_id: 1, name: names.staff },
	};
	await page.route("**/app/api/partners", answer({ partners: [partner] }));
	await page.route("**/app/api/staff", async (route) => {
		if (route.request().method() !== "GET") return route.continue();
		const response = await route.fetch();
		const list = await response.json();
		for (const member of list.staff ?? []) Object.assign(member, { name: names.staff, email: names.email });
		return route.fulfill({ response, json: list });
	});
}
