import type { ContentFault } from "@cardseal/processor-kit";
import { type Adjustment, type BookedTransaction, type Books, messages, type Release } from "./books.ts";
import {
	adjustmentForm,
	completionForm,
	continueForm,
	criterionForm,
	type Detail,
	paymentForm,
	problemsOf,
	problemsOfPlace,
	problemsOfThreeDSecure,
	searchForm,
} from "./forms.ts";
import type { Settlements } from "./settlements.ts";
import { goesOn, type Status, type ThreeDSecure } from "./three-d-secure.ts";

/** What an account may do and how it is set up, in Bambora's portal or by its support. */
export interface AccountRules {
	maximumCents: number;
	takesZeroPreAuthorizations: boolean;
	takesCardOnFile: boolean;
	needsCvd: boolean;
	/** Payments without the object `3d_secure` are authenticated, too. */
	authenticatesByDefault: boolean;
	/** The answer to a session that has ended, which the documents do not tell. */
	endedSessionCode: 311 | 762 | 1177;
	/** 209 or 210. */
	closedWith: number | undefined;
	/** `false`: adjustments get the order number of their original, as some real answers have it. */
	keepsOrderNumbers: boolean;
	releasesBy: Release;
	/** Partners only. */
	hasMerchantReport: boolean;
	isEmulator: boolean;
}

export interface ApiOptions {
	books: Books;
	settlements: Settlements;
	threeDSecure: ThreeDSecure<PaymentBody>;
	rules: AccountRules;
	account: { merchant_id: string; api_passcode: string; reporting_passcode: string; currency: string };
}

interface Asked {
	body: unknown;
	fault: ContentFault | undefined;
}

const centsOf = (amount: number) => Math.round(amount * 100);

function refuse(status: number, code: number, category: number, more: object = {}): Response {
	const message = messages[code] ?? "DECLINE";
	return Response.json({ code, category, message, reference: "", ...more }, { status });
}

const invalid = (details: Detail[]) =>
	refuse(400, 314, 3, {
		message: "Missing or invalid payment information - Please validate all required payment information.",
		details,
	});

