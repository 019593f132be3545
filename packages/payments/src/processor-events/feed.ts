import type { NoticeSource } from "@cardseal/vault";
import type { Transaction } from "../tables.ts";

export interface FeedKey {
	merchantId: number;
	processor: string;
	/** Empty for the demo processor, which has one account for each merchant. */
	account: string;
}

export interface NoticeFeed extends FeedKey {
	source: NoticeSource;
}

export interface NoticeFeeds {
	/** `now` is real time, ms since 1970. */
	listDue(now: number): Promise<NoticeFeed[]>;
	find(key: FeedKey): Promise<NoticeFeed | undefined>;
	/** Finds an account by the id in a webhook address. */
	findByAccount(account: string): Promise<(NoticeFeed & { isCharged: boolean }) | undefined>;
}

export function feedOf(transaction: Pick<Transaction, "merchant_id" | "processor" | "processor_account">): FeedKey {
	const { merchant_id: merchantId, processor, processor_account: account } = transaction;
	return { merchantId, processor, account: account ?? "" };
}

export function loggedFeed({ processor, account }: FeedKey): { processor: string; processor_account: string } {
	return { processor, processor_account: account };
}
