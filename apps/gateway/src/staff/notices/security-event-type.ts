import type { AuditEventType } from "../../audit/event.ts";

/** What a colleague decides about somebody's account. */
export type StandingEventType = Extract<AuditEventType, "staff.role_changed" | "staff.removed">;

/** What becomes of somebody's account: of that which they sign in with, and of what they may do. */
export type SecurityEventType =
	| Extract<AuditEventType, "password.changed" | `second_factor.${string}` | `recovery_code${string}`>
	| StandingEventType;