export function createApi({ books, settlements, threeDSecure, rules, account }: ApiOptions) {
	function isAuthorized(request: Request, passcode: "api_passcode" | "reporting_passcode"): boolean {
		const credentials = Buffer.from(`${account.merchant_id}:${account[passcode]}`).toString("base64");
		return request.headers.get("authorization") === `Passcode ${credentials}`;
	}

	/** The answer of a payment; texts and numbers are as in real answers. */
	function answerOf(transaction: BookedTransaction, fault: ContentFault | undefined): Response {
		const { cardOnFile: type, series: series_id } = transaction;
		return Response.json({
			id: String(transaction.id),
			authorizing_merchant_id: Number(account.merchant_id),
			approved: fault === "unknown_result" ? "7" : "1",
			message_id: "1",
			message: "Approved",
			auth_code: transaction.authorizationCode,
			created: localTime(transaction.at).slice(0, 19),
			order_number: fault === "other_reference" ? "another" : transaction.orderNumber,
			type: transaction.type,
			payment_method: "CC",
			risk_score: 0,
			amount: transaction.amountCents / 100 + (fault === "other_amount" ? 1 : 0),
			custom: { ref1: transaction.ref1, ref2: "", ref3: "", ref4: "", ref5: "" },
			card: { ...cardOf(transaction), last_four: transaction.lastFour, card_type: "AM" },
			links: [],
			...(transaction.threeDSecure && { "3d_secure": { status: transaction.threeDSecure } }),
			...(type && { card_on_file: { type, series_id } }),
		});
	}

	/** https://dev.na.bambora.com/docs/guides/credential_on_file */
	function cardOnFileProblem(type: string, series: number | undefined, isComplete: boolean): boolean {
		if (type.startsWith("first_")) return series !== undefined;
		const kind = series === undefined ? undefined : books.kindOfSeries(series);
		if (type === "subsequent_customer_initiated") return kind === undefined;
		const isOther = series !== undefined && type !== `subsequent_${kind}`;
		return isOther || !isComplete;
	}

	const isAuthenticated = ({ "3d_secure": asked, "3d_secure_passthrough": made }: PaymentBody["card"]) =>
		made === undefined && (asked?.enabled ?? rules.authenticatesByDefault);

	/** The first rule of the account or of card-on-file that forbids a payment. */
	function refusalOf(payment: PaymentBody): Response | undefined {
		const { card, card_on_file: stored, order_number: orderNumber } = payment;
		const isComplete = card.complete ?? true;
		const amountCents = centsOf(payment.amount);
		const isWrongZero = amountCents === 0 && (isComplete || !rules.takesZeroPreAuthorizations);
		const isWrongSeries = stored && cardOnFileProblem(stored.type, stored.series_id, isComplete);
		const isAsked = isAuthenticated(card) || card["3d_secure_passthrough"] !== undefined;
		const isWanted = threeDSecure.statusOf(card.number) === undefined;
		const isDuplicate = orderNumber !== undefined && books.wasApproved(orderNumber);
		const refusals: [isRefused: boolean | undefined, refusal: () => Response][] = [
			[rules.closedWith !== undefined, () => refuse(402, rules.closedWith ?? 0, 2)],
			[rules.needsCvd && card.cvd === undefined, () => invalid([{ field: "card:cvd", message: "Missing CVD" }])],
			[amountCents > rules.maximumCents || isWrongZero, () => refuse(402, 191, 2)],
			[stored && !rules.takesCardOnFile, () => refuse(402, 1137, 2)],
			[isWrongSeries, () => refuse(400, 1136, 3)],
			[isDuplicate, () => refuse(402, 788, 2)],
			[isWanted && !isAsked, () => refuse(402, 938, 1)],
		];
		return refusals.find(([isRefused]) => isRefused)?.[1]();
	}

	function pay({ body, fault }: Asked): Response {
		const problems = problemsOf(body, paymentForm);
		if (problems.length > 0) return invalid(problems);
		const payment = body as PaymentBody;
		const misplaced = [...problemsOfPlace(payment.billing ?? {}), ...problemsOfThreeDSecure(payment)];
		if (misplaced.length > 0) return invalid(misplaced);
		const refusal = refusalOf(payment);
		if (refusal !== undefined) return refusal;
		if (!isAuthenticated(payment.card)) return charge(payment, fault, undefined);
		const status = threeDSecure.statusOf(payment.card.number);
		return status === undefined
			? threeDSecure.begin(payment, payment.term_url ?? "")
			: authenticated(payment, fault, status);
	}

	function authenticated(payment: PaymentBody, fault: ContentFault | undefined, status: Status): Response {
		const isRequired = payment.card["3d_secure"]?.auth_required === true;
		return goesOn(status, isRequired) ? charge(payment, fault, status) : decline(payment, 311, status);
	}

	/** The session is the address; the bank's answer is in the body. */
	function continuePayment(id: string, { body, fault }: Asked): Response {
		const problems = problemsOf(body, continueForm);
		if (problems.length > 0) return invalid(problems);
		const taken = threeDSecure.take(id, (body as ContinueBody).card_response.cres);
		if (taken === "wrong") return refuse(400, 0, 3, { message: "Unable to complete request" });
		if (taken === "used") return refuse(402, rules.endedSessionCode, 2);
		const { payment, status } = taken;
		const { order_number: orderNumber } = payment;
		if (orderNumber !== undefined && books.wasApproved(orderNumber)) return refuse(402, 788, 2);
		return authenticated(payment, fault, status);
	}

	function bookedOf(payment: PaymentBody, declineCode: number | undefined, status: Status | undefined) {
		const { card, card_on_file: stored } = payment;
		return books.charge({
			orderNumber: payment.order_number,
			amountCents: centsOf(payment.amount),
			isComplete: card.complete ?? true,
			cardNumber: card.number,
			expiry: `${card.expiry_month}${card.expiry_year}`,
			hasCvd: card.cvd !== undefined,
			avs: avsOf(payment.billing),
			ref1: payment.custom?.ref1 ?? "",
			cardOnFile: stored && { type: stored.type, series: stored.series_id },
			declineCode,
			threeDSecure: status,
		});
	}

	function charge(payment: PaymentBody, fault: ContentFault | undefined, status: Status | undefined): Response {
		const declineCode = declineCodeOf(fault);
		if (declineCode !== undefined) return decline(payment, declineCode, status);
		return answerOf(bookedOf(payment, undefined, status), fault);
	}

	function decline(payment: PaymentBody, code: number, status: Status | undefined): Response {
		const transaction = bookedOf(payment, code, status);
		return refuse(402, code, 1, { card: cardOf(transaction), ...(status && { "3d_secure": { status } }) });
	}

	function adjust(adjustment: Adjustment, id: string, { body, fault }: Asked): Response {
		const problems = problemsOf(body, adjustment === "completions" ? completionForm : adjustmentForm);
		if (problems.length > 0) return invalid(problems);
		const original = books.find(Number(id));
		if (original === undefined) return invalid([{ field: "adjId", message: "Invalid adjustment id" }]);
		const { amount, order_number: given } = body as { amount: number; order_number?: string };
		const orderNumber = rules.keepsOrderNumbers ? (given ?? original.orderNumber) : original.orderNumber;
		const declineCode = declineCodeOf(fault);
		const transaction = books.adjust(adjustment, original, { amountCents: centsOf(amount), orderNumber, declineCode });
		if (transaction.isApproved) return answerOf(transaction, fault);
		// An SDK's test gets 400 for a void after a return; other rules of the business are documented as 402.
		return refuse(transaction.messageId === 192 ? 400 : 402, transaction.messageId, 2);
	}

	/** The types are those of the Swagger, which other answers do not have. */
	function get(id: string, fault: ContentFault | undefined): Response {
		const transaction = books.find(Number(id));
		if (transaction === undefined) return refuse(404, 559, 3, { message: "No Transaction Found" });
		const sumOf = (type: string) =>
			books
				.adjustmentsOf(transaction.id)
				.filter((one) => one.type === type && one.isApproved)
				.reduce((sum, { amountCents }) => sum + amountCents, 0) / 100;
		return Response.json({
			id: transaction.id,
			authorizing_merchant_id: Number(account.merchant_id),
			approved: fault === "unknown_result" ? 7 : Number(transaction.isApproved),
			message_id: transaction.messageId,
			message: transaction.message,
			auth_code: transaction.authorizationCode,
			created: localTime(transaction.at).slice(0, 19),
			amount: transaction.amountCents / 100 + (fault === "other_amount" ? 1 : 0),
			order_number: fault === "other_reference" ? "another" : transaction.orderNumber,
			type: transaction.type,
			comments: "",
			batch_number: "",
			total_refunds: sumOf("R"),
			total_completions: sumOf("PAC"),
			payment_method: "CC",
			card: {
				card_type: "AM",
				last_four: transaction.lastFour,
				cvd_result: transaction.cvd,
				address_match: 0,
				avs_result: "0",
				expiry_month: transaction.expiry.slice(0, 2),
				expiry_year: transaction.expiry.slice(2),
			},
			...(transaction.threeDSecure && {
				"3d_secure": { version: "2.2.0", flow_type: "Challenge", status: transaction.threeDSecure, downgraded: false },
			}),
			custom: { ref1: transaction.ref1, ref2: "", ref3: "", ref4: "", ref5: "" },
			adjusted_by: books.adjustmentsOf(transaction.id).map((one) => ({
				id: one.id,
				type: one.type,
				approval: Number(one.isApproved),
				message: one.message,
				amount: one.amountCents / 100,
				created: localTime(one.at),
				url: `https://api.na.bambora.com/v1/payments/${one.id}`,
			})),
			links: [],
		});
	}

	function rowOf(transaction: BookedTransaction, index: number, fault: ContentFault | undefined): object {
		const { amountCents } = transaction;
		return {
			row_id: index + 1,
			trn_id: transaction.id,
			trn_date_time: localTime(transaction.at),
			trn_type: transaction.type,
			trn_order_number: fault === "other_reference" ? "another" : transaction.orderNumber,
			trn_payment_method: "CC",
			trn_comments: "",
			trn_masked_card: transaction.lastFour,
			trn_amount: (amountCents / 100 + (fault === "other_amount" ? 1 : 0)).toFixed(2),
			trn_returns: "0.00",
			trn_completions: "0.00",
			trn_voided: Number(books.isVoided(transaction)),
			trn_response: fault === "unknown_result" ? 7 : Number(transaction.isApproved),
			trn_card_type: "AM",
			trn_batch_no: 1,
			trn_avs_result: transaction.avs,
			trn_cvd_result: transaction.cvd,
			trn_card_expiry: transaction.expiry,
			message_id: transaction.messageId,
			message_text: transaction.message,
			trn_approval_code: transaction.authorizationCode,
			trn_reference: 0,
			ref1: transaction.ref1,
			currency_abbr: account.currency,
			merchant_id: Number(account.merchant_id),
			cof_type: transaction.cardOnFile,
		};
	}

	function search({ body, fault }: Asked): Response {
		const query = body as SearchBody;
		const problems = [
			...problemsOf(body, searchForm),
			...(query.criteria ?? []).flatMap((criterion) => problemsOf(criterion, criterionForm, "criteria:")),
		];
		const rows = query.end_row - query.start_row;
		if (query.start_row < 1 || rows < 1 || rows > 500) problems.push({ field: "end_row", message: "Invalid rows" });
		if (query.start_date > query.end_date) problems.push({ field: "end_date", message: "Invalid dates" });
		if (problems.length > 0) return invalid(problems);
		const found = books.all().filter((transaction) => {
			const time = localTime(transaction.at).slice(0, 19);
			const isInTime = query.start_date <= time && time <= query.end_date;
			return isInTime && (query.criteria ?? []).every((criterion) => meets(transaction, criterion));
		});
		// "If you are just looking to retrieve one row, set the start row to 1 and the end row to 2."
		const page = found.slice(query.start_row - 1, query.end_row - 1);
		return Response.json({ records: page.map((one, index) => rowOf(one, query.start_row - 1 + index, fault)) });
	}

	function meets(transaction: BookedTransaction, { field, operator, value }: SearchBody["criteria"][number]): boolean {
		if (operator !== "%3D") throw new Error("The simulator knows equality only.");
		switch (field) {
			case 1:
				return String(transaction.id) === value;
			case 5:
				return transaction.orderNumber === value;
			case 23:
				return String(transaction.adjusts) === value;
			case 24:
				return books.adjustmentsOf(transaction.id).some(({ id }) => String(id) === value);
			default:
				throw new Error(`The simulator does not search by field ${field}.`);
		}
	}

	function merchants(): Response {
		if (!rules.hasMerchantReport) return refuse(403, 317, 3, { message: "Authorization failed" });
		const merchant = {
			merchant_id: Number(account.merchant_id),
			merchant_name: "Example Shop",
			merchant_status: { status: rules.closedWith === undefined ? "Active" : "Disabled", state: "Live" },
			processor: { processor_name: rules.isEmulator ? "BAM Emulator" : "TD", currency: account.currency },
		};
		return Response.json({ data: [[merchant]] });
	}

	function route(request: Request, asked: Asked): Response {
		const { pathname, searchParams } = new URL(request.url);
		const [, , resource, id = "", action] = pathname.split("/");
		switch (`${request.method} ${resource}/${action ?? id}`) {
			case "POST payments/":
				return pay(asked);
			case "POST payments/continue":
				return continuePayment(decodeURIComponent(id), asked);
			case "POST payments/completions":
			case "POST payments/returns":
			case "POST payments/void":
				return adjust(action as Adjustment, id, asked);
			case `GET payments/${id}`:
				return get(id, asked.fault);
			case "POST reports/":
				return search(asked);
			case "GET reports/merchants":
				return merchants();
			case "GET reports/settlement":
				return settlements.report(searchParams) ?? invalid([{ field: "end_date", message: "Invalid dates" }]);
			default:
				return refuse(405, 0, 3, { message: "Invalid request method" });
		}
	}

	return async function handle(request: Request, fault: ContentFault | undefined): Promise<Response> {
		const { pathname } = new URL(request.url);
		const isPost = request.method === "POST";
		const text = isPost ? await request.text() : "";
		if (!pathname.startsWith("/v1/")) return new Response("Not found", { status: 404 });
		const passcode = pathname.startsWith("/v1/reports") ? "reporting_passcode" : "api_passcode";
		if (!isAuthorized(request, passcode)) return refuse(401, 21, 3, { message: "Authentication failed" });
		if (fault === "echo") {
			const message = `${text} ${request.headers.get("authorization")} ${JSON.stringify(account)}`;
			return refuse(400, 49, 2, { message, details: [{ field: text, message }] });
		}
		if (isPost && request.headers.get("content-type") !== "application/json") {
			return refuse(415, 0, 3, { message: "Unsupported content type" });
		}
		return route(request, { body: isPost ? JSON.parse(text) : undefined, fault });
	};
}

