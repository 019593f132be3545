import type { Generated } from "kysely";
import type { Role } from "./members/role.ts";
import type { SecurityEventType } from "./notices/security-event-type.ts";

/** People who act for a merchant in its web application. */
interface StaffTable {
	id: Generated<number>;
	merchant_id: number;
	/** Lower and upper case are one; unique among those who were not removed. */
	email: string;
	name: string;
	role: Role;
	is_primary_owner: Generated<boolean>;
	password_hash: string;
	password_changed_at: Generated<number | null>;
	/** Of the passwords before this one, the newest first. */
	former_password_hashes: Generated<string[]>;
	/** Of the authenticator, sealed by the vault; null where there is none. */
	second_factor_secret: Generated<Buffer | null>;
	/** The time step of the last code that was taken: none is taken twice, and none before it. */
	last_second_factor_step: Generated<number | null>;
	/** In a row, those that are being checked included. */
	failed_sign_ins: Generated<number>;
	/** Real time. */
	locked_until: Generated<number | null>;
	/** The same of browsers that they signed in with before, which strangers' attempts do not lock out. */
	known_failed_sign_ins: Generated<number>;
	known_locked_until: Generated<number | null>;
	created_at: number;
	removed_at: Generated<number | null>;
}

/** A staff member who is signed in somewhere. Times are real. */
interface StaffSessionsTable {
	/** Keyed hash of what the cookie holds. */
	token_hash: Buffer;
	/** What the session is known by to others. */
	session_id: string;
	staff_id: number;
	/** The sign-in; the session's cookie may be newer. */
	created_at: number;
	last_seen_at: number;
	/** However busy it is. */
	expires_at: number;
	second_factor_done: boolean;
	/** Of an authenticator that is being set up, sealed by the vault. */
	proposed_secret: Generated<Buffer | null>;
	client_address: string;
	/** Browser and system, in a few words. */
	user_agent: string;
}

/** What lets a staff member in without their authenticator; the row goes when it is used. */
interface RecoveryCodesTable {
	staff_id: number;
	/** Keyed hash. */
	code_hash: Buffer;
}

/** Somebody who was asked to join a merchant's staff; the row goes when they do. Times are real. */
interface StaffInvitationsTable {
	/** The part of the link that names it. */
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

/** How many invitations a merchant's staff sent in the day of the last one. Times are real. */
interface InvitationCountsTable {
	merchant_id: number;
	day_started_at: number;
	invitations: number;
}

/** A staff member who asked for a new password; the row goes when they have one. Times are real. */
interface PasswordResetsTable {
	/** The part of the link that names it. */
	lookup_id: string;
	staff_id: number;
	created_at: number;
	expires_at: number;
	/** Of new passwords that were hashed to see whether they may be taken. */
	tries: Generated<number>;
}

/** A mail to a staff member about what became of their account. */
interface StaffSecurityNoticesTable {
	id: string;
	staff_id: number;
	event: SecurityEventType;
	/** The one that was given, where that is the event. */
	role: Role | null;
	/** The staff member who did it; null for the operator. */
	changed_by: number | null;
	client_address: string | null;
	/** Real time. */
	occurred_at: number;
}

export interface StaffTables {
	staff: StaffTable;
	staff_sessions: StaffSessionsTable;
	recovery_codes: RecoveryCodesTable;
	staff_invitations: StaffInvitationsTable;
	invitation_counts: InvitationCountsTable;
	password_resets: PasswordResetsTable;
	staff_security_notices: StaffSecurityNoticesTable;
}
