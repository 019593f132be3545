import type { Database } from "../db/database.ts";

/** Which notices a merchant's customers get. */
export interface NoticeSettings {
	sends_payment_failed_notices: boolean;
	sends_suspended_notices: boolean;
	sends_card_expiring_notices: boolean;
}

/** What was set for a merchant. */
export function getNoticeSettings(database: Database, merchantId: number): Promise<NoticeSettings> {
	return database
		.selectFrom("merchants")
		.select(["sends_payment_failed_notices", "sends_suspended_notices", "sends_card_expiring_notices"])
		.where("id", "=", merchantId)
		.executeTakeFirstOrThrow();
}

/** Sets some for a merchant. It holds for mail that waits, too. */
export async function updateNoticeSettings(
	database: Database,
	merchantId: number,
	settings: Partial<NoticeSettings>,
): Promise<void> {
	await database.updateTable("merchants").set(settings).where("id", "=", merchantId).execute();
}
