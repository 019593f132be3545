import type { NoticeSource } from "@cardseal/vault";

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

/** The accounts whose processors tell something by themselves. */
export interface NoticeFeeds {
	/** Lists the accounts whose notices are read regularly, in real time. */
	listPolled(): Promise<NoticeFeed[]>;
	/** Finds an account, to answer its disputes. */
	find(key: FeedKey): Promise<NoticeFeed | undefined>;
	/** Finds an account by its id, as a webhook address names it. */
	findByAccount(account: string): Promise<NoticeFeed | undefined>;
}
