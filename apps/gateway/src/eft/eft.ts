import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import type { Rails } from "./rails/rails.ts";

/** The dependencies of wallets and their transactions. */
export interface Eft {
	database: Database;
	vault: Vault;
	clocks: Clocks;
	rails: Rails;
}

/** The dependencies of the payment request pages. */
export interface EftPages extends Eft {
	/** The origin of the links in mails and responses. */
	publicUrl: string;
}
