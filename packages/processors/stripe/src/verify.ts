import { AccountRefused, type AccountSecrets } from "@cardseal/vault";
import type Stripe from "stripe";
import { z } from "zod";
import { accountProblemOf } from "./answers.ts";
import { ask, type Client, type Refusal } from "./client.ts";

const accountSchema = z.object({ id: z.string(), object: z.literal("account"), charges_enabled: z.boolean() });

/** Published at https://docs.stripe.com/testing. A live account declines it before any bank is asked. */
const testCard = { number: "4242424242424242", exp_month: 12, exp_year: 2049 };

/** @throws AccountRefused, with words for the operator */
export async function verify({ stripe }: Client, { account_id: accountId = "" }: AccountSecrets): Promise<void> {
	const account = accountSchema.safeParse(await allowed("accounts", stripe.accounts.retrieveCurrent()));
	if (!account.success) throw new Error("Stripe's account is not understood.");
	if (account.data.id !== accountId) {
		throw new AccountRefused(
			"The secret key is of another Stripe account. Compare the account ID in the Stripe dashboard.",
		);
	}
	if (!account.data.charges_enabled) {
		throw new AccountRefused(
			"Stripe has not enabled charges for this account. Finish its activation in the Stripe dashboard.",
		);
	}
	await allowed("payment intents", stripe.paymentIntents.list({ limit: 1 }));
	await allowed("refunds", stripe.refunds.list({ limit: 1 }));
	await allowed("disputes", stripe.disputes.list({ limit: 1 }));
	await allowed("events", stripe.events.list({ limit: 1 }));
	await allowed("payouts", stripe.payouts.list({ limit: 1 }));
	await allowed("balance transactions", stripe.balanceTransactions.list({ limit: 1 }));
	await checkCardNumbers(stripe);
}

async function allowed(name: string, call: Promise<unknown>): Promise<unknown> {
	const asked = await ask(call);
	if ("answer" in asked) return asked.answer;
	if (asked.refusal.status === 403)
		throw new AccountRefused(`The key may not read ${name}. Give it this permission in the Stripe dashboard.`);
	throw refusedBy(asked.refusal);
}

/** A decline of the test card proves that card numbers are taken. A test account takes the card. */
async function checkCardNumbers({ setupIntents }: Stripe): Promise<void> {
	const params = {
		confirm: true,
		allowed_payment_method_types: ["card" as const],
		payment_method_data: { type: "card" as const, card: testCard },
	};
	const asked = await ask(setupIntents.create(params));
	if ("answer" in asked) return;
	const isOfCard = asked.refusal.type === "card_error" && accountProblemOf(asked.refusal) === undefined;
	if (!isOfCard) throw refusedBy(asked.refusal);
}

function refusedBy(refusal: Refusal): Error {
	const { type, status, code } = refusal;
	const problem = accountProblemOf(refusal);
	if (problem !== undefined) return new AccountRefused(problem);
	if (type === "unsent") return new Error("Stripe cannot be reached.");
	return new Error(`Stripe gave no usable answer (HTTP ${status}, ${code ?? type}).`);
}
