import type { Card, ListedRequest, Period, RequestPage } from "@cardseal/vault";
import {
	captureOutcome,
	chargeOutcome,
	noteOf,
	type Payment,
	paymentSchema,
	type Refund,
	refundOutcome,
	refundSchema,
	voidOutcome,
} from "./answers.ts";
import type { Connection } from "./connection.ts";
import { pages } from "./lookup.ts";

const day = 86_400_000;

/** Moneris lists a day at most. Whether its ends belong to it is not documented, so the days overlap. */
const overlapMs = 1000;
const stepMs = day - 2 * overlapMs;

const stepsOfPage = 10;

/** Verifications move no money, and are left out. */
export async function listDays(
	connection: Connection,
	{ from, to }: Period,
	cursor: string | undefined,
): Promise<RequestPage> {
	const end = Math.min(to, Date.now() + day);
	const start = cursor === undefined ? from : Number(cursor);
	const requests: ListedRequest[] = [];
	let at = start;
	for (; at <= end && at < start + stepsOfPage * stepMs; at += stepMs) {
		const until = at + stepMs;
		const isOfStep = ({ createdAt }: { createdAt: string }) => timeOf(createdAt) >= at && timeOf(createdAt) < until;
		const period = { from: at - overlapMs, to: until + overlapMs };
		for await (const { items } of pages(connection, "/payments", paymentSchema, period)) {
			requests.push(...items.filter(isOfStep).flatMap(requestsOf));
		}
		for await (const { items } of pages(connection, "/refunds", refundSchema, period)) {
			requests.push(...items.filter(isOfStep).flatMap(refundRequestOf));
		}
	}
	return { requests, cursor: at <= end ? String(at) : undefined };
}

function timeOf(date: string): number {
	const time = Date.parse(date);
	if (Number.isNaN(time)) throw new Error("Moneris lists a time that is not understood.");
	return time;
}

/** A payment tells its charge, and the capture and void that noted their references on it. */
function requestsOf(payment: Payment): ListedRequest[] {
	const { orderId: reference, paymentStatus: status, amount, createdAt, modifiedAt } = payment;
	if (!reference) return [];
	const isHold = noteOf(payment, "operation") === "authorization" || status === "AUTHORIZED";
	const operation = isHold ? "authorization" : "sale";
	const held = isHold ? (payment.authorizedAmount ?? amount) : amount;
	const charge: ListedRequest = {
		reference,
		operation,
		amountCents: held.amount,
		currency: held.currency,
		happenedAt: timeOf(createdAt),
		outcome: chargeOutcome(payment, operation),
		originalReference: null,
		invoiceId: payment.invoiceNumber ?? null,
		...cardOf(payment),
	};
	const { amount: amountCents, currency } = amount;
	const changed = { amountCents, currency, happenedAt: timeOf(modifiedAt ?? createdAt) };
	const requests = [charge];
	const capture = noteOf(payment, "capture");
	const captured = capture && captureOutcome(payment, { reference: capture, amountCents });
	if (capture && captured) {
		const original = { outcome: captured, originalReference: reference };
		requests.push({ reference: capture, operation: "capture", ...changed, ...original });
	}
	const voiding = noteOf(payment, "void");
	const voided = voiding && voidOutcome(payment, voiding);
	if (voiding && voided) {
		const original = { outcome: voided, originalReference: capture ?? reference };
		requests.push({ reference: voiding, operation: "void", ...changed, ...original });
	}
	return requests;
}

function refundRequestOf(refund: Refund): ListedRequest[] {
	const reference = noteOf(refund, "reference");
	if (reference === undefined) return [];
	const { amount: amountCents, currency } = refund.refundAmount;
	return [
		{
			reference,
			operation: "refund",
			amountCents,
			currency,
			happenedAt: timeOf(refund.createdAt),
			outcome: refundOutcome(refund),
			originalReference: noteOf(refund, "original") ?? null,
		},
	];
}

const brands: Readonly<Record<string, Card["brand"]>> = {
	VISA: "Visa",
	MASTERCARD: "Mastercard",
	AMERICAN_EXPRESS: "Amex",
	DISCOVER: "Discover",
	JCB: "JCB",
	UNIONPAY: "UnionPay",
};

function cardOf({ paymentMethod }: Payment): Pick<ListedRequest, "card"> {
	const { cardBrand, lastFour, expiryMonth, expiryYear } =
		paymentMethod.paymentMethodInformation?.cardInformation ?? {};
	const brand = brands[cardBrand ?? ""];
	if (brand === undefined || !lastFour || !expiryMonth || !expiryYear) return {};
	const twoDigits = (value: number) => String(value % 100).padStart(2, "0");
	return {
		card: { brand, suffix: lastFour, expiryMonth: twoDigits(expiryMonth), expiryYear: twoDigits(expiryYear) },
	};
}
