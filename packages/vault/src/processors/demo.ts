import { hash } from "node:crypto";
import type { BatchQueue } from "@cardseal/batch";
import type { Kysely } from "kysely";
import { digitsOf } from "../cards/pan.ts";
import type { VaultTables } from "../schema.ts";
import type { ActionNeeded, Authenticated } from "./authentication.ts";
import { authenticatedBy, authenticationStep, behaviourOf, shiftsLiability } from "./demo-authentication.ts";
import type { DemoBank } from "./demo-bank.ts";
import { DemoJournal, type JournalEnd, type JournalRow } from "./demo-journal.ts";
import { type CardBehaviour, checksOf, outcomeCards } from "./outcome-cards.ts";
import type {
	ChargeRequest,
	Decline,
	Inquiry,
	InquiryRequest,
	ModificationRequest,
	Outcome,
	PayerAuthentication,
	Processor,
	ProcessorRequest,
} from "./processor.ts";

export type Fault =
	| { kind: "late_answer"; milliseconds: number }
	| { kind: "held_answer"; until: Promise<unknown> }
	| { kind: "answer_lost" }
	| { kind: "never_received" }
	/** The gateway's crash, before or after the processor received the request. */
	| { kind: "crash"; when: "before_receipt" | "after_receipt" };

export interface DemoProcessorOptions {
	database: Kysely<VaultTables>;
	now: () => number;
	queue?: BatchQueue;
	/** Absent: payers are not sent to their bank. */
	bank?: DemoBank | undefined;
	faultOf?: (request: ProcessorRequest) => Fault | undefined;
	/** Default: kills the process as an out-of-memory killer would. */
	crash?: () => void;
}

const silence = () => new Promise<never>(() => {});

export const demoProcessorName = "demo";

/**
 * Published outcome cards decide first, then whole dollars (odd approves, even declines). Takes each reference once.
 */
export class DemoProcessor implements Processor {
	readonly name = demoProcessorName;
	readonly takesMadeAuthentication = true;
	readonly authentication?: PayerAuthentication;
	readonly #journal: DemoJournal;
	readonly #options: DemoProcessorOptions;
	readonly #rows = new WeakMap<Outcome, JournalRow>();

	constructor(options: DemoProcessorOptions) {
		this.#options = options;
		this.#journal = new DemoJournal(options.database, options.queue);
		if (options.bank !== undefined) this.authentication = this.#authenticationBy(options.bank);
	}

	async submit(request: ProcessorRequest): Promise<Outcome | ActionNeeded> {
		const behaviour = "card" in request ? outcomeCards.get(digitsOf(request.card.pan)) : undefined;
		const fault = this.#options.faultOf?.(request);
		if (fault?.kind === "crash" && fault.when === "before_receipt") this.#crash();
		if (behaviour?.kind === "never_received" || fault?.kind === "never_received") return silence();

		const outcome = await this.#take(request, behaviour);

		if (fault?.kind === "crash") this.#crash();
		if (behaviour?.kind === "answer_lost" || fault?.kind === "answer_lost") return silence();
		if (fault?.kind === "late_answer") await new Promise((answer) => setTimeout(answer, fault.milliseconds));
		if (fault?.kind === "held_answer") await fault.until;
		return outcome;
	}

