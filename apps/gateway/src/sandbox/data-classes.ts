import type { DataClassesOf } from "@cardseal/vault";
import type { SandboxTables } from "./tables.ts";

export const sandboxData: DataClassesOf<SandboxTables> = {
	sandbox_clock: {
		is_only: "none",
		ahead_ms: "none",
	},
};
