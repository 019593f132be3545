import type { Generated, JSONColumnType } from "kysely";
import type { StaffNoticeDetails, StaffNoticeEvent, StaffNoticeKind } from "./staff-mail.ts";

/** Written in the transaction of the change, sent by `mail`. */
export interface StaffNoticesTable {
	id: string;
	kind: StaffNoticeKind;
	staff_id: number;
	/** Null: their live merchant. */
	merchant_id: Generated<number | null>;
	event: StaffNoticeEvent;
	details: JSONColumnType<StaffNoticeDetails, StaffNoticeDetails, StaffNoticeDetails>;
	/** Null for the operator. */
	changed_by: number | null;
	client_address: string | null;
	/** Real time for `account_security`, business time for the others. */
	occurred_at: number;
}
