import type {
	AccountSecrets,
	DeclineCode,
	DisputeState,
	InquiryRequest,
	NoticeSource,
	Processor,
	ProcessorRequest,
	RequestSource,
	Vault,
	WebhookRequest,
} from "@cardseal/vault";
import type { Fault, RequestKind } from "./faults.ts";

/** Abilities that a processor may lack. Each promise of the kit names those that it needs. */
export const abilities = [
	/** It is reached over a network, with an account. */
	"network",
	/** Its codes of declines are mapped to ours. */
	"decline_codes",
	/** It may take a request and decide later. */
	"accepted",
	/** It tells notices by a cursor. */
	"notices",
	/** It sends notices to a webhook. */
	"webhooks",
	/** It takes the merchant's answers to disputes. */
	"dispute_answers",
	/** It finds every request by our reference. */
	"lookup_by_reference",
	/** It lists what it carried out in a period. */
	"listing",
	/** It finds a request by its own id. */
	"lookup_by_id",
	/** It tells the outcome of a charge by webhook. */
	"outcome_webhooks",
	/** It decides captures, refunds and voids at once. */
	"immediate_modifications",
	/** It voids what was charged or captured, before it is settled. */
	"void_of_sales",
	/** A capture has its own id, not that of its authorization. */
	"capture_ids",
	/** Its answers tell the amount that was charged. */
	"amounts",
	/** An account takes several currencies. */
	"currencies",
	/** Accounts of its test system are told from others. */
	"test_accounts",
	/** It tells the network's id of a charge with which a card was stored, and takes it for later charges. */
	"network_ids",
] as const;

export type Ability = (typeof abilities)[number];

/** A request that the processor carried out, in its own books. */
export interface BookEntry {
	operation: ProcessorRequest["operation"];
	/** `accepted` is not decided yet, `dropped` never will be. */
	result: "approved" | "declined" | "accepted" | "dropped";
	amountCents: number;
	currency: string;
}

/** A request as it arrived. */
export interface ReceivedRequest {
	kind: RequestKind;
	/** Path and query. */
	path: string;
	body: string;
}

/** The part that every simulator has, with or without a network. */
export interface Simulator {
	/** Lets the next request of a kind meet a fault. */
	failNext(kind: RequestKind, fault: Fault): void;
	/** Ends every `lost` and `late` so far: lost ones are cut off, late ones go on. Resolves when they have been. */
	endWaiting(): Promise<void>;
	/** Returns what the books have for one of our references: at most one entry if all is well. */
	booked(reference: string): Promise<BookEntry[]>;
	/** Returns the references of everything in the books. */
	references(): Promise<string[]>;
	/** Absent without a network. */
	network?: SimulatedNetwork;
	/** The documented codes of declines with our words for them. Absent when the processor uses our words. */
	declineCodes?: Readonly<Record<string, DeclineCode>>;
	/** A code of a decline that is not documented. `ZZ` by default. */
	unknownDeclineCode?: string;
	/** The only currency of the account. Absent when requests name theirs. */
	currency?: string;
	/** Decides an accepted request. Absent when the processor decides at once. */
	decide?(reference: string, result: "approved" | "declined" | "dropped"): void;
	/** Absent when the processor sends no notices, except outcomes of charges. */
	notices?: SimulatedNotices;
	/** Returns what the processor sends to a webhook after a charge, by default signed. Absent when webhooks tell no outcomes. */
	outcomeWebhook?(reference: string, signature?: "missing" | "empty"): WebhookRequest;
	stop(): Promise<void>;
}

/** The far side of a network. */
export interface SimulatedNetwork {
	url: string;
	/** The same service by TLS, with an untrusted certificate. */
	untrustedUrl: string;
	/** An account that it accepts. */
	account: AccountSecrets;
	/** An account as its test system has them. Absent when they look like others. */
	testAccount?: AccountSecrets;
	/** The requests so far, the oldest first. */
	received: readonly ReceivedRequest[];
	/** Moves its clock ahead of ours, in ms; back when negative. */
	skewClock(aheadMs: number): void;
}

/** An answer to a dispute, as it arrived. */
export type DisputeAnswer = { kind: "accept" } | { kind: "evidence"; explanation: string };

/** Makes the processor tell notices. */
export interface SimulatedNotices {
	dispute(reference: string, state: DisputeState): void;
	/** Settles references: pays what they were approved for, less a fee for each. */
	settle(references: readonly string[]): void;
	/** Returns the answers to the dispute of a charge. Absent when the processor takes none. */
	answers?(reference: string): DisputeAnswer[];
	/** Returns the newest notice as a request to a webhook. Absent without webhooks. */
	newestWebhook?(): WebhookRequest;
}

/** A kind of simulator, before one is started. */
export interface SimulatorKind<Kind extends Simulator = Simulator> {
	/** The missing abilities. The kit leaves out their promises, and compares the list with the simulator. */
	lacks: readonly Ability[];
	start(): Promise<Kind>;
}

/** The settings by which a gateway reaches the processor. */
export interface Connection {
	/** Default: the simulator's. */
	url?: string;
	/** Default: a long time. */
	timeLimitMs?: number;
	/** Default: the simulator's. */
	account?: AccountSecrets;
}

/** The processor under test as gateways have it, on a separate database. */
export interface Subject {
	/** Connects as one more gateway. */
	connect(connection?: Connection): Promise<Processor & NoticeSource & Partial<RequestSource>>;
	/** Verifies an account. Absent without accounts. */
	verify?(connection?: Connection): Promise<unknown>;
	/** Like `ProcessorAdapter.isTest`. */
	isTest?: ((account: AccountSecrets) => boolean) | undefined;
	/** Reads the cards of requests. */
	vault: Pick<Vault, "cardFromFields">;
	/** See `ProcessorAdapter.maximumDelayMs`. 0 when an inquiry is final at once. */
	maximumDelayMs: number;
	/** Moves our clock, in ms; back when negative. */
	advance(milliseconds: number): void;
	/** Closes what `connect` opened. */
	close(): Promise<void>;
}

/** Makes the processor under test. */
export interface ProcessorFactory<Kind extends Simulator = Simulator> {
	/** For the tests' names. */
	title: string;
	open(simulator: Kind): Promise<Subject>;
}

/** Returns the inquiry about a request. */
export function inquiryAbout(request: ProcessorRequest, processorTransactionId: string | null = null): InquiryRequest {
	const { reference, operation, amountCents, currency } = request;
	return { reference, operation, amountCents, currency, processorTransactionId };
}
