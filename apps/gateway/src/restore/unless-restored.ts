import type { ProcessorChoice } from "@cardseal/payments/gateway";
import type { PayerAuthentication, Processor } from "@cardseal/vault";
import type { RestoredMode } from "./restored-mode.ts";

/**
 * Refuses while the database is restored, before a write and before a request: the server may be replaced in
 * between.
 */
export function unlessRestored(choice: ProcessorChoice, mode: RestoredMode): ProcessorChoice {
	const guardedAuthentication = (authentication: PayerAuthentication): PayerAuthentication => ({
		async complete(request, returned) {
			await mode.beforeSending(request.reference);
			return authentication.complete(request, returned);
		},
		async abandon(request) {
			await mode.beforeSending(undefined);
			return authentication.abandon(request);
		},
	});
	const guarded = (processor: Processor): Processor => ({
		name: processor.name,
		takesMadeAuthentication: processor.takesMadeAuthentication === true,
		...(processor.authentication && { authentication: guardedAuthentication(processor.authentication) }),
		async submit(request) {
			await mode.beforeSending(request.operation === "verification" ? undefined : request.reference);
			return processor.submit(request);
		},
		async inquire(request) {
			await mode.beforeSending(undefined);
			return processor.inquire(request);
		},
		...(processor.writeAgain && { writeAgain: processor.writeAgain.bind(processor) }),
	});
	return {
		async processorFor(merchant, currency) {
			mode.requireNormal();
			const { processor, accountId } = await choice.processorFor(merchant, currency);
			return { processor: guarded(processor), accountId };
		},
		async verifierFor(merchant) {
			mode.requireNormal();
			const { processor, currency } = await choice.verifierFor(merchant);
			return { processor: guarded(processor), currency };
		},
		processorOf(transaction) {
			mode.requireNormal();
			return guarded(choice.processorOf(transaction));
		},
	};
}
