import type { AuditEventType } from "../../audit/event.ts";
import type { MailKind } from "../../mail/mail-kind.ts";
import type { Role } from "../members/role.ts";

/** A colleague's decision about an account. */
export type StandingEventType = Extract<AuditEventType, "staff.role_changed" | "staff.removed">;

/** A change of a staff member's account: of their sign-in or of their permissions. */
export type SecurityEventType =
	| Extract<AuditEventType, "password.changed" | `second_factor.${string}` | `recovery_code${string}`>
	| StandingEventType;

/** A change of the bank account that receives a merchant's deposits. */
export type BankAccountEventType = `bank_account.${"linked" | "replaced" | "removed"}`;

export type StaffNoticeEvent = SecurityEventType | BankAccountEventType;

/** The emails that are read from `staff_notices`. */
export type StaffNoticeKind = Extract<MailKind, "account_security" | "bank_account_changed">;

export interface StaffNoticeDetails {
	/** The new role, of `staff.role_changed`. */
	role?: Role;
	/** The linked or removed account, such as `****6789`. */
	masked_account?: string;
}
