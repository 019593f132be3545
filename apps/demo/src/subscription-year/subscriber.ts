import type { Schemas } from "@cardseal/client";
import { encryptCard } from "@cardseal/encrypt";
import type { MerchantSettings } from "../first-sale/demo-file.ts";
import { type Call, call, getBearerToken, testCard } from "../first-sale/merchant.ts";
import type { Mail, Payment } from "./rows.ts";

export type Subscriber = Awaited<ReturnType<typeof createSubscriber>>["subscriber"];

/** @throws Advice when no gateway responds, or it refuses a request; the methods, too */
export async function createSubscriber(settings: MerchantSettings) {
	const bearer = await getBearerToken(settings);
	const ask = async (method: Call["method"], path: string, body?: Record<string, unknown>) =>
		(await call(settings, bearer.value, { method, path, ...(body && { body }) })).body;
	const { now } = (await ask("GET", "/sandbox/clock")) as { now: number };
	const email = `ada.${now.toString(36)}@example.com`;
	const details = { email, first_name: "Ada", last_name: "Lovelace" };
	const asCustomer = async (answer: Promise<unknown>) => (await answer) as Schemas["Customer"];
	const { lookup_id: customerId } = await asCustomer(ask("POST", "/customer-service/customer", details));
	const customerPath = `/customer-service/customer/${customerId}`;

	const readSubscription = async () => onlyOne((await asCustomer(ask("GET", customerPath))).subscriptions);
	const subscriber = {
		async addCard(number: string): Promise<string> {
			const token = await encryptCard(settings.public_key, testCard(now, number));
			const { cards } = await asCustomer(ask("POST", `${customerPath}/card`, { token }));
			return onlyOne(cards.filter((one) => number.endsWith(one.card_suffix))).lookup_id;
		},
		/** Subscribes to a plan of twelve months, from `startDate` on (ms since 1970). */
		async subscribe(cardId: string, startDate: number): Promise<void> {
			const plan = { name: "Coffee of the month", amount: 31, currency: "CAD", frequency: "MOTHLY" };
			const year = { number_of_payments: 12, send_receipt: true };
			const { lookup_id: planId } = await ask("POST", "/plan-service/plan", { ...plan, ...year });
			const body = { plan_lookup_id: planId, card_lookup_id: cardId, start_date: startDate };
			await ask("POST", "/customer-service/customer/subscription", body);
		},
		async change(body: Record<string, unknown>): Promise<void> {
			const { lookup_id: id } = await readSubscription();
			await ask("PATCH", `${customerPath}/subscription/${id}`, body);
		},
		readSubscription,
		async listPayments(): Promise<Payment[]> {
			const { entities } = await ask("GET", `/transaction-service/transaction?limit=100&email_address=${email}`);
			return entities as Payment[];
		},
		async listMail(): Promise<Mail[]> {
			const mails = Object.values(await ask("GET", "/sandbox/mailbox?limit=1000")) as (Mail & { to: string[] })[];
			return mails.filter(({ to }) => to.includes(email));
		},
		/** Resolves when all work due until then is done. */
		async moveClock(target: number): Promise<void> {
			await ask("POST", "/sandbox/clock", { now: target });
		},
	};
	return { subscriber, now };
}

function onlyOne<Item>(items: Item[]): Item {
	const [item, ...others] = items;
	if (item === undefined || others.length > 0)
		throw new Error("The gateway's response does not contain exactly one of these.");
	return item;
}
