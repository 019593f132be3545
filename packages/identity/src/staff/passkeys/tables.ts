import type { About } from "@cardseal/platform/audit";
import type { Generated } from "kysely";

/** Times are real. */
interface PasskeysTable {
	passkey_id: string;
	staff_id: number;
	credential_id: Buffer;
	public_key: Buffer;
	sign_count: number;
	transports: string[];
	name: string;
	/** Its provider may copy it to further devices. */
	is_backup_eligible: boolean;
	is_backed_up: boolean;
	created_at: number;
	last_used_at: Generated<number | null>;
}

interface UsedPasskeyChallengesTable {
	nonce: Buffer;
	expires_at: number;
}

interface PasskeyTables {
	passkeys: PasskeysTable;
	used_passkey_challenges: UsedPasskeyChallengesTable;
}

declare module "@cardseal/platform/tables" {
	interface GatewayTables extends PasskeyTables {}
}

declare module "@cardseal/platform/audit-events" {
	interface AuditEvents extends Record<"passkey.added" | "passkey.removed", About<{ passkey: string }>> {}
}
