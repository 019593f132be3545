import type { AuditEventType } from "@cardseal/platform/audit";
import type { MailKind } from "@cardseal/platform/mail";
import type { Role } from "../role.ts";
import type { BankAccountEventType, OwnerMailDetails, OwnerMailEvents } from "./owner-mail.ts";

/** A colleague's decision about an account. */
export type StandingEventType = Extract<AuditEventType, "staff.role_changed" | "staff.removed">;

/** A change of a member's sign-in or permissions. */
export type SecurityEventType =
	| Extract<
			AuditEventType,
			"password.changed" | `second_factor.${string}` | `recovery_code${string}` | `passkey.${string}`
	  >
	| StandingEventType;

/** Asked again a day before the payment expires. */
export type ApprovalMailEvent = "approval.requested" | "approval.expiring";

export type StaffMailEvent = SecurityEventType | BankAccountEventType | keyof OwnerMailEvents | ApprovalMailEvent;

export type StaffMailKind = Extract<
	MailKind,
	"account_security" | "bank_account_changed" | "owner_notice" | "payment_approval"
>;

export interface StaffMailDetails extends OwnerMailDetails {
	/** The new role, of `staff.role_changed`. */
	role?: Role;
	transaction_id?: string;
}
