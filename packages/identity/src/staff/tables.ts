import type { Role } from "@cardseal/merchants";
import type { Language } from "@cardseal/platform";
import type { Generated } from "kysely";

interface StaffTable {
	id: Generated<number>;
	merchant_id: number;
	/** Case-insensitive; unique among members. */
	email: string;
	name: string;
	role: Role;
	is_primary_owner: Generated<boolean>;
	/** The audit log names the member by it. */
	invitation_id: Generated<string | null>;
	password_hash: string;
	password_changed_at: Generated<number | null>;
	/** Newest first. */
	former_password_hashes: Generated<string[]>;
	/** Sealed by the vault; null without one. */
	second_factor_secret: Generated<Buffer | null>;
	last_second_factor_step: Generated<number | null>;
	failed_sign_ins: Generated<number>;
	locked_until: Generated<number | null>;
	/** Attempts from unknown browsers do not lock out known ones. */
	known_failed_sign_ins: Generated<number>;
	known_locked_until: Generated<number | null>;
	created_at: number;
	raised_at: Generated<number | null>;
	removed_at: Generated<number | null>;
}

interface StaffSessionsTable {
	/** Keyed hash of the cookie. */
	token_hash: Buffer;
	session_id: string;
	staff_id: number;
	/** The cookie may be newer. */
	created_at: number;
	last_seen_at: number;
	/** However active the session is. */
	expires_at: number;
	second_factor_done: boolean;
	stepped_up_at: Generated<number | null>;
	proposed_secret: Generated<Buffer | null>;
	client_address: string;
	user_agent: string;
}

/** Consecutive wrong codes after a right password. */
interface SecondFactorFailuresTable {
	staff_id: number;
	browser: "known" | "unknown";
	failed: number;
	locked_until: number;
}

interface RecoveryCodesTable {
	staff_id: number;
	code_hash: Buffer;
}

/** An accepted one is deleted. Times are real. */
interface StaffInvitationsTable {
	lookup_id: string;
	merchant_id: number;
	email: string;
	name: string;
	role: Role;
	is_primary_owner: Generated<boolean>;
	/** Null for the operator. */
	invited_by: number | null;
	language: Generated<Language | null>;
	created_at: number;
	expires_at: number;
}

/** Counts the day of the last one. Times are real. */
interface InvitationCountsTable {
	merchant_id: number;
	day_started_at: number;
	invitations: number;
}

/** A used one is deleted. Times are real. */
interface PasswordResetsTable {
	lookup_id: string;
	staff_id: number;
	language: Generated<Language | null>;
	created_at: number;
	expires_at: number;
	tries: Generated<number>;
}

export interface StaffTables {
	staff: StaffTable;
	staff_sessions: StaffSessionsTable;
	second_factor_failures: SecondFactorFailuresTable;
	recovery_codes: RecoveryCodesTable;
	staff_invitations: StaffInvitationsTable;
	invitation_counts: InvitationCountsTable;
	password_resets: PasswordResetsTable;
}

declare module "@cardseal/platform/tables" {
	interface GatewayTables extends StaffTables {}

	interface MailKinds extends Record<"staff_invitation" | "password_reset", true> {}
}
