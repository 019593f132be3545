import type { Vault } from "@cardseal/vault";
import type { CardTestingProtection } from "../card-testing/protection.ts";
import type { Clocks } from "../clock.ts";
import type { FindChargeableCard } from "../customers/cards/chargeable-card.ts";
import type { Database } from "../db/database.ts";
import type { Logger } from "../log/log.ts";
import type { Channel } from "../merchants/channel.ts";
import type { Merchant } from "../merchants/merchant.ts";
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
