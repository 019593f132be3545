import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { digitsOf } from "../pan.ts";
import type { VaultTables } from "../schema.ts";
import { DemoJournal, type JournalRow } from "./demo-journal.ts";
import { type CardBehaviour, outcomeCards } from "./outcome-cards.ts";
import type { ChargeRequest, Inquiry, Outcome, Processor } from "./processor.ts";

/** What may go wrong between us and a processor. Drawn for each request by tests and by the soak. */
export type Fault =
	/** The outcome is reached; the answer comes after so many milliseconds. */
	| { kind: "late_answer"; milliseconds: number }
	| { kind: "answer_lost" }
	| { kind: "never_received" }
	/** Our own process dies, before or after the processor took the request. */
	| { kind: "crash"; when: "before_receipt" | "after_receipt" };

export interface DemoProcessorOptions {
	database: Kysely<VaultTables>;
	/** Business time, ms since 1970. */
	now: () => number;
	/** Draws a fault for a request; none by default. */
	faultOf?: (request: ChargeRequest) => Fault | undefined;
	/** What a crash does; by default it kills the process as an out-of-memory killer would. */
	crash?: () => void;
}

/** A promise that nobody ever settles: an answer that does not come. */
function silence(): Promise<never> {
	return new Promise(() => {});
}

/**
 * The sandbox's processor: no money moves, but everything else is real. It decides by whole dollars (odd approves, even
 * declines) and by published outcome cards, takes each reference once, and keeps a journal of its own.
 */
export class DemoProcessor implements Processor {
	readonly name = "demo";
	readonly #journal: DemoJournal;
	readonly #options: DemoProcessorOptions;

	constructor(options: DemoProcessorOptions) {
		this.#options = options;
		this.#journal = new DemoJournal(options.database);
	}

	async submit(request: ChargeRequest): Promise<Outcome> {
		const behaviour = outcomeCards.get(digitsOf(request.card.pan));
		const fault = this.#options.faultOf?.(request);
		if (fault?.kind === "crash" && fault.when === "before_receipt") this.#crash();
		if (behaviour?.kind === "never_received" || fault?.kind === "never_received") return silence();

		const outcome = await this.#take(request, behaviour);

		if (fault?.kind === "crash") this.#crash();
		if (behaviour?.kind === "answer_lost" || fault?.kind === "answer_lost") return silence();
		if (fault?.kind === "late_answer") await new Promise((answer) => setTimeout(answer, fault.milliseconds));
		return outcome;
	}

	async inquire(reference: string): Promise<Inquiry> {
		await this.#journal.append({
			reference,
			operation: "sale",
			amount_cents: 0,
			currency: "",
			result: "not_received",
			decline_class: null,
			message: "An inquiry came before the request.",
			auth_code: null,
			received_at: this.#options.now(),
		});
		const row = await this.#journal.find(reference);
		if (row === undefined || row.result === "not_received") return { result: "not_received" };
		return outcomeOf(row);
	}

	/** Decides and writes the decision down. A reference that came before gets the answer it got then. */
	async #take(request: ChargeRequest, behaviour: CardBehaviour | undefined): Promise<Outcome> {
		const row: JournalRow = {
			reference: request.reference,
			operation: request.operation,
			amount_cents: request.amountCents,
			currency: request.currency,
			received_at: this.#options.now(),
			...decide(request, behaviour),
		};
		if (await this.#journal.append(row)) return outcomeOf(row);
		const earlier = await this.#journal.find(request.reference);
		if (earlier === undefined || earlier.result === "not_received") {
			throw new Error("The demo processor was asked about this reference before it came, and refuses it.");
		}
		return outcomeOf(earlier);
	}

	#crash(): void {
		const crash = this.#options.crash ?? (() => process.kill(process.pid, "SIGKILL"));
		crash();
	}
}

type Decision = Pick<JournalRow, "result" | "decline_class" | "message" | "auth_code">;

/** The rule of the sandbox: outcome cards first, then odd whole dollars approve and even ones decline. */
function decide(request: ChargeRequest, behaviour: CardBehaviour | undefined): Decision {
	if (behaviour?.kind === "decline") {
		return { result: "declined", decline_class: behaviour.declineClass, message: behaviour.message, auth_code: null };
	}
	const wholeDollars = Math.floor(request.amountCents / 100);
	if (wholeDollars % 2 === 0) {
		const message = "The card was declined. In the sandbox, even whole-dollar amounts decline and odd ones approve.";
		return { result: "declined", decline_class: "soft", message, auth_code: null };
	}
	return {
		result: "approved",
		decline_class: null,
		message: "Approved",
		auth_code: authorizationCode(request.reference),
	};
}

/** Six digits, as networks give them; the same for the same reference. */
function authorizationCode(reference: string): string {
	const number = createHash("sha256").update(reference).digest().readUInt32BE(0) % 1_000_000;
	return String(number).padStart(6, "0");
}

function outcomeOf(row: JournalRow): Outcome {
	const processorTransactionId = `demo_${row.reference}`;
	if (row.result === "approved") {
		return {
			result: "approved",
			message: row.message,
			authorizationCode: row.auth_code ?? "",
			processorTransactionId,
		};
	}
	return {
		result: "declined",
		message: row.message,
		declineClass: row.decline_class ?? "soft",
		processorTransactionId,
	};
}