	async inquire({ reference }: Pick<InquiryRequest, "reference">): Promise<Inquiry> {
		// A request still in flight is then refused, as `Processor` promises.
		await this.#journal.append({
			reference,
			operation: "sale",
			amount_cents: 0,
			currency: "",
			...undecided,
			result: "not_received",
			message: "An inquiry arrived before the request.",
			avs_result: null,
			cvv_result: null,
			original: null,
			received_at: this.#options.now(),
			...withoutAuthentication,
		});
		const row = await this.#journal.find(reference);
		if (row === undefined || row.result === "not_received") return { result: "not_received" };
		return this.#answerOf(row);
	}

	async writeAgain(answer: Outcome): Promise<boolean> {
		const row = this.#rows.get(answer);
		if (row === undefined || (await this.#journal.append(row))) return true;
		return (await this.#journal.find(row.reference))?.result === row.result;
	}

	#authenticationBy(bank: DemoBank): PayerAuthentication {
		const waiting = async (reference: string) => {
			const row = await this.#journal.find(reference);
			return row?.result === "action" && row.challenge !== null ? { ...row, challenge: row.challenge } : undefined;
		};
		return {
			complete: async ({ reference }, { cres = "" }) => {
				const row = await waiting(reference);
				const status = row && bank.readResult(cres, reference);
				if (row && status) {
					const { brand } = bank.recorded(row.challenge);
					await this.#journal.end(reference, endOf(row, authenticatedBy(brand, status)));
				}
				return this.inquire({ reference });
			},
			abandon: async ({ reference }) => {
				await this.#journal.end(reference, notAuthenticated(gaveUp));
				return this.inquire({ reference });
			},
		};
	}

	async #take(request: ProcessorRequest, behaviour: CardBehaviour | undefined): Promise<Outcome | ActionNeeded> {
		const decision =
			"original" in request ? await this.#decideModification(request) : this.#decideCharge(request, behaviour);
		const row: JournalRow = {
			reference: request.reference,
			operation: request.operation,
			amount_cents: request.amountCents,
			currency: request.currency,
			original: "original" in request ? request.original.reference : null,
			received_at: this.#options.now(),
			...decision,
			...checksOf(request, { isCodeWrong: decision.decline_code === "incorrect_cvv" }),
		};
		if (await this.#journal.append(row)) {
			const answer = this.#answerOf(row);
			if (answer.result !== "action") this.#rows.set(answer, row);
			return answer;
		}
		const earlier = await this.#journal.find(request.reference);
		if (earlier === undefined || earlier.result === "not_received") {
			throw new Error("The demo processor received an inquiry for this reference first, and refuses the request.");
		}
		return this.#answerOf(earlier);
	}

	#decideCharge(request: ChargeRequest, behaviour: CardBehaviour | undefined): JournalEnd {
		const step = authenticationStep(request);
		if (step === "required") return { ...required, ...withoutAuthentication };
		if (step !== "challenge") return { ...decide(request, behaviour), ...authenticationColumns(step) };
		const { authentication, card, reference, amountCents, currency } = request;
		const { bank } = this.#options;
		if (bank === undefined || authentication === undefined || authentication.when === "made") {
			throw new Error("The demo processor sends no payer to a bank.");
		}
		const challenge = bank.ask({
			reference,
			returnAddress: authentication.returnAddress,
			behaviour: behaviourOf(card) ?? "challenge",
			amountCents,
			currency,
			brand: card.brand,
			suffix: card.suffix,
		});
		return { ...waits, ...withoutAuthentication, challenge };
	}

	async #decideModification(request: ModificationRequest): Promise<JournalEnd> {
		const { original, earlier } = await this.#journal.findWithModifications(request.original.reference);
		const decision = impossible(request, original, earlier, this.#options.now()) ?? decide(request, undefined);
		return { ...decision, ...withoutAuthentication };
	}

	#answerOf(row: JournalRow): Outcome | ActionNeeded {
		if (row.result !== "action") return outcomeOf(row);
		const { bank } = this.#options;
		if (bank === undefined || row.challenge === null) throw new Error("The demo processor has no bank.");
		return {
			result: "action",
			processorTransactionId: processorIdOf(row),
			action: { url: `${bank.url}${challengePath}`, method: "POST", fields: { creq: row.challenge } },
		};
	}

	#crash(): void {
		const { crash = () => process.kill(process.pid, "SIGKILL") } = this.#options;
		crash();
	}
}

/** Business time. */
export const holdMs = 30 * 24 * 60 * 60 * 1000;

const undecided = { decline_class: null, decline_code: null, advice_code: null, auth_code: null } as const;

type Decision = Pick<JournalRow, "result" | "message" | keyof typeof undecided>;

export const challengePath = "/bank/challenge";

const withoutAuthentication = {
	authentication_status: null,
	authentication_version: null,
	authentication_eci: null,
	challenge: null,
} as const;

function authenticationColumns(authenticated: Authenticated | undefined) {
	return {
		...withoutAuthentication,
		authentication_status: authenticated?.status ?? null,
		authentication_version: authenticated?.version ?? null,
		authentication_eci: authenticated?.eci ?? null,
	};
}

const waits = { ...undecided, result: "action", message: "The bank asks the payer to authenticate." } as const;

function endOf(row: JournalRow, authenticated: Authenticated): JournalEnd {
	if (authenticated.status === "N") return notAuthenticated(failed, authenticated);
	const { reference, amount_cents: amountCents } = row;
	const operation = row.operation === "authorization" ? "authorization" : "sale";
	return { ...decide({ reference, operation, amountCents }, undefined), ...authenticationColumns(authenticated) };
}

const failed = "The payer did not authenticate.";
const gaveUp = "The payer did not finish the authentication.";

function notAuthenticated(message: string, authenticated: Authenticated = { status: "C" }): JournalEnd {
	return {
		...declined({ declineClass: "soft", declineCode: "authentication_failed", message }),
		...authenticationColumns(authenticated),
	};
}

function declined({ declineClass, declineCode, message, adviceCode }: DecidedDecline): Decision {
	return {
		...undecided,
		result: "declined",
		decline_class: declineClass,
		decline_code: declineCode,
		advice_code: adviceCode ?? null,
		message,
	};
}

type DecidedDecline = Pick<Decline, "declineClass" | "declineCode" | "message" | "adviceCode">;

const required = declined({
	declineClass: "soft",
	declineCode: "authentication_required",
	message: "The bank wants the payer to authenticate.",
});

const notPermitted = (message: string) => declined({ declineClass: "hard", declineCode: "not_permitted", message });

interface Past {
	original: JournalRow;
	captures: JournalRow[];
	refunds: JournalRow[];
}

