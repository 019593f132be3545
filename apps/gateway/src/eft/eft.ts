import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { Rails } from "./rails/rails.ts";

/** What wallets and their payments work with. */
export interface Eft {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	rails: Rails;
}
