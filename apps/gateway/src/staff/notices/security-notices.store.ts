import type { Insertable } from "kysely";
import type { Database } from "../../db/database.ts";
import type { GatewayTables } from "../../db/schema.ts";
import { isMailOver } from "../../mail/mail-over.ts";
import type { Role } from "../members/role.ts";
import type { SecurityEventType } from "./security-event-type.ts";

/** What a mail to a staff member says about their own account. */
export interface SecurityNotice {
	id: string;
	staffId: number;
	email: string;
	/** The one that was given, where that is the event. */
	role: Role | null;
	merchantId: number;
	merchantName: string;
	/** IANA name. */
	timeZone: string;
	event: SecurityEventType;
	/** The staff member who did it; `undefined` for the operator. */
	changedBy: { id: number; name: string; email: string } | undefined;
	/** Where the request came from. */
	clientAddress: string | null;
	/** Real time, ms since 1970. */
	occurredAt: number;
}

/** Keeps what a staff member is to be told. */
export async function insertSecurityNotice(
	transaction: Database,
	notice: Insertable<GatewayTables["staff_security_notices"]>,
): Promise<void> {
	await transaction.insertInto("staff_security_notices").values(notice).execute();
}

/** Notices by their ids. Whoever was removed meanwhile is told all the same: it may be the same stranger's doing. */
export async function findSecurityNotices(database: Database, ids: string[]): Promise<SecurityNotice[]> {
	const rows = await database
		.selectFrom("staff_security_notices as notice")
		.innerJoin("staff", "staff.id", "notice.staff_id")
		.innerJoin("merchants", "merchants.id", "staff.merchant_id")
		.leftJoin("staff as changer", "changer.id", "notice.changed_by")
		.select(["notice.id", "event", "client_address as clientAddress", "occurred_at as occurredAt"])
		.select(["staff.id as staffId", "staff.email", "notice.role"])
		.select(["merchants.id as merchantId", "merchants.name as merchantName", "merchants.time_zone as timeZone"])
		.select(["changer.id as changerId", "changer.name as changerName", "changer.email as changerEmail"])
		.where("notice.id", "in", ids)
		.orderBy("occurred_at")
		.orderBy("notice.id")
		.execute();
	return rows.map(({ changerId: id, changerName: name, changerEmail: email, ...notice }) => ({
		...notice,
		changedBy: id === null || name === null || email === null ? undefined : { id, name, email },
	}));
}

/** Forgets notices of before `time`, ms since 1970, but for those whose mail still waits. */
export async function deleteOldSecurityNotices(database: Database, time: number): Promise<void> {
	await database
		.deleteFrom("staff_security_notices")
		.where("occurred_at", "<", time)
		.where(isMailOver("account_security", "staff_security_notices.id"))
		.execute();
}
