import type { Accepted, Outcome } from "@cardseal/vault";

/** So many answers cover some minutes of a busy gateway. */
const defaultMaximum = 10_000;

/**
 * The answers that this process got lately, by our reference. A processor that finds no payment by our reference can answer after
 * the gateway gave up waiting; an inquiry finds that answer here.
 */
export interface RecentAnswers {
	/** Remembers the answer of a request, once it is there. A rejected one is forgotten. */
	keep(reference: string, answer: Promise<Outcome | Accepted>): void;
	/** Returns the answer, `in_flight` while there is none yet, or `undefined`. */
	find(reference: string): Outcome | Accepted | "in_flight" | undefined;
}

export function createRecentAnswers(maximum = defaultMaximum): RecentAnswers {
	const answers = new Map<string, Outcome | Accepted | "in_flight">();
	return {
		keep(reference, answer) {
			answers.set(reference, "in_flight");
			const [oldest] = answers.keys();
			if (answers.size > maximum && oldest !== undefined) answers.delete(oldest);
			answer.then(
				(came) => void (answers.has(reference) && answers.set(reference, came)),
				() => void answers.delete(reference),
			);
		},
		find: (reference) => answers.get(reference),
	};
}
