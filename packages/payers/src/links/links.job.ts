import type { BusinessWork, Job } from "@cardseal/platform/jobs";
import type { LinkPayers, SubscribingPayers } from "../payers.ts";
import { emitLink, endPaidLink } from "./end-link.ts";
import { endExpired, findNextExpiry, listPaid, listUnpaid } from "./links.store.ts";
import { endSubscribed } from "./subscription/subscribe.ts";

const batchSize = 100;

/**
 * Ends links whose payment was approved after the payer's request: by the bank's return, or by recovery. Cancels
 * subscriptions whose first payment was declined then.
 */
export function paidLinksJob(payers: SubscribingPayers): Job {
	return {
		name: "paid links",
		everyMs: 2_000,
		async run() {
			for (const id of await listPaid(payers.payments.database, batchSize)) await endPaidLink(payers, id);
			for (const link of await listUnpaid(payers.payments.database, batchSize)) await endSubscribed(payers, link);
		},
	};
}

export function linkExpiryWork(payers: LinkPayers): BusinessWork {
	const { database, clocks } = payers.payments;
	return {
		name: "expiry of payment links",
		nextAt: () => findNextExpiry(database, clocks.real.now()),
		async run() {
			await database.transaction().execute(async (transaction) => {
				const times = { now: clocks.business.now(), realNow: clocks.real.now() };
				for (const link of await endExpired(transaction, { ...times, limit: batchSize })) {
					await emitLink(transaction, "payment_link.expired", link);
				}
			});
			return {};
		},
	};
}
