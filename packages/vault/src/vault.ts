import type { BankAccount } from "@cardseal/aft";
import { formatPublicKey } from "@cardseal/encrypt/open";
import type { Kysely } from "kysely";
import {
	deleteBankAccount,
	readBankAccounts,
	type StoredBankAccount,
	storeBankAccount,
	type WantedBankAccount,
} from "./bank-accounts/bank-accounts.ts";
import type { RailAccount } from "./bank-accounts/rail-account.ts";
import { acceptCard, type Card, type Environment, type RawCardFields, textsOf } from "./cards/card.ts";
import {
	type CardOwner,
	type CardQuery,
	createCardReader,
	createStoredCardReader,
	deleteStoredCard,
	type RowWithCard,
	storeCard,
	type WantedStoredCard,
} from "./cards/stored-cards.ts";
import { KeyRing, type SigningKey } from "./keys/key-ring.ts";
import { type MasterKeySource, MasterKeys } from "./keys/master-keys.ts";
import type { WrongAnswer } from "./processors/checked-answer.ts";
import {
	type AccountSecrets,
	createConnectedProcessor,
	type ProcessorAdapter,
	type VerifiedAccount,
	verifyAccount,
} from "./processors/connected-processor.ts";
import type { Processor } from "./processors/processor.ts";
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
import type { ProcessorEventSource, RequestSource } from "./processors/processor-event.ts";
import { createRequestJournal } from "./processors/request-journal.ts";
import { type FingerprintedRequest, fingerprintRequest } from "./request-fingerprint.ts";
import type { MacPurpose, SealPurpose, VaultTables } from "./schema.ts";
import { type FindCardSession, openToken, type UsedToken } from "./tokens/open-token.ts";
import { createVelocityFingerprinter, type VelocityFingerprints } from "./velocity-fingerprints.ts";

export interface VaultOptions extends MasterKeySource {
	database: Kysely<VaultTables>;
	/** Business time for records and expiry; other machines share real time. */
	businessNow: () => number;
	realNow: () => number;
	/** Without it, tokens with a session are refused. */
	findSession?: FindCardSession;
	/** Refuses earlier tokens: the record of their use may be lost. */
	tokensFrom?: () => number;
	onWrongAnswer?: (wrong: WrongAnswer) => void;
}

export interface VaultMerchant {
	id: number;
	environment: Environment;
}

export interface Vault {
	/** @throws CardRefused */
	cardFromFields(fields: RawCardFields, merchant: VaultMerchant): Card;
	/** @throws TokenRefused, CardRefused */
	cardFromToken(token: unknown, merchant: VaultMerchant): Promise<{ card: Card; usedToken: UsedToken }>;
	/** @param transaction the one that writes the customer's record of the card */
	storeCard(
		transaction: Kysely<VaultTables>,
		stored: { cardId: string; card: Card; owner: CardOwner },
	): Promise<string>;
	/** @throws StoredCardUnreadable */
	findStoredCard(wanted: WantedStoredCard): Promise<Card | undefined>;
	cardReader<Wanted, Row>(query: CardQuery<Wanted, Row>): (wanted: Wanted) => Promise<RowWithCard<Row> | undefined>;
	deleteCard(transaction: Kysely<VaultTables>, card: { cardId: string; owner: CardOwner }): Promise<void>;
	/** @param transaction the one that also writes the account's use */
	storeBankAccount(
		transaction: Kysely<VaultTables>,
		stored: { account: BankAccount; merchantId: number },
	): Promise<StoredBankAccount>;
	/** @throws BankAccountUnreadable */
	readBankAccounts(
		database: Kysely<VaultTables>,
		wanted: readonly WantedBankAccount[],
	): Promise<(RailAccount | undefined)[]>;
	deleteBankAccount(transaction: Kysely<VaultTables>, account: WantedBankAccount): Promise<void>;
	storeProcessorAccount(
		transaction: Kysely<VaultTables>,
		stored: { account: WantedProcessorAccount; secrets: AccountSecrets },
	): Promise<void>;
	moveProcessorAccount(
		transaction: Kysely<VaultTables>,
		moved: { account: WantedProcessorAccount; merchantId: number },
	): Promise<void>;
	verifyProcessorAccount(adapter: ProcessorAdapter, account: WantedProcessorAccount): Promise<VerifiedAccount>;
	versionOfProcessorAccount(database: Kysely<VaultTables>, account: WantedProcessorAccount): Promise<string>;
	verifyChangedProcessorAccount(
		adapter: ProcessorAdapter,
		changed: { account: WantedProcessorAccount; changes: AccountChanges },
	): Promise<VerifiedAccount & { version: string; fingerprint: Buffer }>;
	changeProcessorAccount(
		transaction: Kysely<VaultTables>,
		changed: { account: WantedProcessorAccount; changes: AccountChanges; version: string },
	): Promise<boolean>;
	/** Equal for the same account. */
	fingerprintProcessorAccount(adapter: ProcessorAdapter, secrets: AccountSecrets): Buffer;
	connectProcessor(
		adapter: ProcessorAdapter,
		account: WantedProcessorAccount,
	): Processor & ProcessorEventSource & RequestSource;
	/** Card-testing protection and renewals count a card's attempts and declines. */
	velocityFingerprints(card: Card, merchant: Pick<VaultMerchant, "id">): VelocityFingerprints;
	publicKeyOf(merchant: VaultMerchant): Promise<string>;
	fingerprintRequest(request: FingerprintedRequest): Buffer;
	mac(purpose: MacPurpose, message: string | Uint8Array): Buffer;
	/** @param context identifies the secret's row: moved to another row, it no longer decrypts */
	seal(purpose: SealPurpose, secret: Uint8Array, context: string): Buffer;
	/** @throws Error when the secret or its context was changed */
	unseal(purpose: SealPurpose, sealed: Uint8Array, context: string): Buffer;
	signingKeys(): Promise<SigningKey[]>;
}

