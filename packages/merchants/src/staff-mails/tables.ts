import type { Generated, JSONColumnType } from "kysely";
import type { StaffMailDetails, StaffMailEvent, StaffMailKind } from "./staff-mail.ts";

/** Written in the transaction of the change, sent by `mail`. */
export interface StaffMailsTable {
	id: string;
	kind: StaffMailKind;
	staff_id: number;
	/** Null: their live merchant. */
	merchant_id: Generated<number | null>;
	event: StaffMailEvent;
	details: JSONColumnType<StaffMailDetails, StaffMailDetails, StaffMailDetails>;
	/** Null for the operator. */
	changed_by: number | null;
	client_address: string | null;
	/** Real time for `account_security`, business time for the others. */
	occurred_at: number;
}
