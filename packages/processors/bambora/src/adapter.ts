import {
	AccountRefused,
	type AccountSecrets,
	type Decline,
	type Outcome,
	type ProcessorAdapter,
	type ProcessorRequest,
} from "@cardseal/vault";
import { accountRefused, declined, NotSent, requestRefused } from "@cardseal/vault/processors";
import {
	type AboutAnswer,
	isAccountRefused,
	isRefusal,
	notUnderstood,
	outcomeOfAnswer,
	readMerchant,
	readRows,
} from "./answers.ts";
import { abandon, actionNeededIn, complete, inquireWaiting, sessionOf } from "./authentication.ts";
import { type Call, type Connection, openConnection } from "./http.ts";
import { inquireCharge, inquireModification, originalIdOf, withoutReports } from "./inquiries.ts";
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
	now?: () => number;
}

/** Payment and report APIs 1.0.5: https://dev.na.bambora.com/docs/references/payment_APIs/v1-0-5 */
export function createBambora(options: BamboraOptions): ProcessorAdapter {
	const { timeLimitMs = 90_000, maximumDelayMs = 10 * 60_000, now = Date.now } = options;
	const place = { addressNow: () => options.url, timeLimitMs, now };
	const open = (account: AccountSecrets) => openConnection(place, account);
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

		verify: (account) => verify(open(account)),

		isTest: ({ test_account: answer = "" }) => isYes(answer),

		async submit(request, account) {
			const bambora = open(account);
			const calls = await callsOf(bambora, request);
			if ("decline" in calls) return calls.decline;
			try {
				const answer = await bambora.send(calls.first);
				const action = "card" in request ? actionNeededIn(answer, request) : undefined;
				if (action !== undefined) return action;
				const outcome = outcomeOfAnswer(answer, aboutSubmission(request));
				if (calls.second === undefined || !isZeroRefused(outcome)) return outcome;
				return outcomeOfAnswer(await bambora.send(calls.second), aboutSubmission(request));
			} catch (error) {
				if (error instanceof NotSent) return neverSent;
				throw error;
			}
		},

		authentication: {
			complete: (request, returned, account) => complete(open(account), request, returned),
			abandon: (request, account) => abandon(open(account), request),
		},

		takesMadeAuthentication: true,

		async inquire(request, account) {
			const bambora = open(account);
			const session = sessionOf(request);
			if (session !== undefined) return inquireWaiting(bambora, request, session);
			const { original } = request;
			return original === null ? inquireCharge(bambora, request) : inquireModification(bambora, request, original);
		},

		async events(cursor, account) {
			const bambora = open(account);
			if (!bambora.hasReports) return { events: [], cursor: cursor ?? "" };
			return readSettlements(bambora, cursor || undefined);
		},

		async listRequests(period, cursor, account) {
			const bambora = open(account);
			if (!bambora.hasReports) throw new Error(withoutReports);
			return listRequests(bambora, period, cursor);
		},
	};
}

const isYes = (answer: string) => answer.trim().toLowerCase() === "yes";

const neverSent = declined("soft", "not_received", "Bambora could not be reached.");

/** `second` is sent when Bambora refuses the first for its amount of 0. */
interface Calls {
	first: Call;
	second?: Call;
}

async function callsOf(bambora: Connection, request: ProcessorRequest): Promise<Calls | { decline: Decline }> {
	if ("card" in request) {
		// Bambora's requests name no currency: it charges in the account's.
		if (request.operation !== "verification" && request.currency !== bambora.account.currency) {
			return { decline: accountRefused("The account at Bambora charges in another currency.") };
		}
		const refusal = refusalOf(request);
		return refusal === undefined ? { first: chargeCall(request) } : { decline: requestRefused(refusal) };
	}
	const id = await originalIdOf(bambora, request.original);
	if (id !== undefined) {
		const action = actionOf(request);
		const first = modificationCall(request, id, action);
		return action === "release" ? { first, second: modificationCall(request, id, "void") } : { first };
	}
	const words = "Bambora's id of the original payment is not known. Change the payment in Bambora's portal.";
	return { decline: requestRefused(words) };
}

/** "Invalid adjustment amount", and "Transactions cannot be adjusted to a zero or negative value". */
const isZeroRefused = ({ result, issuerCode = "" }: Outcome) => result === "declined" && /^19[157]$/.test(issuerCode);

function aboutSubmission(request: ProcessorRequest): AboutAnswer {
	if (!("card" in request)) return request;
	const { authentication } = request;
	const isAuthenticating = authentication !== undefined && authentication.when !== "made";
	return { ...request, hasSecurityCode: sendsSecurityCode(request), isAuthenticating };
}

/** No payment has this id, so the answer is an error, unless the passcode is wrong. */
const harmlessId = "1";

async function verify(bambora: Connection): Promise<void> {
	const { account, now } = bambora;
	if (!/^(?:CAD|USD)$/.test(account.currency ?? ""))
		throw new AccountRefused(
			"Bambora's accounts are in Canadian or US dollars. Name the currency by its three letters.",
		);
	const payment = await bambora.send(paymentCall(harmlessId));
	if (isAccountRefused(payment)) {
		throw new AccountRefused(
			"Bambora refuses the merchant ID with this payment API passcode. Compare both with its portal.",
		);
	}
	if (payment.status !== 200 && !isRefusal(payment)) throw notUnderstood(payment.status);
	if (!bambora.hasReports) return;
	const rows = await bambora.send(searchCall({ from: now - day, to: now }));
	if (isAccountRefused(rows)) {
		throw new AccountRefused("Bambora refuses this reporting API passcode. It is another one than that of payments.");
	}
	readRows(rows);
	await verifyMerchant(bambora);
}

/** Bambora may answer partners only: https://dev.na.bambora.com/docs/guides/merchant_report */
async function verifyMerchant(bambora: Connection): Promise<void> {
	const answer = await bambora.send({ method: "GET", path: "/v1/reports/merchants", passcode: "reporting_passcode" });
	const { account } = bambora;
	const merchant = readMerchant(answer, account.merchant_id);
	if (merchant === undefined) return;
	if (merchant.status !== "Active") throw new AccountRefused(`Bambora says that the account is ${merchant.status}.`);
	if (merchant.currency !== account.currency)
		throw new AccountRefused("The account at Bambora is in another currency.");
	if (merchant.isEmulator && !isYes(account.test_account ?? "")) {
		throw new AccountRefused("This is an account of Bambora's test system. Write yes as the answer to Test account.");
	}
}