/** @throws Error when the master key is malformed or did not wrap the stored keys */
export async function createVault(options: VaultOptions): Promise<Vault> {
	const { database, businessNow, realNow, tokensFrom = () => 0, onWrongAnswer } = options;
	const { findSession = async () => undefined } = options;
	const keyRing = await KeyRing.open({ database, masterKeys: new MasterKeys(options), now: realNow });
	const journal = createRequestJournal(database);
	const fingerprintsOf = createVelocityFingerprinter(keyRing);
	const fingerprintAccount = (adapter: ProcessorAdapter, secrets: AccountSecrets) =>
		keyRing.mac("account_fingerprint", identityOf(adapter, secrets));
	return {
		cardFromFields: (fields, merchant) => acceptCard(textsOf(fields), merchant.environment, businessNow()),
		cardFromToken: (token, merchant) =>
			openToken({
				keyRing,
				token,
				merchantId: merchant.id,
				environment: merchant.environment,
				findSession,
				realNow: realNow(),
				businessNow: businessNow(),
				tokensFrom: tokensFrom(),
			}),
		storeCard: (transaction, stored) => storeCard(transaction, keyRing, { ...stored, now: businessNow() }),
		findStoredCard: createStoredCardReader(database, keyRing),
		cardReader: (query) => createCardReader(database, keyRing, query),
		deleteCard: (transaction, card) => deleteStoredCard(transaction, card),
		storeBankAccount: (transaction, stored) =>
			storeBankAccount(transaction, keyRing, { ...stored, now: businessNow() }),
		readBankAccounts: (connection, wanted) => readBankAccounts(connection, keyRing, wanted),
		deleteBankAccount,
		storeProcessorAccount: (transaction, stored) =>
			storeProcessorAccount(transaction, keyRing, { ...stored, now: realNow() }),
		moveProcessorAccount: (transaction, moved) =>
			moveProcessorAccount(transaction, keyRing, { ...moved, now: realNow() }),
		verifyProcessorAccount: async (adapter, account) =>
			verifyAccount(adapter, await readProcessorAccount(database, keyRing, account)),
		versionOfProcessorAccount: (connection, account) => versionOfProcessorAccount(connection, keyRing, account),
		async verifyChangedProcessorAccount(adapter, changed) {
			const { secrets, version } = await readChangedAccount(database, keyRing, changed);
			const { isTest } = await verifyAccount(adapter, secrets);
			return { version, fingerprint: fingerprintAccount(adapter, secrets), isTest };
		},
		changeProcessorAccount: (transaction, changed) => changeProcessorAccount(transaction, keyRing, changed),
		fingerprintProcessorAccount: fingerprintAccount,
		connectProcessor: (adapter, account) =>
			createConnectedProcessor({
				adapter,
				journal,
				unseal: () => readProcessorAccount(database, keyRing, account),
				now: realNow,
				onWrongAnswer,
			}),
		velocityFingerprints: (card, merchant) => fingerprintsOf(card, merchant.id),
		async publicKeyOf(merchant) {
			const key = await keyRing.currentCardTokenKey(merchant.id, merchant.environment);
			return formatPublicKey(key.publicKey, merchant.environment);
		},
		fingerprintRequest: (request) => fingerprintRequest(keyRing, request),
		mac: (purpose, message) => keyRing.mac(purpose, message),
		seal: (purpose, secret, context) => keyRing.seal(purpose, secret, context),
		unseal: (purpose, sealed, context) => keyRing.unseal(purpose, sealed, context),
		signingKeys: () => keyRing.signingKeys(),
	};
}
