import type { Payment, PaymentAnswer } from "../checkout-messages.ts";

/** Longer than all tries of the shop's server together, so that its answer is not missed by a second. */
const timeLimitMs = 60_000;

/** Posts a payment to the shop. "unreachable" when no answer came; asking again then is safe, an order is charged once. */
export async function postPayment(payment: Payment): Promise<PaymentAnswer | "unreachable"> {
	try {
		const response = await fetch("/pay", {
			method: "POST",
			headers: { "Content-Type": "application/json" },
			body: JSON.stringify(payment),
			signal: AbortSignal.timeout(timeLimitMs),
		});
		const answer: unknown = await response.json();
		return isPaymentAnswer(answer) ? answer : "unreachable";
	} catch {
		return "unreachable";
	}
}

/** Whether this is an answer of the shop, and not of something between the page and it. */
function isPaymentAnswer(answer: unknown): answer is PaymentAnswer {
	if (typeof answer !== "object" || answer === null) return false;
	return "next" in answer ? typeof answer.next === "string" : "problems" in answer && Array.isArray(answer.problems);
}
