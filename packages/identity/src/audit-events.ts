import type { Role } from "@cardseal/merchants";
import type { About } from "@cardseal/platform/audit";

/** A reused code or refresh token may be stolen. */
export type GrantEnd =
	| "disconnected by the merchant"
	| "revoked by the partner"
	| "code used twice"
	| "refresh token used twice";

type Plain =
	| `staff.${"created" | "removed"}`
	| `password.${"changed" | "reset_asked"}`
	| `second_factor.${"enabled" | "disabled" | "locked"}`
	| "recovery_code.used"
	| "recovery_codes.renewed"
	| `invitation.${"accepted" | "withdrawn"}`
	| `credential.${"created" | "revoked"}`
	| "token.revoked"
	| `partner.${"added" | "removed"}`;

/** Failures of a minute are counted. The object is null for an unknown name, which may contain anything. */
interface Failed {
	object: string | null;
	times: number;
}

declare module "@cardseal/platform/audit-events" {
	interface AuditEvents
		extends Record<Plain, About>,
			Record<`session.${"opened" | "ended" | "stepped_up"}`, About<{ session: string }>>,
			Record<"client_authentication.failed" | "sign_in.failed", Failed> {
		"step_up.failed": Failed & { details: { route?: string } };
		"staff.role_changed": About<{ from: Role; to: Role }>;
		"invitation.sent": About<{ role: string }>;
		"credential.expiry_changed": About<{ expires_at: number | "never" }>;
		"grant.approved": About<{ partner: string; scopes: string[] }>;
		"grant.revoked": About<{ partner: string; because: GrantEnd }>;
	}
}