interface ContinueBody {
	card_response: { cres: string };
}

export interface PaymentBody {
	order_number?: string;
	term_url?: string;
	amount: number;
	billing?: { address_line1?: string; country?: string; province?: string; postal_code?: string };
	custom?: { ref1?: string };
	card: {
		number: string;
		expiry_month: string;
		expiry_year: string;
		cvd?: string;
		complete?: boolean;
		"3d_secure"?: { enabled: boolean; auth_required?: boolean };
		"3d_secure_passthrough"?: object;
	};
	card_on_file?: { type: string; series_id?: number };
}

interface SearchBody {
	start_date: string;
	end_date: string;
	start_row: number;
	end_row: number;
	criteria: { field: number; operator: string; value: string }[];
}

function declineCodeOf(fault: ContentFault | undefined): number | undefined {
	return typeof fault === "object" ? Number(fault.declined) : undefined;
}

const avsMessages: Readonly<Record<string, string>> = {
	N: "Street address and Postal/ZIP do not match.",
	Y: "Street address and Postal/ZIP match.",
};

/** No card has the postal code N0N0N0. */
function avsOf(billing: PaymentBody["billing"]): string {
	if (billing?.address_line1 === undefined) return "0";
	return billing.postal_code === "N0N0N0" ? "N" : "Y";
}

function cardOf({ avs, cvd }: BookedTransaction) {
	const message = avsMessages[avs] ?? "Address information is unavailable.";
	const isMatch = Number(avs === "Y");
	return {
		address_match: isMatch,
		postal_result: isMatch,
		avs_result: String(isMatch),
		cvd_result: String(cvd),
		avs: { id: avs, message, processed: avs in avsMessages },
	};
}

const offsetMs = 8 * 60 * 60 * 1000;

/** Pacific time without summer time. */
function localTime(time: number): string {
	return new Date(time - offsetMs).toISOString().replace("Z", "-08:00");
}
