import type { AuditEventType } from "../audit/event.ts";

/** What becomes of that which somebody signs in with. */
export type SecurityEventType = Extract<
	AuditEventType,
	"password.changed" | `second_factor.${string}` | `recovery_code${string}`
>;
