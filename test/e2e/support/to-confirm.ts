import type { Desk } from "./staff.ts";

const customers = "/customer-service/customer";

/** Asks for every charge: a renewal is declined with `authentication_required`. */
const alwaysAsks = "4000000000001059";

/** Starts a subscription whose first payment the bank wants confirmed. Returns the payer's address. */
export async function subscribeToConfirm(desk: Desk, language: string): Promise<string> {
	const email = `confirms-${language}-${Date.now()}@example.com`;
	const { lookup_id: customer } = await desk.post(customers, { email, language });
	const { cards } = await desk.post(`${customers}/${customer}/card`, {
		card_number: alwaysAsks,
		card_expiry_month: "08",
		card_expiry_year: "31",
		cvv2: "123",
	});
	const { lookup_id: plan } = await desk.post("/plan-service/plan", {
		name: `Walnut ${Date.now()}`,
		amount: 31,
		currency: "CAD",
		frequency: "MOTHLY",
	});
	// Read last: the start must not have passed, and the mail waits for it.
	const session = await desk.page.request.get(`${process.env.GATEWAY_URL}/app/api/session`);
	const { clock } = await session.json();
	await desk.post(`${customers}/subscription`, {
		plan_lookup_id: plan,
		card_lookup_id: cards[0].lookup_id,
		start_date: clock.business_time + 5_000,
	});
	return email;
}
