import {
	AccountRefused,
	type AccountSecrets,
	type Decline,
	type Inquiry,
	type InquiryRequest,
	type Outcome,
	type ProcessorAdapter,
	type ProcessorRequest,
} from "@cardseal/vault";
import { NotSent } from "@cardseal/vault/processors";
import {
	configuration,
	isAccountRefused,
	isOfOperation,
	isRefusal,
	isRelease,
	notUnderstood,
	outcomeOf,
	type Row,
	readMerchant,
	readPayment,
	readRows,
	readSubmission,
	type Transaction,
} from "./answers.ts";
import { type Answer, type Call, createSend, type Send } from "./http.ts";
import { listRequests } from "./listing.ts";
import {
	actionOf,
	chargeCall,
	day,
	modificationCall,
	paymentCall,
	refusalOf,
	searchCall,
	sendsSecurityCode,
} from "./requests.ts";
import { readSettlements } from "./settlements.ts";

export interface BamboraOptions {
	url: string;
	/** Bambora's own test cards take more than 45 s. */
	timeLimitMs?: number;
	maximumDelayMs?: number;
	/** ms since 1970. */
	now?: () => number;
}

/** After this time, a timeout in Bambora's books is a decline: it approves nothing any more. */
const undecidedMs = 60 * 60 * 1000;

/** Payment and report APIs 1.0.5: https://dev.na.bambora.com/docs/references/payment_APIs/v1-0-5 */
export function createBambora(options: BamboraOptions): ProcessorAdapter {
	const { timeLimitMs = 90_000, maximumDelayMs = 10 * 60_000, now = Date.now } = options;
	const send = createSend(() => options.url, timeLimitMs);
	return {
		name: "bambora",
		title: "Bambora (Worldline) North America",
		testCard: { number: "4030000010001234", month: "12", year: "39", securityCode: "123" },
		fields: [
			{ name: "merchant_id", label: "Merchant ID", isSecret: false, isIdentity: true },
			{ name: "api_passcode", label: "Payment API passcode", isSecret: true },
			{ name: "currency", label: "Currency of the account (CAD or USD)", isSecret: false },
			{
				name: "reporting_passcode",
				label: "Reporting API passcode (without it, the operator finds out lost answers, and no settlement is read)",
				isSecret: true,
				isOptional: true,
			},
			{ name: "test_account", label: "Test account (yes or no)", isSecret: false, isOptional: true },
		],
		maximumDelayMs,
		at: (origin) => createBambora({ ...options, url: origin }),

		verify: (account) => verify(send, account, now()),

		isTest: ({ test_account: answer = "" }) => isYes(answer),

		async submit(request, account) {
			const calls = await callsOf(send, request, account);
			if ("decline" in calls) return calls.decline;
			try {
				const outcome = outcomeOfAnswer(await send(calls.first, account), request);
				if (calls.second === undefined || !isZeroRefused(outcome)) return outcome;
				return outcomeOfAnswer(await send(calls.second, account), request);
			} catch (error) {
				if (error instanceof NotSent) return neverSent;
				throw error;
			}
		},

		async inquire(request, account) {
			return request.original === null
				? inquireCharge(send, request, account, now())
				: inquireModification(send, { ...request, original: request.original }, account, now());
		},

		async notices(cursor, account) {
			if (!hasReports(account)) return { notices: [], cursor: cursor ?? "" };
			return readSettlements(send, cursor || undefined, account, now());
		},

		async listRequests(period, cursor, account) {
			if (!hasReports(account)) throw new Error(withoutReports);
			return listRequests(send, period, cursor, account);
		},
	};
}

const isYes = (answer: string) => answer.trim().toLowerCase() === "yes";

const neverSent: Decline = {
	result: "declined",
	declineClass: "soft",
	declineCode: "not_received",
	message: "Bambora could not be reached.",
	processorTransactionId: "",
};

/** `second` is sent when Bambora refuses the first for its amount of 0. */
interface Calls {
	first: Call;
	second?: Call;
}

