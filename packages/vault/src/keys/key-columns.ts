import type { KeysTable } from "../schema.ts";

const names = [
	"key_id",
	"purpose",
	"merchant_id",
	"environment",
	"public_key",
	"wrapped_secret",
	"master_key_id",
	"status",
	"status_bound",
	"created_at",
	"retired_at",
	"replace_since",
] as const satisfies (keyof KeysTable)[];

/** Named columns: a migration that adds to `*` breaks prepared statements. */
export const keyColumns = names.map((name) => `key.${name}`).join(", ");
