import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
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
