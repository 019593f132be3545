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
import { acceptCard, type Card, type Environment, type RawCardFields } from "./cards/card.ts";
import {
	type CardOwner,
	createStoredCardReader,
	deleteStoredCard,
	storeCard,
	type WantedStoredCard,
} from "./cards/stored-cards.ts";
import { KeyRing, type MacPurpose, type SealPurpose, type SigningKey } from "./keys/key-ring.ts";
import { type MasterKeySource, MasterKeys } from "./keys/master-keys.ts";
import { type FingerprintedRequest, fingerprintRequest } from "./request-fingerprint.ts";
import type { VaultTables } from "./schema.ts";
import { type FindCardSession, openToken, type UsedToken } from "./tokens/open-token.ts";
import { createVelocityFingerprinter, type VelocityFingerprints } from "./velocity-fingerprints.ts";

export interface VaultOptions extends MasterKeySource {
	database: Kysely<VaultTables>;
	/** Both in ms since 1970: the clock of records and expiry, and the clock that other machines share. */
	businessNow: () => number;
	realNow: () => number;
	/** Whoever keeps the hosted form's sessions. Without it a token that carries a session is refused. */
	findSession?: FindCardSession;
}

/** The merchant on whose behalf the vault acts. */
export interface VaultMerchant {
	id: number;
	environment: Environment;
}

/** The room where card numbers may be, seen from outside: they go in, references and masks come out. */
export interface Vault {
	/** @throws CardRefused */
	cardFromFields(fields: RawCardFields, merchant: VaultMerchant): Card;
	/** @throws TokenRefused, CardRefused */
	cardFromToken(token: unknown, merchant: VaultMerchant): Promise<{ card: Card; usedToken: UsedToken }>;
	/**
	 * Stores a card's number for a customer; see `storeCard`.
	 *
	 * @param transaction the one in which the customer's own record of the card is written
	 */
	storeCard(
		transaction: Kysely<VaultTables>,
		stored: { cardId: string; card: Card; owner: CardOwner },
	): Promise<string>;
	/** @throws StoredCardUnreadable */
	findStoredCard(wanted: WantedStoredCard): Promise<Card | undefined>;
	/** Forgets a stored card's number at once. */
	deleteCard(transaction: Kysely<VaultTables>, card: { cardId: string; owner: CardOwner }): Promise<void>;
	/**
	 * Stores a bank account on a merchant's behalf; see `storeBankAccount`.
	 *
	 * @param transaction the one in which is written what the account is for
	 */
	storeBankAccount(
		transaction: Kysely<VaultTables>,
		stored: { account: BankAccount; merchantId: number },
	): Promise<StoredBankAccount>;
	/**
	 * Bank accounts for a rail, each in the place of the one that was asked for; see `readBankAccounts`.
	 *
	 * @throws BankAccountUnreadable
	 */
	readBankAccounts(
		database: Kysely<VaultTables>,
		wanted: readonly WantedBankAccount[],
	): Promise<(RailAccount | undefined)[]>;
	/** Forgets a stored bank account at once. */
	deleteBankAccount(transaction: Kysely<VaultTables>, account: WantedBankAccount): Promise<void>;
	/** Fingerprints a card for card-testing protection and renewals, which count its attempts and declines. */
	velocityFingerprints(card: Card, merchant: Pick<VaultMerchant, "id">): VelocityFingerprints;
	/** The public key string that a merchant's pages encrypt to; made on first use. */
	publicKeyOf(merchant: VaultMerchant): Promise<string>;
	/** Recognises a repeated request by its body; see `fingerprintRequest`. */
	fingerprintRequest(request: FingerprintedRequest): Buffer;
	/** HMAC-SHA-256 under the key of `purpose`. */
	mac(purpose: MacPurpose, message: string | Uint8Array): Buffer;
	/**
	 * Encrypts a secret that rests in a table outside the vault.
	 *
	 * @param context what it belongs to: moved to another row, it no longer opens
	 */
	seal(purpose: SealPurpose, secret: Uint8Array, context: string): Buffer;
	/** Undoes `seal`. @throws Error when the secret or its context was changed */
	unseal(purpose: SealPurpose, sealed: Uint8Array, context: string): Buffer;
	/** The keys of access tokens, newest first. */
	signingKeys(): Promise<SigningKey[]>;
}

/**
 * Opens the vault.
 *
 * @throws Error when the master key is malformed or is not the one that the stored keys were wrapped with
 */
export async function createVault(options: VaultOptions): Promise<Vault> {
	const { database, businessNow, realNow, findSession = async () => undefined } = options;
	const keyRing = await KeyRing.open({ database, masterKeys: new MasterKeys(options), now: realNow });
	const fingerprintsOf = createVelocityFingerprinter(keyRing);
	return {
		cardFromFields: (fields, merchant) => acceptCard(fields, merchant.environment, businessNow()),
		cardFromToken: (token, merchant) =>
			openToken({
				keyRing,
				token,
				merchantId: merchant.id,
				environment: merchant.environment,
				findSession,
				realNow: realNow(),
				businessNow: businessNow(),
			}),
		storeCard: (transaction, stored) => storeCard(transaction, keyRing, { ...stored, now: businessNow() }),
		findStoredCard: createStoredCardReader(database, keyRing),
		deleteCard: (transaction, card) => deleteStoredCard(transaction, card),
		storeBankAccount: (transaction, stored) =>
			storeBankAccount(transaction, keyRing, { ...stored, now: businessNow() }),
		readBankAccounts: (connection, wanted) => readBankAccounts(connection, keyRing, wanted),
		deleteBankAccount,
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
