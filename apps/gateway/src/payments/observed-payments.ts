import type { Processor } from "@cardseal/vault";
import type { CardTestingProtection } from "../card-testing/protection.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Payments } from "./payments.ts";
import type { ProcessorChoice } from "./processor-choice.ts";
import type { TransactionWriter } from "./submission/transaction-writer.ts";

type Counted = Pick<Metrics, "count" | "observe">;

/** Returns payments that count what happens. Payments themselves know of no metrics, and cost nothing without them. */
export function observedPayments(payments: Payments, metrics: Counted): Payments {
	return {
		...payments,
		writer: observedWriter(payments.writer, metrics),
		cardTesting: observedProtection(payments.cardTesting, metrics),
		...observedChoice(payments, metrics),
	};
}

function observedWriter(writer: TransactionWriter, metrics: Counted): TransactionWriter {
	return {
		...writer,
		async recordOutcome(decided) {
			const isFirst = await writer.recordOutcome(decided);
			if (isFirst) {
				metrics.count("outcomes", {
					kind: decided.isModification ? "modification" : "charge",
					result: decided.outcome.status.toLowerCase(),
				});
			}
			return isFirst;
		},
	};
}

function observedProtection(protection: CardTestingProtection, metrics: Counted): CardTestingProtection {
	return {
		...protection,
		async submitUnlessDeclined(attempt, submit) {
			const answer = await protection.submitUnlessDeclined(attempt, submit);
			if (answer?.result === "declined_as_card_testing") {
				metrics.count("cardTestingDeclines", { reason: answer.reason });
			}
			return answer;
		},
	};
}

function observedChoice(payments: Payments, metrics: Counted): ProcessorChoice {
	const observed = (processor: Processor) => observedProcessor(processor, payments.processorTimeoutMs, metrics);
	return {
		async processorFor(merchant, currency) {
			const { processor, accountId } = await payments.processorFor(merchant, currency);
			return { processor: observed(processor), accountId };
		},
		async verifierFor(merchant) {
			const { processor, currency } = await payments.verifierFor(merchant);
			return { processor: observed(processor), currency };
		},
		processorOf: (transaction) => observed(payments.processorOf(transaction)),
	};
}

function observedProcessor(processor: Processor, timeoutMs: number, metrics: Counted): Processor {
	/** Measures a call until its answer or the time limit: an answer may never come. */
	function measured<Answer extends { result: string }>(operation: string, call: Promise<Answer>): Promise<Answer> {
		const startedAt = performance.now();
		let isMeasured = false;
		const measure = (result: string) => {
			if (isMeasured) return;
			isMeasured = true;
			clearTimeout(timer);
			metrics.observe("processor", { processor: processor.name, operation, result }, performance.now() - startedAt);
		};
		const timer = setTimeout(measure, timeoutMs, "late").unref();
		call.then(
			({ result }) => measure(result),
			() => measure("failed"),
		);
		return call;
	}
	return {
		name: processor.name,
		submit: (request) => measured(request.operation, processor.submit(request)),
		inquire: (request) => measured("inquire", processor.inquire(request)),
	};
}
