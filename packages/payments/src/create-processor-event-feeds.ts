import type { Processors } from "@cardseal/merchants";
import type { Database } from "@cardseal/platform/db";
import { demoProcessorName, type Vault } from "@cardseal/vault";
import type { FeedKey, ProcessorEventFeed, ProcessorEventFeeds } from "./processor-events/feed.ts";
import { findAccountFeed, listDueFeeds } from "./processor-events/processor-events.store.ts";

interface ProcessorEventFeedsOptions {
	database: Database;
	vault: Pick<Vault, "connectProcessor">;
	processors: Processors;
	demoFeed: (merchantId: number) => ProcessorEventFeed;
}

/** Removed accounts still have processor events of their charges. */
export function createProcessorEventFeeds({
	database,
	vault,
	processors,
	demoFeed,
}: ProcessorEventFeedsOptions): ProcessorEventFeeds {
	function connect(key: FeedKey): ProcessorEventFeed | undefined {
		const adapter = processors.get(key.processor);
		if (adapter === undefined) return undefined;
		return { ...key, source: vault.connectProcessor(adapter, { id: key.account, merchantId: key.merchantId }) };
	}
	const polled = [...processors.values()].filter(({ events }) => events !== undefined).map(({ name }) => name);
	return {
		async listDue(now) {
			if (polled.length === 0) return [];
			return (await listDueFeeds(database, { processors: polled, now }))
				.map(connect)
				.filter((feed) => feed !== undefined);
		},
		async find(key) {
			if (key.account === "") return key.processor === demoProcessorName ? demoFeed(key.merchantId) : undefined;
			return connect(key);
		},
		async findByAccount(account) {
			const found = await findAccountFeed(database, account);
			const feed = found && connect(found.key);
			return feed && { ...feed, isCharged: found.isCharged };
		},
	};
}
