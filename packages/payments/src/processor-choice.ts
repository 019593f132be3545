import {
	createAccountLookup,
	defaultCurrency,
	type FoundAccount,
	type Merchant,
	type Processors,
} from "@cardseal/merchants";
import { Problem } from "@cardseal/platform";
import type { Database } from "@cardseal/platform/db";
import type { Processor, Vault } from "@cardseal/vault";
import type { Transaction } from "./tables.ts";

export interface ProcessorChoice {
	/**
	 * The account is `null` for the demo processor.
	 *
	 * @throws Problem 503 when the merchant has none
	 */
	processorFor(merchant: Merchant, currency: string): Promise<{ processor: Processor; accountId: string | null }>;
	/**
	 * Prefers the account of the currency that a request names, then that of the default currency, then those of other
	 * enabled ones.
	 *
	 * @throws Problem 503 when the merchant has none
	 */
	verifierFor(merchant: Merchant, named?: unknown): Promise<{ processor: Processor; currency: string }>;
	/**
	 * Uses the transaction's account even if it was removed.
	 *
	 * @throws Problem 503 when it is not installed
	 */
	processorOf(transaction: Pick<Transaction, "merchant_id" | "processor" | "processor_account">): Processor;
}

const refusals = {
	none: (currency: string) =>
		new Problem(
			"no_processor",
			`No processor account for ${currency} is connected. Nothing was sent. Connect one in the settings, then try again.`,
		),
	noneForCards: () =>
		new Problem(
			"no_processor",
			"No processor account for an enabled currency is connected. Nothing was sent. Connect one in the settings first.",
		),
	notInstalled: (name: string) =>
		new Problem("no_processor", `The processor ${name} is not installed in this gateway. Nothing was sent.`),
};

interface ProcessorChoiceOptions {
	database: Database;
	vault: Pick<Vault, "connectProcessor">;
	processors: Processors;
	/** Decides about demo merchants without an account of a test system (rule X-55). */
	demoProcessor: Processor;
}

/** Reads the account for each charge, so that all gateways follow a change. */
export function createProcessorChoice(options: ProcessorChoiceOptions): ProcessorChoice {
	const { database, vault, processors, demoProcessor } = options;
	const findAccount = createAccountLookup(database);

	function connect(name: string, account: { id: string; merchantId: number }): Processor {
		const adapter = processors.get(name);
		if (adapter === undefined) throw refusals.notInstalled(name);
		return vault.connectProcessor(adapter, account);
	}
	/** A gateway without adapters needs no look at accounts. */
	const findFor = async ({ id: merchantId, mode }: Merchant, currency: string) => {
		if (mode === "demo" && processors.size === 0) return undefined;
		return findAccount({ merchantId, mustBeTest: mode === "demo", currency });
	};
	const connectFound = (merchant: Merchant, { processor, account_id: id }: FoundAccount) =>
		connect(processor, { id, merchantId: merchant.id });

	return {
		async processorFor(merchant, currency) {
			const account = await findFor(merchant, currency);
			if (account === undefined) {
				if (merchant.mode === "demo") return { processor: demoProcessor, accountId: null };
				throw refusals.none(currency);
			}
			return { processor: connectFound(merchant, account), accountId: account.account_id };
		},
		async verifierFor(merchant, named) {
			const currencies = byPreference(merchant.currencies, [named, defaultCurrency]);
			// They share a query.
			const found = await Promise.all(currencies.map((currency) => findFor(merchant, currency)));
			const account = found.find((one) => one !== undefined);
			if (account === undefined) {
				const [currency = defaultCurrency] = currencies;
				if (merchant.mode === "demo") return { processor: demoProcessor, currency };
				throw refusals.noneForCards();
			}
			return { processor: connectFound(merchant, account), currency: account.currency };
		},
		processorOf({ merchant_id: merchantId, processor, processor_account: id }) {
			return id === null ? demoProcessor : connect(processor, { id, merchantId });
		},
	};
}

function byPreference(currencies: string[], preferred: unknown[]): string[] {
	const first = preferred.flatMap((one) => currencies.filter((currency) => currency === one));
	return [...new Set([...first, ...currencies])];
}
