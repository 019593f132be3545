import type { ProcessorEventSource } from "@cardseal/vault";
import type { Transaction } from "../tables.ts";

export interface FeedKey {
	merchantId: number;
	processor: string;
	/** Empty for the demo processor, which has one account for each merchant. */
	account: string;
}

export interface ProcessorEventFeed extends FeedKey {
	source: ProcessorEventSource;
}

export interface ProcessorEventFeeds {
	/** `now` is real time, ms since 1970. */
	listDue(now: number): Promise<ProcessorEventFeed[]>;
	find(key: FeedKey): Promise<ProcessorEventFeed | undefined>;
	/** Finds an account by the id in a webhook address. */
	findByAccount(account: string): Promise<(ProcessorEventFeed & { isCharged: boolean }) | undefined>;
}

export function feedOf(transaction: Pick<Transaction, "merchant_id" | "processor" | "processor_account">): FeedKey {
	const { merchant_id: merchantId, processor, processor_account: account } = transaction;
	return { merchantId, processor, account: account ?? "" };
}

export function loggedFeed({ processor, account }: FeedKey): { processor: string; processor_account: string } {
	return { processor, processor_account: account };
}