async function callsOf(
	send: Send,
	request: ProcessorRequest,
	account: AccountSecrets,
): Promise<Calls | { decline: Decline }> {
	if ("card" in request) {
		// Bambora's requests name no currency: it charges in the account's.
		if (request.operation !== "verification" && request.currency !== account.currency) {
			return { decline: configuration("account_refused", "The account at Bambora charges in another currency.") };
		}
		const refusal = refusalOf(request);
		return refusal === undefined
			? { first: chargeCall(request) }
			: { decline: configuration("request_refused", refusal) };
	}
	const id = await originalIdOf(send, request.original, account);
	if (id !== undefined) {
		const action = actionOf(request);
		const first = modificationCall(request, id, action);
		return action === "release" ? { first, second: modificationCall(request, id, "void") } : { first };
	}
	const words = "Bambora's id of the original payment is not known. Change the payment in Bambora's portal.";
	return { decline: configuration("request_refused", words) };
}

/** "Invalid adjustment amount", and "Transactions cannot be adjusted to a zero or negative value". */
const isZeroRefused = ({ result, issuerCode = "" }: Outcome) => result === "declined" && /^19[157]$/.test(issuerCode);

/** @throws Error for an answer about another payment, or without a known outcome */
function outcomeOfAnswer(answer: Answer, request: ProcessorRequest): Outcome {
	const read = readSubmission(answer, {
		...request,
		hasSecurityCode: "card" in request && sendsSecurityCode(request),
	});
	if ("decline" in read) return read.decline;
	const { transaction } = read;
	const original = "original" in request ? request.original.reference : undefined;
	const { orderNumber } = transaction;
	// Real answers to a completion have the order number of the original.
	const isOurs = orderNumber === request.reference || (original !== undefined && orderNumber === original);
	if (!isOurs || !isOfOperation(transaction, request.operation))
		throw new Error("Bambora answered about another payment.");
	const outcome = outcomeOf(transaction, request);
	if (outcome === undefined) throw new Error("Bambora does not know the outcome.");
	return outcome;
}

const withoutReports =
	"Without the reporting API passcode, Bambora finds nothing by our reference. Look in its portal, or add the passcode.";

const unknown = (reason: string, isFinal: boolean): Inquiry => ({ result: "unknown", reason, isFinal });

async function inquireCharge(
	send: Send,
	request: InquiryRequest,
	account: AccountSecrets,
	now: number,
): Promise<Inquiry> {
	if (request.processorTransactionId !== null) {
		return outcomeById(readPayment(await send(paymentCall(request.processorTransactionId), account)), request, now);
	}
	if (!hasReports(account)) return unknown(withoutReports, true);
	return foundOutcome(await rowsOf(send, request.reference, account), request, now);
}

type ModificationInquiry = InquiryRequest & { original: NonNullable<InquiryRequest["original"]> };

/** Returns, voids and completions carry our reference as their order number. */
async function inquireModification(
	send: Send,
	request: ModificationInquiry,
	account: AccountSecrets,
	now: number,
): Promise<Inquiry> {
	const get = async (id: string) => readPayment(await send(paymentCall(id), account));
	if (request.processorTransactionId !== null) {
		const transaction = await get(request.processorTransactionId);
		const isNamed = transaction.orderNumber !== request.original.reference;
		return outcomeById(isNamed ? transaction : { ...transaction, orderNumber: request.reference }, request, now);
	}
	if (hasReports(account)) {
		const found = foundOutcome(await rowsOf(send, request.reference, account), request, now);
		if (found.result !== "not_received") return found;
	}
	const originalId = await originalIdOf(send, request.original, account);
	if (originalId === undefined) return unknown(withoutReports, true);
	const original = await get(originalId);
	const isWanted = (booked: Parameters<typeof isOfOperation>[0]) => isOfOperation(booked, request.operation);
	const adjustments: Transaction[] = [];
	for (const { id } of original.adjustments.filter(isWanted)) adjustments.push(await get(id));
	const candidates = adjustments.filter(isWanted);
	const ours = foundOutcome(candidates, request, now);
	if (ours.result !== "not_received") return ours;
	// Bambora may have kept the original's order number instead of ours.
	const [only, ...others] = candidates.filter(
		(one) => one.orderNumber === original.orderNumber && (isRelease(one) || one.amountCents === request.amountCents),
	);
	if (only === undefined) return { result: "not_received" };
	// A refund may repeat an earlier one of the same amount. There is one completion and one void.
	if (others.length > 0 || request.operation === "refund") {
		return unknown("Bambora has a similar one without our reference. Compare them in its portal.", true);
	}
	return foundOutcome([{ ...only, orderNumber: request.reference }], request, now);
}