function impossible(
	request: ModificationRequest,
	original: JournalRow | undefined,
	earlier: JournalRow[],
	now: number,
): Decision | undefined {
	if (original?.result !== "approved") return notPermitted("There is no approved original.");
	const done = (operation: string) => earlier.filter((row) => row.operation === operation && row.result === "approved");
	if (done("void").length > 0) return notPermitted("The original was voided.");
	const past = { original, captures: done("capture"), refunds: done("refund") };
	const reason = impossibleReason[request.operation](request.amountCents, past, now);
	return reason === undefined ? undefined : notPermitted(reason);
}

type ImpossibleReason = (amountCents: number, past: Past, now: number) => string | undefined;

const impossibleReason: Record<ModificationRequest["operation"], ImpossibleReason> = {
	capture(amountCents, { original, captures }, now) {
		if (original.operation !== "authorization" || captures.length > 0) return "There is nothing to capture.";
		if (amountCents > original.amount_cents) return "More than was authorized.";
		return now - original.received_at > holdMs ? "The authorization has expired." : undefined;
	},
	refund(amountCents, { original, refunds }) {
		if (original.operation === "authorization") return "No funds have moved.";
		const refunded = refunds.reduce((total, row) => total + row.amount_cents, 0);
		return refunded + amountCents > original.amount_cents ? "More than was charged." : undefined;
	},
	void: (_amountCents, { captures, refunds }) =>
		captures.length + refunds.length > 0 ? "It is too late to void." : undefined,
};

const evenDeclines = {
	charge: "The card was declined. In the sandbox, even whole-dollar amounts decline and odd ones approve.",
	refund:
		"The refund was declined: in the sandbox, even whole-dollar amounts decline, refunds too. Refund an odd one, such as 1.00.",
	capture:
		"The capture was declined: in the sandbox, even whole-dollar amounts decline, captures too. Capture an odd one, such as 1.00.",
} as const;

/** 3100 may mean 31.00. */
const likeCents = 100_000;

function isLikeCents({ operation, amountCents }: DecidedRequest): boolean {
	const isCharge = operation === "sale" || operation === "authorization";
	return isCharge && amountCents > likeCents && amountCents % 100 === 0;
}

function inDollars(amountCents: number): string {
	return `The amount was ${amountCents / 100} dollars: send 31.00, not 3100, for 31 dollars.`;
}

type DecidedRequest = Pick<ProcessorRequest, "reference" | "operation" | "amountCents">;

function decide(request: DecidedRequest, behaviour: CardBehaviour | undefined): Decision {
	const movesMoney = request.operation !== "verification" && request.operation !== "void";
	if (behaviour?.kind === "decline" && (movesMoney || !behaviour.verifies)) {
		return declined(behaviour);
	}
	const wholeDollars = Math.floor(request.amountCents / 100);
	if (movesMoney && wholeDollars % 2 === 0) {
		const { operation } = request;
		const message = evenDeclines[operation === "capture" || operation === "refund" ? operation : "charge"];
		return declined({ declineClass: "soft", declineCode: "do_not_honour", message });
	}
	return {
		...undecided,
		result: "approved",
		message: isLikeCents(request) ? `Approved. ${inDollars(request.amountCents)}` : "Approved",
		auth_code: authorizationCode(request.reference),
	};
}

/** Six digits; equal for equal references. */
function authorizationCode(reference: string): string {
	const number = hash("sha256", reference, "buffer").readUInt32BE(0) % 1_000_000;
	return String(number).padStart(6, "0");
}

/** 15 digits; `undefined` for captures, refunds and voids. */
function networkTransactionId({ reference, operation }: JournalRow): string | undefined {
	if (operation === "capture" || operation === "refund" || operation === "void") return undefined;
	const number = hash("sha256", `network ${reference}`, "buffer").readUIntBE(0, 6) % 1_000_000_000_000_000;
	return String(number).padStart(15, "0");
}

const processorIdOf = ({ reference }: JournalRow) => `demo_${reference}`;

function outcomeOf(row: JournalRow): Outcome {
	const status = row.authentication_status;
	const common = {
		message: row.message,
		processorTransactionId: processorIdOf(row),
		networkTransactionId: networkTransactionId(row),
		avsResult: row.avs_result ?? undefined,
		cvvResult: row.cvv_result ?? undefined,
		amountCents: row.amount_cents,
		currency: row.currency,
		...(status !== null && {
			authenticated: {
				status,
				version: row.authentication_version ?? undefined,
				eci: row.authentication_eci ?? undefined,
				liabilityShift: shiftsLiability(status),
			},
		}),
	};
	if (row.result === "approved") return { result: "approved", authorizationCode: row.auth_code ?? "", ...common };
	return {
		result: "declined",
		declineClass: row.decline_class ?? "soft",
		declineCode: row.decline_code ?? "do_not_honour",
		...(row.advice_code !== null && { adviceCode: row.advice_code }),
		...common,
	};
}
