import type { AuditEventType } from "../../audit/event.ts";
import type { MailKind } from "../../mail/mail-kind.ts";
import type { BankAccountEventType, OwnerNoticeDetails, OwnerNoticeEvent } from "../../mail/owner-notice.ts";
import type { Role } from "../../merchants/role.ts";

/** A colleague's decision about an account. */
export type StandingEventType = Extract<AuditEventType, "staff.role_changed" | "staff.removed">;

/** A change of a staff member's account: of their sign-in or of their permissions. */
export type SecurityEventType =
	| Extract<
			AuditEventType,
			"password.changed" | `second_factor.${string}` | `recovery_code${string}` | `passkey.${string}`
	  >
	| StandingEventType;

/** The question to approve a payment, and the one that is asked again a day before the payment expires. */
export type ApprovalNoticeEvent = "approval.requested" | "approval.expiring";

export type StaffNoticeEvent = SecurityEventType | BankAccountEventType | OwnerNoticeEvent | ApprovalNoticeEvent;

/** The emails that are read from `staff_notices`. */
export type StaffNoticeKind = Extract<
	MailKind,
	"account_security" | "bank_account_changed" | "owner_notice" | "payment_approval"
>;

export interface StaffNoticeDetails extends OwnerNoticeDetails {
	/** The new role, of `staff.role_changed`. */
	role?: Role;
	/** The payment to approve. */
	transaction_id?: string;
}