/** @throws Error when the id is of another payment */
function outcomeById(transaction: Transaction, request: InquiryRequest, now: number): Inquiry {
	const found = foundOutcome([transaction], request, now);
	if (found.result === "not_received") throw new Error("Bambora answered about another payment.");
	return found;
}

const hasReports = ({ reporting_passcode: passcode = "" }: AccountSecrets) => passcode !== "";

async function originalIdOf(
	send: Send,
	{ reference, processorTransactionId: id }: NonNullable<InquiryRequest["original"]>,
	account: AccountSecrets,
): Promise<string | undefined> {
	if (id !== null || !hasReports(account)) return id ?? undefined;
	const rows = await rowsOf(send, reference, account);
	const approved = rows.filter(({ isApproved, type }) => isApproved && /^(?:P|PA|PAC)$/.test(type));
	return approved.length === 1 ? approved[0]?.id : undefined;
}

/** Searches all times, as a clock that is wrong must not hide a charge. The examples of the reference do so as well. */
async function rowsOf(send: Send, reference: string, account: AccountSecrets): Promise<Row[]> {
	const rows = readRows(await send(searchCall({ criterion: { field: "orderNumber", value: reference } }), account));
	if (rows.some(({ orderNumber }) => orderNumber !== reference))
		throw new Error("Bambora answered about another payment.");
	return rows;
}

/** Decides by what Bambora has under our reference. */
function foundOutcome(all: Transaction[], request: InquiryRequest, now: number): Inquiry {
	const found = all.filter((transaction) => isOfOperation(transaction, request.operation));
	const ours = found.filter(({ orderNumber }) => orderNumber === request.reference);
	const approved = ours.filter(({ isApproved }) => isApproved);
	if (approved.length > 1) return unknown("Bambora approved this reference more than once.", true);
	const last = approved[0] ?? ours.at(-1);
	if (last === undefined) return { result: "not_received" };
	const outcome = outcomeOf(last, request);
	if (outcome !== undefined) return outcome;
	if (now - request.requestedAt < undecidedMs) return unknown("Bambora does not know the bank's answer yet.", false);
	return {
		result: "declined",
		declineClass: "soft",
		declineCode: "processing_error",
		message: "Bambora has no approval of the bank.",
		processorTransactionId: "",
		issuerCode: String(last.messageId),
	};
}

/** No payment has this id, so the answer is an error, unless the passcode is wrong. */
const harmlessId = "1";

async function verify(send: Send, account: AccountSecrets, now: number): Promise<void> {
	if (!/^(?:CAD|USD)$/.test(account.currency ?? ""))
		throw new AccountRefused(
			"Bambora's accounts are in Canadian or US dollars. Name the currency by its three letters.",
		);
	const payment = await send(paymentCall(harmlessId), account);
	if (isAccountRefused(payment)) {
		throw new AccountRefused(
			"Bambora refuses the merchant ID with this payment API passcode. Compare both with its portal.",
		);
	}
	if (payment.status !== 200 && !isRefusal(payment)) throw notUnderstood(payment.status);
	if (!hasReports(account)) return;
	const rows = await send(searchCall({ from: now - day, to: now }), account);
	if (isAccountRefused(rows)) {
		throw new AccountRefused("Bambora refuses this reporting API passcode. It is another one than that of payments.");
	}
	readRows(rows);
	await verifyMerchant(send, account);
}

/** Bambora may answer partners only: https://dev.na.bambora.com/docs/guides/merchant_report */
async function verifyMerchant(send: Send, account: AccountSecrets): Promise<void> {
	const answer = await send({ method: "GET", path: "/v1/reports/merchants", passcode: "reporting_passcode" }, account);
	const merchant = readMerchant(answer, account.merchant_id);
	if (merchant === undefined) return;
	if (merchant.status !== "Active") throw new AccountRefused(`Bambora says that the account is ${merchant.status}.`);
	if (merchant.currency !== account.currency)
		throw new AccountRefused("The account at Bambora is in another currency.");
	if (merchant.isEmulator && !isYes(account.test_account ?? "")) {
		throw new AccountRefused("This is an account of Bambora's test system. Write yes as the answer to Test account.");
	}
}
