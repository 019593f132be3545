import type { Clock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { demoFeed } from "../payments/demo-notices/demo-notices.ts";
import type { NoticeFeeds } from "../payments/notices/feed.ts";

/** @param clock the business clock, which the demo processor follows */
export function createNoticeFeeds(database: Database, clock: Clock): NoticeFeeds {
	return {
		listPolled: async () => [],
		async find({ merchantId, processor }) {
			return processor === "demo" ? demoFeed({ database, clock }, merchantId) : undefined;
		},
		findByAccount: async () => undefined,
	};
}
