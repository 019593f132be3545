import type { CallError } from "@cardseal/client";
import type { Context, Hono } from "hono";
import { isMonthly } from "../catalogue.ts";
import { readForm, readJson, readKnownCount } from "../forms.ts";
import { checkoutWords as words } from "../locale/for-pages.ts";
import { bankUrlOf, canBePaid, canBePaidByBank, type Order, orderNumber, orderState } from "../orders/order.ts";
import { cardKey, findHolder, forgetCards, issueKey, offerCards } from "../saved-cards/saved-cards.ts";
import { asCallError, type Shop } from "../shop.ts";
import { readSubscription } from "../subscriptions/subscriptions.ts";
import { bankRequestPage, checkoutPage } from "./checkout-page.ts";
import { checkoutPath, checkoutWays, type PaymentAnswer, type Problem } from "./page-protocol.ts";
import { hashToken, type PayResult, payByBank, payByCard, payBySavedCard } from "./pay.ts";
import { payerSchema, paymentSchema, problemsOf } from "./payer.ts";

export function checkoutRoutes(app: Hono, shop: Shop): void {
	const { orders } = shop;
	const keys = cardKey(shop.publicUrl);
	const pathOf = ({ id }: Order) => `/orders/${id}`;
	const holderOf = (c: Context) => findHolder(shop, keys.read(c));

	for (const way of checkoutWays) {
		app.get(checkoutPath({ id: ":id", way }), async (c) => {
			const { order } = c.var;
			if (!canBePaid(order)) return c.redirect(pathOf(order), 303);
			orders.save({ ...orders.get(order.id), way });
			const cards = isMonthly(order) ? [] : await offerCards(shop, holderOf(c));
			return c.render(checkoutPage(shop, order, way, cards));
		});
	}

	app.post("/pay", async (c) => {
		const refuse = ({ status, problems, tokenKept }: Refusal) => c.json<PaymentAnswer>({ problems, tokenKept }, status);
		const request = paymentSchema.safeParse(await readJson(c));
		if (!request.success) {
			const problems = problemsOf(request.error);
			return refuse({
				status: 400,
				problems: problems.length > 0 ? problems : aboutForm(words.notSealed),
				tokenKept: true,
			});
		}
		const { order_id: id, remember, token, name, email } = request.data;
		if (orders.find(id) === undefined) {
			return refuse({ status: 404, problems: aboutForm(words.orderGone), tokenKept: true });
		}
		const result = await payByCard(shop, id, { name, email, token, savesCard: remember, holder: holderOf(c) });
		// Only the page that has the token had the card, so only that page gets a key to it.
		const attempt = orders.get(id).attempts.findLast(({ tokenHash }) => tokenHash === hashToken(token));
		const key = attempt && issueKey(shop, attempt);
		if (key !== undefined) keys.set(c, key);
		// A subscription that cannot start now is started by the recovery.
		await readSubscription(shop, id).catch(asCallError);
		const { order, refusal } = result;
		if (refusal) logRefusal(shop, order, refusal);
		if (orderState(order) === "open") return refuse(refusalOf(result));
		return c.json<PaymentAnswer>({ next: bankUrlOf(order) ?? pathOf(order) });
	});

	app.post("/orders/:id/card-on-file", async (c) => {
		const form = await readForm(c);
		const [knownAttempts, cardId] = [readKnownCount(form), form.get("card") ?? ""];
		if (knownAttempts === undefined || !/^[0-9A-Za-z]{1,64}$/.test(cardId)) return c.notFound();
		const { order } = c.var;
		const holder = holderOf(c);
		if (holder !== undefined) await payBySavedCard(shop, order.id, { holder, cardId, knownAttempts });
		return c.redirect(bankUrlOf(orders.get(order.id)) ?? pathOf(order), 303);
	});

	app.post("/orders/:id/forget-card", async (c) => {
		const holder = holderOf(c);
		if (holder !== undefined) await forgetCards(shop, holder);
		keys.drop(c);
		return c.redirect(pathOf(c.var.order), 303);
	});

	app.get("/orders/:id/bank-request", async (c) => {
		const { order } = c.var;
		if (!canBePaidByBank(order)) return c.notFound();
		return canBePaid(order) ? c.render(bankRequestPage(order)) : c.redirect(pathOf(order), 303);
	});

	app.post("/orders/:id/bank-request", async (c) => {
		const { order } = c.var;
		const form = await readForm(c);
		const knownAttempts = readKnownCount(form);
		if (knownAttempts === undefined) return c.notFound();
		const typed = { name: form.get("name") ?? "", email: form.get("email") ?? "" };
		const showAgain = (shown: Order, problems: Problem[], status: 400 | 422 | 503) =>
			c.render(bankRequestPage(shown, { ...typed, problems }), status);
		const payer = payerSchema.safeParse(typed);
		if (!payer.success && canBePaid(order)) return showAgain(order, problemsOf(payer.error), 400);
		const result: PayResult = payer.success ? await payByBank(shop, order.id, payer.data, knownAttempts) : { order };
		if (result.refusal === undefined) return c.redirect(pathOf(order), 303);
		logRefusal(shop, result.order, result.refusal);
		return result.refusal.status === 400
			? showAgain(result.order, aboutForm(words.bankRefused(result.refusal.message)), 422)
			: showAgain(result.order, aboutForm(words.noBankPayments), 503);
	});
}

interface Refusal {
	status: 400 | 404 | 422 | 503;
	problems: Problem[];
	tokenKept: boolean;
}

/** 400 is about the payer's data. The payer reads nothing of other refusals. */
function refusalOf({ order, refusal }: PayResult): Refusal {
	const outcome = order.attempts.at(-1)?.outcome;
	if (outcome?.kind === "not_charged" && outcome.why === "not_sent") {
		return { status: 503, problems: aboutForm(words.providerUnreachable), tokenKept: true };
	}
	if (refusal?.status !== 400) return { status: 503, problems: aboutForm(words.shopCannotCharge), tokenKept: false };
	const { fields, message } = refusal;
	const problems = fields.map((one) => ({ field: fieldOf[one.field] ?? "form", message: one.message }));
	return {
		status: 422,
		problems: fields.length > 0 ? problems : aboutForm(words.cardRefused(message)),
		tokenKept: false,
	};
}

function aboutForm(message: string): Problem[] {
	return [{ field: "form", message }];
}

const fieldOf: Record<string, Problem["field"]> = {
	email: "email",
	first_name: "name",
	last_name: "name",
	card_number: "number",
};

function logRefusal({ log }: Shop, order: Order, { status }: CallError): void {
	log("error", `Order ${orderNumber(order)}: the gateway refused the payment with status ${status}.`);
}
