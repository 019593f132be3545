import type { NoticeSource } from "@cardseal/vault";
import type { Transaction } from "../tables.ts";

/** A merchant's account at a processor. */
export interface FeedKey {
	merchantId: number;
	processor: string;
	/** Empty for the demo processor, which has one account for each merchant. */
	account: string;
}

/** The notices of a merchant's account at a processor. */
export interface NoticeFeed extends FeedKey {
	source: NoticeSource;
}

/** The accounts whose processors send notices. */
export interface NoticeFeeds {
	/** Lists accounts whose notices are due to be read. `now` is real time, ms since 1970. */
	listDue(now: number): Promise<NoticeFeed[]>;
	/** Finds an account, to answer its disputes. */
	find(key: FeedKey): Promise<NoticeFeed | undefined>;
	/** Finds an account by its id, as a webhook address names it. One of a demo merchant waits for its live one. */
	findByAccount(account: string): Promise<(NoticeFeed & { isLive: boolean }) | undefined>;
}

/** Returns the account to which a transaction went. Pure. */
export function feedOf(transaction: Pick<Transaction, "merchant_id" | "processor" | "processor_account">): FeedKey {
	const { merchant_id: merchantId, processor, processor_account: account } = transaction;
	return { merchantId, processor, account: account ?? "" };
}

/** Returns the log's fields of an account. Pure. */
export function loggedFeed({ processor, account }: FeedKey): { processor: string; processor_account: string } {
	return { processor, processor_account: account };
}

/** Returns true if a merchant's transaction went to an account; a feed has only notices of its own charges. Pure. */
export function isOfFeed(transaction: Pick<Transaction, "processor" | "processor_account">, feed: FeedKey): boolean {
	return transaction.processor === feed.processor && (transaction.processor_account ?? "") === feed.account;
}
