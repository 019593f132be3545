import type { Generated, JSONColumnType } from "kysely";
import type { Role } from "./members/role.ts";
import type { StaffNoticeDetails, StaffNoticeEvent, StaffNoticeKind } from "./notices/staff-notice.ts";

/** The members of a merchant's staff. */
interface StaffTable {
	id: Generated<number>;
	merchant_id: number;
	/** Case-insensitive; unique among members who were not removed. */
	email: string;
	name: string;
	role: Role;
	is_primary_owner: Generated<boolean>;
	password_hash: string;
	password_changed_at: Generated<number | null>;
	/** The hashes of earlier passwords, newest first. */
	former_password_hashes: Generated<string[]>;
	/** The authenticator's secret, sealed by the vault; null without one. */
	second_factor_secret: Generated<Buffer | null>;
	/** The time step of the last accepted code; neither it nor an earlier one is accepted again. */
	last_second_factor_step: Generated<number | null>;
	/** Failures in a row, including attempts that are being checked. */
	failed_sign_ins: Generated<number>;
	/** Real time. */
	locked_until: Generated<number | null>;
	/** The same for known browsers, which strangers' attempts do not lock out. */
	known_failed_sign_ins: Generated<number>;
	known_locked_until: Generated<number | null>;
	created_at: number;
	removed_at: Generated<number | null>;
}

/** The sessions of staff. Times are real. */
interface StaffSessionsTable {
	/** Keyed hash of the cookie's value. */
	token_hash: Buffer;
	/** The public id of the session. */
	session_id: string;
	staff_id: number;
	/** Time of the sign-in; the cookie may be newer. */
	created_at: number;
	last_seen_at: number;
	/** The end of the maximum lifetime, even in constant use. */
	expires_at: number;
	second_factor_done: boolean;
	/** The secret of an authenticator that is being set up, sealed by the vault. */
	proposed_secret: Generated<Buffer | null>;
	client_address: string;
	/** Browser and system, such as "Firefox on Windows". */
	user_agent: string;
}

/** Recovery codes; a row is deleted when its code is used. */
interface RecoveryCodesTable {
	staff_id: number;
	/** Keyed hash. */
	code_hash: Buffer;
}

/** Open invitations; a row is deleted when it is accepted. Times are real. */
interface StaffInvitationsTable {
	/** The lookup id in the link. */
	lookup_id: string;
	merchant_id: number;
	email: string;
	name: string;
	role: Role;
	is_primary_owner: Generated<boolean>;
	/** Null: the operator. */
	invited_by: number | null;
	created_at: number;
	expires_at: number;
}

/** Invitations that a merchant's staff sent on the day of the last one. Times are real. */
interface InvitationCountsTable {
	merchant_id: number;
	day_started_at: number;
	invitations: number;
}

/** Links for new passwords; a row is deleted when it is used. Times are real. */
interface PasswordResetsTable {
	/** The lookup id in the link. */
	lookup_id: string;
	staff_id: number;
	created_at: number;
	expires_at: number;
	/** Passwords that were hashed with this link. */
	tries: Generated<number>;
}

/** A notice to one staff member about a change that somebody else may have made. An email goes out for each. */
interface StaffNoticesTable {
	id: string;
	kind: StaffNoticeKind;
	staff_id: number;
	event: StaffNoticeEvent;
	details: JSONColumnType<StaffNoticeDetails, StaffNoticeDetails, StaffNoticeDetails>;
	/** The staff member who made the change; null for the operator. */
	changed_by: number | null;
	client_address: string | null;
	/** Real time for `account_security`, business time for `bank_account_changed`. */
	occurred_at: number;
}

export interface StaffTables {
	staff: StaffTable;
	staff_sessions: StaffSessionsTable;
	recovery_codes: RecoveryCodesTable;
	staff_invitations: StaffInvitationsTable;
	invitation_counts: InvitationCountsTable;
	password_resets: PasswordResetsTable;
	staff_notices: StaffNoticesTable;
}
