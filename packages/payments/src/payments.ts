import type { CardTestingProtection, FindChargeableCard } from "@cardseal/customers";
import type { Channel, Merchant } from "@cardseal/merchants";
import type { Clocks } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { Logger } from "@cardseal/platform/log";
import type { Vault } from "@cardseal/vault";
import type { ProcessorChoice } from "./processor-choice.ts";
import type { TransactionWriter } from "./submission/transaction-writer.ts";

export interface Payments extends ProcessorChoice {
	database: Database;
	writer: TransactionWriter;
	findChargeableCard: FindChargeableCard;
	vault: Vault;
	clocks: Clocks;
	cardTesting: CardTestingProtection;
	processorTimeoutMs: number;
	/** The origin of the payers' pages. */
	publicUrl: string;
	/** Returns the end of the newest restore, ms since 1970; 0 without one. */
	restoredAt: () => number;
	/** Returns the start of the lost windows of restores that ended after a time. Both are ms since 1970. */
	findLostFrom: (endedAfter: number) => Promise<number | undefined>;
	log: Logger;
}

export interface Initiator {
	merchant: Merchant;
	channel: Channel;
	userId: number | null;
}
