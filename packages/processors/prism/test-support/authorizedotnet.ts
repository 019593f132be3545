import { Hono } from "hono";
import { counter, type Payment } from "./simulator.ts";

/**
 * Authorize.net's JSON API, as far as its public reference describes it: https://developer.authorize.net/api/reference and its
 * response codes. Everything is one address, with HTTP 200; answers begin with a byte order mark. Some test numbers decline with a
 * documented code; every other card is approved.
 */
export function createAuthorizedotnet({ loginId, transactionKey }: { loginId: string; transactionKey: string }) {
	const nextId = counter("6000000");
	const payments = new Map<string, Payment>();
	const refunds = new Set<string>();
	const api = new Hono();

	const declines: Record<string, { code: string; text: string }> = {
		"4000000000000002": { code: "2", text: "This transaction has been declined." },
		"4000000000009987": { code: "4", text: "This transaction has been declined." },
		"4000000000000069": { code: "8", text: "The credit card has expired." },
		"4000000000000127": { code: "65", text: "This transaction has been declined." },
		"4000000000000341": { code: "399", text: "Something new" },
	};

	const answer = (value: object) =>
		new Response(`\uFEFF${JSON.stringify(value)}`, { headers: { "Content-Type": "application/json; charset=utf-8" } });

	const messages = (code: string, text: string) => ({
		resultCode: code === "I00001" ? "Ok" : "Error",
		message: [{ code, text }],
	});
	const ok = messages("I00001", "Successful.");
	const refuse = (code: string, text: string) => answer({ messages: messages(code, text) });

	const transactionOf = (payment: Payment | undefined, changes: object) => ({
		responseCode: "1",
		authCode: "HW617E",
		avsResultCode: "Y",
		cvvResultCode: "P",
		cavvResultCode: "2",
		transId: payment?.id ?? "0",
		refTransID: "",
		transHash: "",
		testRequest: "0",
		accountNumber: `XXXX${payment?.lastFour ?? ""}`,
		accountType: "Visa",
		messages: [{ code: "1", description: "This transaction has been approved." }],
		networkTransId: "1VISA2TEST3ID4X",
		...changes,
	});

	const problem = (refId: string | undefined, code: string, text: string, payment?: Payment) =>
		answer({
			transactionResponse: transactionOf(payment, {
				responseCode: code === "2" || code === "4" || code === "65" ? "2" : "3",
				authCode: "",
				messages: undefined,
				errors: [{ errorCode: code, errorText: text }],
			}),
			refId,
			messages: messages("E00027", "The transaction was unsuccessful."),
		});

	interface Transaction {
		transactionType: string;
		amount: number;
		refTransId?: string;
		payment?: { creditCard: { cardNumber: string; cardCode?: string } };
	}

	function charge(refId: string, { transactionType, amount, payment }: Transaction): Response {
		const card = payment?.creditCard;
		if (card === undefined) return refuse("E00003", "The element 'payment' is missing.");
		const decline = declines[card.cardNumber];
		const cents = Math.round(amount * 100);
		const isSale = transactionType === "authCaptureTransaction";
		const charged: Payment = {
			id: nextId(),
			reference: refId,
			status: decline !== undefined ? "declined" : isSale ? "captured" : "authorized",
			amountCents: cents,
			currency: "USD",
			capturedCents: decline === undefined && isSale ? cents : 0,
			refundedCents: 0,
			lastFour: card.cardNumber.slice(-4),
		};
		payments.set(charged.id, charged);
		if (decline !== undefined) return problem(refId, decline.code, decline.text, charged);
		const changes = { cvvResultCode: card.cardCode === undefined ? "P" : "M" };
		return answer({ transactionResponse: transactionOf(charged, changes), refId, messages: ok });
	}

	function refund(refId: string | undefined, original: Payment, cents: number, cardNumber = ""): Response {
		if (!cardNumber.endsWith(original.lastFour)) return problem(refId, "33", "Credit card number is required.");
		if (original.status === "voided" || original.refundedCents + cents > original.capturedCents) {
			return problem(refId, "55", "The sum of credits would exceed the original debit amount.");
		}
		original.refundedCents += cents;
		const refunded = { ...original, id: nextId(), amountCents: cents };
		payments.set(refunded.id, refunded);
		refunds.add(refunded.id);
		const changes = { refTransID: original.id };
		return answer({ transactionResponse: transactionOf(refunded, changes), refId, messages: ok });
	}

	/** Nothing settles here, so what was captured can be voided until it is refunded. */
	const canBeVoided = ({ status, refundedCents }: Payment) =>
		(status === "authorized" || status === "captured") && refundedCents === 0;

	function modify(refId: string | undefined, { transactionType, amount, refTransId, payment }: Transaction): Response {
		const original = payments.get(refTransId ?? "");
		if (original === undefined) return problem(refId, "16", "The transaction cannot be found.");
		const cents = Math.round(amount * 100);
		const changes = { refTransID: original.id };
		if (transactionType === "refundTransaction") return refund(refId, original, cents, payment?.creditCard.cardNumber);
		const isVoid = transactionType === "voidTransaction";
		const isPossible = isVoid
			? canBeVoided(original)
			: original.status === "authorized" && cents <= original.amountCents;
		if (!isPossible) return problem(refId, "16", "The transaction cannot be found.");
		original.status = isVoid ? "voided" : "captured";
		if (original.status === "captured") original.capturedCents = cents;
		return answer({ transactionResponse: transactionOf(original, changes), refId, messages: ok });
	}

	function find(transId: string): Response {
		const payment = payments.get(transId);
		if (payment === undefined) return refuse("E00040", "The record cannot be found.");
		const statuses = {
			authorized: "authorizedPendingCapture",
			captured: "capturedPendingSettlement",
			voided: "voided",
			declined: "declined",
		};
		const transaction = {
			transId,
			submitTimeUTC: "2026-11-23T14:00:00Z",
			transactionType: payment.status === "authorized" ? "authOnlyTransaction" : "authCaptureTransaction",
			transactionStatus: refunds.has(transId) ? "refundPendingSettlement" : statuses[payment.status],
			responseCode: 1,
			responseReasonCode: 1,
			responseReasonDescription: "Approval",
			authCode: "HW617E",
			AVSResponse: "Y",
			cardCodeResponse: "M",
			networkTransId: "1VISA2TEST3ID4X",
			authAmount: payment.amountCents / 100,
			settleAmount: payment.capturedCents / 100,
			payment: {
				creditCard: { cardNumber: `XXXX${payment.lastFour}`, expirationDate: "XXXX", cardType: "Visa" },
			},
		};
		return answer({ transaction, messages: ok });
	}

	api.post("/xml/v1/request.api", async (context) => {
		const { createTransactionRequest: create, getTransactionDetailsRequest: details } = await context.req.json();
		const { name, transactionKey: key } = (create ?? details).merchantAuthentication;
		if (name !== loginId || key !== transactionKey) {
			return refuse("E00007", "User authentication failed due to invalid authentication values.");
		}
		if (create === undefined) return find(details.transId);
		const { refId, transactionRequest: transaction } = create;
		return transaction.refTransId === undefined ? charge(refId, transaction) : modify(refId, transaction);
	});

	return { api, payments };
}
