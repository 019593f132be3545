import { randomBytes } from "node:crypto";
import {
	type BookEntry,
	type ContentFault,
	createSkewedClock,
	type RequestKind,
	type SimulatedEvents,
	type SimulatedNetwork,
	type Simulator,
	startNetwork,
} from "@cardseal/processor-kit";
import type { DeclineCode } from "@cardseal/vault";
import { type AccountRules, createApi, type PaymentBody } from "./api.ts";
import { type BookedTransaction, type Books, openBooks } from "./books.ts";
import { openSettlements, type Settlements } from "./settlements.ts";
import { openThreeDSecure } from "./three-d-secure.ts";

export interface BamboraSimulator extends Simulator {
	network: SimulatedNetwork;
	events: SimulatedEvents;
	/** May be changed at any time. */
	rules: AccountRules;
	books: Books;
	settlements: Settlements;
}

/** https://dev.na.bambora.com/docs/references/payment_APIs/bank_response_codes */
const declineCodes: Record<string, DeclineCode> = {
	"7": "do_not_honour",
	"14": "expired_card",
	"52": "do_not_honour",
	"72": "expired_card",
	"110": "do_not_honour",
	"158": "processing_error",
	"168": "expired_card",
	"209": "account_refused",
	"311": "authentication_required",
	"361": "lost_card",
	"384": "incorrect_cvv",
	"542": "do_not_honour",
	"568": "incorrect_cvv",
	"610": "insufficient_funds",
	"694": "expired_card",
	"704": "incorrect_cvv",
	"938": "authentication_required",
	"1012": "lost_card",
	"1027": "insufficient_funds",
	"1040": "stolen_card",
};

const newPasscode = () => randomBytes(16).toString("hex");

/** @param waitingMs lost and late requests end after this time; by default when `endWaiting` is called */
export async function startBambora(changes: Partial<AccountRules> = {}, waitingMs?: number): Promise<BamboraSimulator> {
	const account = {
		merchant_id: "300200578",
		api_passcode: newPasscode(),
		reporting_passcode: newPasscode(),
		currency: "CAD",
	};
	const rules: AccountRules = {
		maximumCents: 999_999_99,
		takesZeroPreAuthorizations: true,
		takesCardOnFile: true,
		needsCvd: false,
		authenticatesByDefault: false,
		endedSessionCode: 762,
		closedWith: undefined,
		keepsOrderNumbers: true,
		releasesBy: "completion_of_0",
		hasMerchantReport: false,
		isEmulator: false,
		...changes,
	};
	const { now, skewClock } = createSkewedClock();
	const books = openBooks(now, rules);
	const settlements = openSettlements(books, { now, merchantId: account.merchant_id });
	const threeDSecure = openThreeDSecure<PaymentBody>(() => server.network.url);
	const api = createApi({ books, settlements, threeDSecure, rules, account });
	const handle = (request: Request, fault: ContentFault | undefined) =>
		threeDSecure.isBank(new URL(request.url).pathname) ? threeDSecure.bank(request) : api(request, fault);
	const server = await startNetwork(
		{ handle, kindOf, waitingMs },
		{ account, testAccount: { ...account, test_account: "yes" }, skewClock },
	);
	return {
		...server,
		rules,
		books,
		settlements,
		booked: async (reference) =>
			books
				.all()
				.filter(({ orderNumber }) => orderNumber === reference)
				.map((transaction) => entryOf(transaction, books)),
		references: async () => [...new Set(books.all().map(({ orderNumber }) => orderNumber))],
		declineCodes,
		unknownDeclineCode: "1999",
		currency: account.currency,
		payer: threeDSecure.payer,
		events: {
			settle: (references) => void settlements.settle(references),
		},
	};
}

function kindOf({ method, url }: Request, body: string): RequestKind {
	const { pathname } = new URL(url);
	if (pathname.endsWith("/continue")) return "authentication";
	if (pathname.startsWith("/acs/")) return "account";
	if (pathname === "/v1/reports/settlement") return "events";
	if (pathname === "/v1/payments/1" || pathname === "/v1/reports/merchants") return "account";
	if (pathname === "/v1/reports") return body.includes('"criteria"') ? "inquire" : "account";
	return method === "POST" ? "submit" : "inquire";
}

const operations = { P: "sale", PAC: "capture", R: "refund", VP: "void", VR: "void" } as const;

function entryOf({ type, isApproved, amountCents, adjusts }: BookedTransaction, books: Books): BookEntry {
	const result = isApproved ? "approved" : "declined";
	if (type === "PAC" && amountCents === 0) {
		const { amountCents: releasedCents = 0 } = books.find(adjusts ?? 0) ?? {};
		return { operation: "void", result, amountCents: releasedCents, currency: "CAD" };
	}
	const operation = type === "PA" ? (amountCents === 0 ? "verification" : "authorization") : operations[type];
	return { operation, result, amountCents, currency: "CAD" };
}
