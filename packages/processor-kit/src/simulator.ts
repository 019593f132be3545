import type {
	AccountSecrets,
	ActionNeeded,
	DeclineCode,
	DisputeState,
	InquiryRequest,
	Processor,
	ProcessorEventSource,
	ProcessorRequest,
	RequestSource,
	ReturnedFields,
	Vault,
	WebhookRequest,
} from "@cardseal/vault";
import type { Fault, RequestKind } from "./faults.ts";

export const abilities = [
	"network",
	"decline_codes",
	/** May take a request and decide later. */
	"accepted",
	"events",
	/** A processor with events may tell settlements only. */
	"dispute_events",
	"webhooks",
	"dispute_answers",
	"lookup_by_reference",
	"listing",
	"lookup_by_id",
	"outcome_webhooks",
	"immediate_modifications",
	/** Before they are settled. */
	"void_of_sales",
	/** Other than the authorization's. */
	"capture_ids",
	"amounts",
	"currencies",
	"test_accounts",
	/** The network's id of a storing charge, which later charges name. */
	"network_ids",
	/** Sends payers to their banks (3-D Secure). */
	"authentication",
	/** Takes the result of an authentication that was made elsewhere. */
	"made_authentication",
] as const;

export type Ability = (typeof abilities)[number];

/** In the processor's own books. */
export interface BookEntry {
	operation: ProcessorRequest["operation"];
	/** `accepted` is not decided yet, `dropped` never will be. */
	result: "approved" | "declined" | "accepted" | "dropped";
	amountCents: number;
	currency: string;
}

export interface ReceivedRequest {
	kind: RequestKind;
	path: string;
	body: string;
}

export interface Simulator {
	failNext(kind: RequestKind, fault: Fault): void;
	/** Ends `lost` requests, and lets late ones continue. */
	endWaiting(): Promise<void>;
	/** At most one entry if all is well. */
	booked(reference: string): Promise<BookEntry[]>;
	references(): Promise<string[]>;
	network?: SimulatedNetwork;
	/** Absent when the processor uses our words. */
	declineCodes?: Readonly<Record<string, DeclineCode>>;
	/** Default: `ZZ`. */
	unknownDeclineCode?: string;
	currency?: string;
	/** Absent when the processor decides at once. */
	decide?(reference: string, result: "approved" | "declined" | "dropped"): void;
	/** Absent when only outcomes of charges are sent. */
	events?: SimulatedEvents;
	/** Signed by default. Absent when webhooks tell no outcomes. */
	outcomeWebhook?(reference: string, signature?: "missing" | "empty"): WebhookRequest;
	/** Absent without `authentication`. */
	payer?: SimulatedPayer;
	stop(): Promise<void>;
}

/**
 * How a payer's authentication ends at the bank: `right`: Y; `wrong`: N; `attempted`: A; `unavailable`: U.
 */
export type PayersEnd = "right" | "wrong" | "attempted" | "unavailable";

export interface SimulatedPayer {
	/** Card numbers of the processor's test system. */
	cards: {
		/** Its bank always asks for a challenge. */
		challenged: string;
		/** Its bank authenticates without asking the payer; absent when the test system has none. */
		frictionless?: string;
	};
	/** Opens the bank's page as the payer's browser does. Returns the fields that the bank sends to the return address. */
	visit(action: ActionNeeded["action"], end: PayersEnd): Promise<ReturnedFields>;
}

export interface SimulatedNetwork {
	url: string;
	untrustedUrl: string;
	account: AccountSecrets;
	/** Absent when test accounts look like others. */
	testAccount?: AccountSecrets;
	received: readonly ReceivedRequest[];
	/** ms; negative moves it back. */
	skewClock(aheadMs: number): void;
}

export type DisputeAnswer = { kind: "accept" } | { kind: "evidence"; explanation: string };

export interface SimulatedEvents {
	/** Absent when events tell settlements only. */
	dispute?(reference: string, state: DisputeState): void;
	/** Pays the approved charges, less a fee for each. */
	settle(references: readonly string[]): void;
	/** Absent when the processor takes none. */
	answers?(reference: string): DisputeAnswer[];
	newestWebhook?(): WebhookRequest;
}

export interface SimulatorKind<Kind extends Simulator = Simulator> {
	/** The kit leaves out their promises, and compares the list with the simulator. */
	lacks: readonly Ability[];
	start(): Promise<Kind>;
}

export interface Connection {
	url?: string;
	timeLimitMs?: number;
	account?: AccountSecrets;
}

export interface Subject {
	connect(connection?: Connection): Promise<Processor & ProcessorEventSource & Partial<RequestSource>>;
	verify?(connection?: Connection): Promise<unknown>;
	isTest?: ((account: AccountSecrets) => boolean) | undefined;
	vault: Pick<Vault, "cardFromFields">;
	maximumDelayMs: number;
	/** ms; negative moves our clock back. */
	advance(milliseconds: number): void;
	close(): Promise<void>;
}

export interface ProcessorFactory<Kind extends Simulator = Simulator> {
	title: string;
	open(simulator: Kind): Promise<Subject>;
}

export function inquiryAbout(request: ProcessorRequest, processorTransactionId: string | null = null): InquiryRequest {
	const { reference, operation, amountCents, currency } = request;
	const original = "original" in request ? request.original : null;
	return { reference, operation, amountCents, currency, requestedAt: Date.now(), processorTransactionId, original };
}
