import type { Generated, JSONColumnType } from "kysely";
import type { Language } from "../language.ts";
import type { Role } from "../merchants/role.ts";
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
	/** The lookup id of the accepted invitation, by which the audit log names the member. */
	invitation_id: Generated<string | null>;
	password_hash: string;
	password_changed_at: Generated<number | null>;
	/** Hashes of earlier passwords, newest first. */
	former_password_hashes: Generated<string[]>;
	/** The authenticator's secret, sealed by the vault; null without one. */
	second_factor_secret: Generated<Buffer | null>;
	/** The time step of the last accepted code. Codes of it and of earlier steps are rejected. */
	last_second_factor_step: Generated<number | null>;
	/** Consecutive failures, including attempts in progress. */
	failed_sign_ins: Generated<number>;
	/** Real time. */
	locked_until: Generated<number | null>;
	/** The same for known browsers, which attempts from unknown browsers do not lock out. */
	known_failed_sign_ins: Generated<number>;
	known_locked_until: Generated<number | null>;
	created_at: number;
	/** Business time of the last change to a higher role. */
	raised_at: Generated<number | null>;
	removed_at: Generated<number | null>;
}

/** The sessions of staff. Times are real. */
interface StaffSessionsTable {
	/** Keyed hash of the cookie. */
	token_hash: Buffer;
	session_id: string;
	staff_id: number;
	/** Time of the sign-in; the cookie may be newer. */
	created_at: number;
	last_seen_at: number;
	/** The end of the maximum lifetime, however active the session is. */
	expires_at: number;
	second_factor_done: boolean;
	/** The last time that password and second factor, or a passkey, were given again; null: never. */
	stepped_up_at: Generated<number | null>;
	/** The sealed secret of an authenticator during setup. */
	proposed_secret: Generated<Buffer | null>;
	client_address: string;
	/** Browser and system, such as "Firefox on Windows". */
	user_agent: string;
}

/** Wrong codes in a row, after a right password. Known browsers are counted apart, as strangers must not lock them out. */
interface SecondFactorFailuresTable {
	staff_id: number;
	browser: "known" | "unknown";
	failed: number;
	/** Real time; 0 before the first lock. */
	locked_until: number;
}

/** Recovery codes; a used one is deleted. */
interface RecoveryCodesTable {
	staff_id: number;
	/** Keyed hash. */
	code_hash: Buffer;
}

/** The passkeys of staff. Times are real. */
interface PasskeysTable {
	passkey_id: string;
	staff_id: number;
	/** The authenticator's id of the passkey. */
	credential_id: Buffer;
	/** COSE. */
	public_key: Buffer;
	sign_count: number;
	transports: string[];
	name: string;
	/** True if its provider may copy it to further devices, and if it has. */
	is_backup_eligible: boolean;
	is_backed_up: boolean;
	created_at: number;
	last_used_at: Generated<number | null>;
}

/** Challenges that were taken, until they expire. */
interface UsedPasskeyChallengesTable {
	nonce: Buffer;
	/** Real time. */
	expires_at: number;
}

/** Open invitations; an accepted one is deleted. Times are real. */
interface StaffInvitationsTable {
	lookup_id: string;
	merchant_id: number;
	email: string;
	name: string;
	role: Role;
	is_primary_owner: Generated<boolean>;
	/** Null for the operator. */
	invited_by: number | null;
	/** The inviter's; null for the operator. */
	language: Generated<Language | null>;
	created_at: number;
	expires_at: number;
}

/** Invitations that a merchant's staff sent on the day of the last one. Times are real. */
interface InvitationCountsTable {
	merchant_id: number;
	day_started_at: number;
	invitations: number;
}

/** Links for new passwords; a used one is deleted. Times are real. */
interface PasswordResetsTable {
	lookup_id: string;
	staff_id: number;
	/** The language of the page that requested it. */
	language: Generated<Language | null>;
	created_at: number;
	expires_at: number;
	/** Passwords hashed with this link. */
	tries: Generated<number>;
}

/** A notice to a staff member about a change that another person may have made. Each is sent by email. */
interface StaffNoticesTable {
	id: string;
	kind: StaffNoticeKind;
	staff_id: number;
	/** The merchant that the notice is about; null for one about staff, which comes from their live merchant. */
	merchant_id: Generated<number | null>;
	event: StaffNoticeEvent;
	details: JSONColumnType<StaffNoticeDetails, StaffNoticeDetails, StaffNoticeDetails>;
	/** The staff member who made the change; null for the operator. */
	changed_by: number | null;
	client_address: string | null;
	/** Real time for `account_security`, business time for the others. */
	occurred_at: number;
}

export interface StaffTables {
	staff: StaffTable;
	staff_sessions: StaffSessionsTable;
	second_factor_failures: SecondFactorFailuresTable;
	recovery_codes: RecoveryCodesTable;
	passkeys: PasskeysTable;
	used_passkey_challenges: UsedPasskeyChallengesTable;
	staff_invitations: StaffInvitationsTable;
	invitation_counts: InvitationCountsTable;
	password_resets: PasswordResetsTable;
	staff_notices: StaffNoticesTable;
}

declare module "../db/schema.ts" {
	interface GatewayTables extends StaffTables {}
}
