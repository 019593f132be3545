import type { BankAccount } from "@cardseal/aft";
import { formatPublicKey } from "@cardseal/encrypt/open";
import type { Kysely } from "kysely";
import {
	deleteBankAccount,
	readBankAccounts,
	storeBankAccount,
	type WantedBankAccount,
} from "./bank-accounts/bank-accounts.ts";
import { acceptCard, type Card, type Environment, type RawCardFields, textsOf } from "./cards/card.ts";
import {
	type CardOwner,
	type CardQuery,
	createCardReader,
	createStoredCardReader,
	deleteStoredCard,
	storeCard,
} from "./cards/stored-cards.ts";
import { KeyRing } from "./keys/key-ring.ts";
import { type MasterKeySource, MasterKeys } from "./keys/master-keys.ts";
import type { WrongAnswer } from "./processors/checked-answer.ts";
import {
	type AccountSecrets,
	createConnectedProcessor,
	type ProcessorAdapter,
	verifyAccount,
} from "./processors/connected-processor.ts";
import {
	type AccountChanges,
	changeProcessorAccount,
	identityOf,
	moveProcessorAccount,
	readChangedAccount,
	readProcessorAccount,
	storeProcessorAccount,
	versionOfProcessorAccount,
	type WantedProcessorAccount,
} from "./processors/processor-accounts.ts";
import { createRequestJournal } from "./processors/request-journal.ts";
import { type FingerprintedRequest, fingerprintRequest } from "./request-fingerprint.ts";
import type { MacPurpose, SealPurpose, VaultTables } from "./schema.ts";
import { type FindCardSession, openToken } from "./tokens/open-token.ts";
import { createVelocityFingerprinter } from "./velocity-fingerprints.ts";

export interface VaultOptions extends MasterKeySource {
	database: Kysely<VaultTables>;
	/** ms since 1970: business time for records and expiry, and real time, which other machines share. */
	businessNow: () => number;
	realNow: () => number;
	/** Without it, tokens with a session are refused. */
	findSession?: FindCardSession;
	/** ms since 1970. Earlier tokens are refused: the record of their use may be lost. */
	tokensFrom?: () => number;
	onWrongAnswer?: (wrong: WrongAnswer) => void;
}

export interface VaultMerchant {
	id: number;
	environment: Environment;
}

/** Card numbers go in, references and masks come out. */
export interface Vault extends Awaited<ReturnType<typeof openVault>> {}

/** @throws Error when the master key is malformed or did not wrap the stored keys */
export const createVault: (options: VaultOptions) => Promise<Vault> = openVault;

async function openVault(options: VaultOptions) {
	const { database, businessNow, realNow, tokensFrom = () => 0, onWrongAnswer } = options;
	const { findSession = async () => undefined } = options;
	const keyRing = await KeyRing.open({ database, masterKeys: new MasterKeys(options), now: realNow });
	const journal = createRequestJournal(database);
	const fingerprintsOf = createVelocityFingerprinter(keyRing);
	/** Finds other merchants with the same account. */
	const fingerprintProcessorAccount = (adapter: ProcessorAdapter, secrets: AccountSecrets) =>
		keyRing.mac("account_fingerprint", identityOf(adapter, secrets));
	return {
		/** @throws CardRefused */
		cardFromFields: (fields: RawCardFields, merchant: VaultMerchant): Card =>
			acceptCard(textsOf(fields), merchant.environment, businessNow()),

		/** @throws TokenRefused, CardRefused */
		cardFromToken: (token: unknown, { id: merchantId, environment }: VaultMerchant) =>
			openToken({
				...{ keyRing, token, merchantId, environment, findSession },
				realNow: realNow(),
				businessNow: businessNow(),
				tokensFrom: tokensFrom(),
			}),

		/** @param transaction the one that writes the customer's record of the card */
		storeCard: (transaction: Transaction, stored: { cardId: string; card: Card; owner: CardOwner }) =>
			storeCard(transaction, keyRing, { ...stored, now: businessNow() }),

		/** @throws StoredCardUnreadable */
		findStoredCard: createStoredCardReader(database, keyRing),
		cardReader: <Wanted, Row>(query: CardQuery<Wanted, Row>) => createCardReader(database, keyRing, query),
		deleteCard: deleteStoredCard,

		/** @param transaction the one that also writes the account's use */
		storeBankAccount: (transaction: Transaction, stored: { account: BankAccount; merchantId: number }) =>
			storeBankAccount(transaction, keyRing, { ...stored, now: businessNow() }),

		/** @throws BankAccountUnreadable */
		readBankAccounts: (connection: Kysely<VaultTables>, wanted: readonly WantedBankAccount[]) =>
			readBankAccounts(connection, keyRing, wanted),
		deleteBankAccount,

		storeProcessorAccount: (
			transaction: Transaction,
			stored: { account: WantedProcessorAccount; secrets: AccountSecrets },
		) => storeProcessorAccount(transaction, keyRing, { ...stored, now: realNow() }),
		moveProcessorAccount: (transaction: Transaction, moved: { account: WantedProcessorAccount; merchantId: number }) =>
			moveProcessorAccount(transaction, keyRing, { ...moved, now: realNow() }),
		verifyProcessorAccount: async (adapter: ProcessorAdapter, account: WantedProcessorAccount) =>
			verifyAccount(adapter, await readProcessorAccount(database, keyRing, account)),
		versionOfProcessorAccount: (connection: Kysely<VaultTables>, account: WantedProcessorAccount) =>
			versionOfProcessorAccount(connection, keyRing, account),
		async verifyChangedProcessorAccount(
			adapter: ProcessorAdapter,
			changed: { account: WantedProcessorAccount; changes: AccountChanges },
		) {
			const { secrets, version } = await readChangedAccount(database, keyRing, changed);
			const { isTest } = await verifyAccount(adapter, secrets);
			return { version, fingerprint: fingerprintProcessorAccount(adapter, secrets), isTest };
		},
		changeProcessorAccount: (transaction: Transaction, changed: Parameters<typeof changeProcessorAccount>[2]) =>
			changeProcessorAccount(transaction, keyRing, changed),
		fingerprintProcessorAccount,
		connectProcessor: (adapter: ProcessorAdapter, account: WantedProcessorAccount) =>
			createConnectedProcessor({
				adapter,
				journal,
				unseal: () => readProcessorAccount(database, keyRing, account),
				now: realNow,
				onWrongAnswer,
			}),

		/** Card-testing protection and renewals count a card's attempts and declines. */
		velocityFingerprints: (card: Card, merchant: Pick<VaultMerchant, "id">) => fingerprintsOf(card, merchant.id),
		async publicKeyOf({ id, environment }: VaultMerchant): Promise<string> {
			const key = await keyRing.currentCardTokenKey(id, environment);
			return formatPublicKey(key.publicKey, environment);
		},
		fingerprintRequest: (request: FingerprintedRequest) => fingerprintRequest(keyRing, request),
		mac: (purpose: MacPurpose, message: string | Uint8Array) => keyRing.mac(purpose, message),

		/** @param context identifies the secret's row: moved to another row, it no longer decrypts */
		seal: (purpose: SealPurpose, secret: Uint8Array, context: string) => keyRing.seal(purpose, secret, context),

		/** @throws Error when the secret or its context was changed */
		unseal: (purpose: SealPurpose, sealed: Uint8Array, context: string) => keyRing.unseal(purpose, sealed, context),
		signingKeys: () => keyRing.signingKeys(),
	};
}

type Transaction = Kysely<VaultTables>;
