import type { CardTestingProtection } from "@cardseal/customers";
import { beginSpan, currentTraceId, type Metrics, withSpan } from "@cardseal/platform/telemetry";
import type { Inquiry, Processor, Vault } from "@cardseal/vault";
import type { Payments } from "./payments.ts";
import type { ProcessorChoice } from "./processor-choice.ts";
import type { TransactionWriter } from "./submission/transaction-writer.ts";

type Counted = Pick<Metrics, "count" | "observe"> | undefined;

export function observedPayments(payments: Payments, metrics: Counted): Payments {
	return {
		...payments,
		vault: observedVault(payments.vault),
		findChargeableCard: (wanted) => withSpan(readCard, () => payments.findChargeableCard(wanted)),
		writer: observedWriter(payments.writer, metrics),
		cardTesting: observedProtection(payments.cardTesting, metrics),
		...observedChoice(payments, metrics),
	};
}

const readCard = "read card";

function observedVault(vault: Vault): Vault {
	return {
		...vault,
		cardFromFields(fields, merchant) {
			const end = beginSpan(readCard);
			try {
				const card = vault.cardFromFields(fields, merchant);
				end();
				return card;
			} catch (error) {
				end("failed");
				throw error;
			}
		},
		cardFromToken: (token, merchant) => withSpan(readCard, () => vault.cardFromToken(token, merchant)),
		findStoredCard: (wanted) => withSpan(readCard, () => vault.findStoredCard(wanted)),
	};
}

function observedWriter(writer: TransactionWriter, metrics: Counted): TransactionWriter {
	return {
		...writer,
		writePending: (transaction) => withSpan("write pending", () => writer.writePending(transaction)),
		async writeOutcome(decided) {
			const isFirst = await withSpan("write outcome", () => writer.writeOutcome(decided));
			if (isFirst) {
				metrics?.count("outcomes", {
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
				metrics?.count("cardTestingDeclines", { reason: answer.reason });
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

function resultLabel(answer: Inquiry): string {
	const isRefused = answer.result === "declined" && answer.declineCode === "account_refused";
	return isRefused ? "account_refused" : answer.result;
}

function observedProcessor(processor: Processor, timeoutMs: number, metrics: Counted): Processor {
	/** Measures until the time limit: an answer may never come. */
	function measured<Answer extends Inquiry>(operation: string, call: Promise<Answer>): Promise<Answer> {
		const startedAt = performance.now();
		const end = beginSpan("processor", { processor: processor.name, operation });
		const traceId = currentTraceId();
		let isMeasured = false;
		const measure = (result: string) => {
			if (isMeasured) return;
			isMeasured = true;
			clearTimeout(timer);
			const labels = { processor: processor.name, operation, result };
			metrics?.observe("processor", labels, performance.now() - startedAt, traceId);
			end(result === "failed" ? result : { result });
		};
		const timer = setTimeout(measure, timeoutMs, "late").unref();
		call.then(
			(answer) => measure(resultLabel(answer)),
			() => measure("failed"),
		);
		return call;
	}
	const { authentication } = processor;
	return {
		name: processor.name,
		takesMadeAuthentication: processor.takesMadeAuthentication === true,
		...(authentication && {
			authentication: {
				complete: (request, returned) => measured("complete", authentication.complete(request, returned)),
				abandon: (request) => measured("abandon", authentication.abandon(request)),
			},
		}),
		submit: (request) => measured(request.operation, processor.submit(request)),
		inquire: (request) => measured("inquire", processor.inquire(request)),
		...(processor.writeAgain && { writeAgain: processor.writeAgain.bind(processor) }),
	};
}
