import type { z } from "zod";
import type { Holder } from "../cards-on-file/holder.ts";
import type { CheckoutField, CheckoutProblem, PaymentAnswer } from "../checkout-messages.ts";
import { type CheckoutWay, orderPath } from "../checkout-ways.ts";
import type { Refusal } from "../gateway/sale.ts";
import { checkoutWords as words } from "../locale/en/checkout.ts";
import { pageWords } from "../locale/en/pages.ts";
import type { Log } from "../log.ts";
import type { Cashier, PayResult } from "../orders/cashier.ts";
import { lastAttempt, type Order, orderState } from "../orders/order.ts";
import { orderNumber } from "../orders/order-id.ts";
import type { PaymentRequest } from "./requests.ts";

interface Answer {
	readonly status: 200 | 400 | 404 | 422 | 503;
	readonly body: PaymentAnswer;
}

/** Takes the payment that the checkout page posted, and says where the page should go or what it should tell the payer. */
export async function answerPayment(
	{ cashier, holder, log }: { cashier: Cashier; holder: Holder | undefined; log: Log },
	request: z.ZodSafeParseResult<PaymentRequest>,
	order: Order | undefined,
): Promise<Answer> {
	if (!request.success) return { status: 400, body: { problems: typingProblems(request.error), tokenKept: true } };
	if (order === undefined) return formProblem(404, words.orderGone, true);
	const { name, email, token, checkout, remember } = request.data;
	const payer = { name, email, token, ...(remember ? { remember: { holder } } : {}) };
	return answerFor(await cashier.pay(order, payer), checkout, log);
}

/** What a page is told that the shop did not serve from its own address. */
export function answerWrongAddress(publicUrl: string): PaymentAnswer {
	return { problems: [{ field: "form", message: words.wrongAddress(publicUrl) }], tokenKept: true };
}

function answerFor({ order, refusal }: PayResult, way: CheckoutWay, log: Log): Answer {
	if (orderState(order) !== "open") return { status: 200, body: { next: orderPath(order.id, way) } };
	if (refusal !== undefined) return answerRefusal(order, refusal, log);
	const outcome = lastAttempt(order)?.outcome;
	if (outcome?.kind === "not_charged" && outcome.why === "not_sent") {
		return formProblem(503, words.providerUnreachable, true);
	}
	return formProblem(503, words.shopCannotCharge, false);
}

/** What a payer is told whom the gateway was not to ask for money, by the rule of `answerRefusal`. */
export function answerBankRefusal(order: Order, refusal: Refusal, log: Log): { status: 422 | 503; problem: string } {
	const { byBank } = pageWords;
	logRefusal(order, refusal, "request", log);
	if (refusal.status !== 400) return { status: 503, problem: byBank.notNow };
	return { status: 422, problem: byBank.refused(refusal.message) };
}

function logRefusal(order: Order, { status }: Refusal, what: "sale" | "request", log: Log): void {
	const message = `Order ${orderNumber(order.id)}: the gateway refused the ${what} with status ${status}.`;
	log({ level: "error", message });
}

/** 400 is about what was sent, so the payer may mend it. Everything else is between the shop and the gateway. */
function answerRefusal(order: Order, refusal: Refusal, log: Log): Answer {
	const { status, message, fields } = refusal;
	logRefusal(order, refusal, "sale", log);
	if (status !== 400) return formProblem(503, words.shopCannotCharge, false);
	const named = fields.map(({ field, message }) => ({ field: checkoutField(field), message }));
	const problems = named.length > 0 ? named : [{ field: "form" as const, message: words.cardRefused(message) }];
	return { status: 422, body: { problems, tokenKept: false } };
}

function checkoutField(field: string): CheckoutField {
	if (field === "email") return "email";
	if (field === "first_name" || field === "last_name") return "name";
	return field === "card_number" ? "number" : "form";
}

function typingProblems(error: z.ZodError<PaymentRequest>): CheckoutProblem[] {
	const problems = error.issues.flatMap(({ path: [field], message }): CheckoutProblem[] => {
		return field === "name" || field === "email" ? [{ field, message }] : [];
	});
	// Nothing that our page sends is wrong elsewhere, so the payer has nothing to mend.
	return problems.length > 0 ? problems : [{ field: "form", message: words.notSealed }];
}

function formProblem(status: Answer["status"], message: string, tokenKept: boolean): Answer {
	return { status, body: { problems: [{ field: "form", message }], tokenKept } };
}
