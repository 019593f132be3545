import type { Clocks } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { Vault } from "@cardseal/vault";
import type { Rails } from "./rails/rails.ts";

export interface Eft {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	rails: Rails;
}

export interface EftPages extends Eft {
	publicUrl: string;
}
