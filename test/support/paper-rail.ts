import type { Outcome, Payment, Rail } from "../../apps/gateway/src/eft/rails/rail.ts";

/** A rail that a test tells what to say. It remembers what it was given, as a bank would. */
export class PaperRail implements Rail {
	readonly name = "demo";
	/** By their references. */
	readonly taken = new Map<string, Payment>();
	/** Everything that was submitted, again and again where it came again. */
	readonly submitted: string[] = [];
	/** What it has to tell, in order. */
	outcomes: Outcome[] = [];
	/** References that it refuses to take. */
	readonly refused = new Set<string>();
	/** Ends the process of the gateway, so to say, after a step of that name. */
	diesAfter: "submit" | "take outcomes" | undefined;

	async submit(payments: Payment[]): Promise<void> {
		if (payments.some(({ reference }) => this.refused.has(reference))) throw new Error("The rail refuses this.");
		for (const payment of payments) {
			this.submitted.push(payment.reference);
			if (!this.taken.has(payment.reference)) this.taken.set(payment.reference, payment);
		}
		this.#die("submit");
	}

	async nextOutcomeAt(): Promise<number | undefined> {
		return this.outcomes.length === 0 ? undefined : 0;
	}

	async listOutcomes(limit: number): Promise<Outcome[]> {
		return this.outcomes.slice(0, limit);
	}

	async acknowledge(outcomes: Outcome[]): Promise<void> {
		this.#die("take outcomes");
		this.outcomes = this.outcomes.filter((outcome) => !outcomes.includes(outcome));
	}

	#die(step: PaperRail["diesAfter"]): void {
		if (this.diesAfter === step) throw new Error(`died after ${step}`);
	}
}
