import { createHmac, createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from "node:crypto";
import { type Recipient, recipient } from "@cardseal/encrypt/open";
import type { Kysely } from "kysely";
import type { Environment } from "../cards/card.ts";
import type { KeyPurpose, KeyStatus, KeysTable, VaultTables } from "../schema.ts";
import { unwrap, type WrappingKey, wrap } from "./at-rest.ts";
import { generateKey } from "./generate-key.ts";
import type { MasterKeys } from "./master-keys.ts";
import { insertKey, unwrapKey } from "./wrapped-keys.ts";

/** Purposes whose key is 32 random bytes for HMAC-SHA-256. */
export type MacPurpose =
	| "idempotency"
	| "cursor"
	| "client_secret"
	| "sandbox"
	| "card_fingerprint"
	| "velocity_fingerprint"
	| "audit"
	| "sign_in";

const macPurposes: readonly MacPurpose[] = [
	"idempotency",
	"cursor",
	"client_secret",
	"sandbox",
	"card_fingerprint",
	"velocity_fingerprint",
	"audit",
	"sign_in",
];

/** Purposes whose key is 32 random bytes for AES-256-GCM: secrets that rest in tables outside the vault. */
export type SealPurpose = "second_factor";

const sealPurposes: readonly SealPurpose[] = ["second_factor"];

/** A merchant's key for card tokens, unwrapped. */
export interface CardTokenKey {
	keyId: string;
	merchantId: number;
	environment: Environment;
	publicKey: Uint8Array;
	recipient: Recipient;
}

/** Purposes whose keys encrypt what is stored of a merchant: the numbers of its customers' cards, and bank accounts. */
export type StoragePurpose = "card_storage" | "bank_account_storage";

/** A merchant's data key, unwrapped (AES-256). */
export interface DataKey {
	keyId: string;
	merchantId: number;
	bytes: Uint8Array;
}

/** A key that signs access tokens (Ed25519). */
export interface SigningKey {
	keyId: string;
	status: KeyStatus;
	privateKey: KeyObject;
	publicKey: KeyObject;
}

/**
 * How long an unwrapped key may be used before its row is read again. Another gateway may have retired or destroyed it:
 * this is how long such news takes.
 */
const keyFreshMs = 1_000;

interface Cached<T> {
	value: T | undefined;
	readAt: number;
}

/** Keys unwrapped at most: beyond that the oldest goes, and is read again when it is needed. */
const maximumCachedKeys = 10_000;

export interface KeyRingOptions {
	database: Kysely<VaultTables>;
	masterKeys: MasterKeys;
	/** Real time, ms since 1970. */
	now: () => number;
}

/**
 * Every secret key the gateway has. They rest in the database, each wrapped by the master key with its purpose, merchant,
 * environment, public part and status bound in, so that a changed row is found out before it is used (PCI DSS 3.7.7).
 */
export class KeyRing {
	readonly #database: Kysely<VaultTables>;
	readonly #masterKeys: MasterKeys;
	readonly #now: () => number;
	/** As key objects: an HMAC with a key in bytes takes eight times as long. */
	readonly #macKeys = new Map<MacPurpose, KeyObject>();
	readonly #sealKeys = new Map<SealPurpose, WrappingKey>();
	readonly #cardTokenKeys = new Map<string, Cached<CardTokenKey>>();

	private constructor(options: KeyRingOptions) {
		this.#database = options.database;
		this.#masterKeys = options.masterKeys;
		this.#now = options.now;
	}

	/**
	 * Opens the ring, making the keys that every installation needs when they are not there yet.
	 *
	 * @throws Error when the keys in the database were wrapped by another master key
	 */
	static async open(options: KeyRingOptions): Promise<KeyRing> {
		const ring = new KeyRing(options);
		await ring.#agreeOnMasterKey();
		for (const purpose of macPurposes) {
			const row = await ring.#findOrCreate(options.database, purpose, sharedByAllMerchants, "none");
			ring.#macKeys.set(purpose, createSecretKey(await ring.#unwrap(row)));
		}
		for (const purpose of sealPurposes) {
			const row = await ring.#findOrCreate(options.database, purpose, sharedByAllMerchants, "none");
			ring.#sealKeys.set(purpose, { bytes: await ring.#unwrap(row) });
		}
		// Read at once, so that a changed key stops the start rather than the first sign-in.
		await ring.#unwrap(await ring.#findOrCreate(options.database, "access_token", sharedByAllMerchants, "none"));
		return ring;
	}

	/** HMAC-SHA-256 under the key of `purpose`. */
	mac(purpose: MacPurpose, message: string | Uint8Array): Buffer {
		return createHmac("sha256", keyFor(purpose, this.#macKeys)).update(message).digest();
	}

	/** Encrypts a secret under the key of `purpose`; see `wrap`. */
	seal(purpose: SealPurpose, secret: Uint8Array, context: string): Buffer {
		return wrap(keyFor(purpose, this.#sealKeys), secret, `cardseal ${purpose} v1|${context}`);
	}

	/**
	 * Undoes `seal`.
	 *
	 * @throws Error when the context or any byte is not the one it was sealed with
	 */
	unseal(purpose: SealPurpose, sealed: Uint8Array, context: string): Buffer {
		return unwrap(keyFor(purpose, this.#sealKeys), sealed, `cardseal ${purpose} v1|${context}`);
	}

	/** The keys that sign access tokens, and those retired ones that still verify them. */
	async signingKeys(): Promise<SigningKey[]> {
		const rows = await this.#database
			.selectFrom("vault.keys")
			.selectAll()
			.where("purpose", "=", "access_token")
			.where("status", "!=", "destroyed")
			.orderBy("created_at", "desc")
			.execute();
		return Promise.all(
			rows.map(async (row) => {
				const privateKey = createPrivateKey({ key: await this.#unwrap(row), format: "der", type: "pkcs8" });
				return { keyId: row.key_id, status: row.status, privateKey, publicKey: createPublicKey(privateKey) };
			}),
		);
	}

	/**
	 * The key that a merchant's pages encrypt to; made on first use.
	 *
	 * @throws Error when the merchant's key was made for the other environment: no key ever serves both (PCI DSS 3.6.1.1)
	 */
	async currentCardTokenKey(merchantId: number, environment: Environment): Promise<CardTokenKey> {
		const row = await this.#findOrCreate(this.#database, "card_token", merchantId, environment);
		if (row.environment !== environment) throw new Error(`Key ${row.key_id} is of the other environment.`);
		return this.#cardTokenKey(row);
	}

	/** The one key that a card token names, unless it does not exist or was destroyed. */
	async findCardTokenKey(keyId: string): Promise<CardTokenKey | undefined> {
		const now = this.#now();
		const cached = this.#cardTokenKeys.get(keyId);
		if (cached !== undefined && Math.abs(now - cached.readAt) < keyFreshMs) return cached.value;
		const row = await this.#database
			.selectFrom("vault.keys")
			.selectAll()
			.where("key_id", "=", keyId)
			.where("purpose", "=", "card_token")
			.where("status", "!=", "destroyed")
			.executeTakeFirst();
		// An unwrapped key is kept while its row stands, so that a fresh look costs a query and no cryptography.
		const value = row && (cached?.value ?? (await this.#cardTokenKey(row)));
		this.#remember(keyId, { value, readAt: now });
		return value;
	}

	/**
	 * The key that a merchant's cards, or its bank accounts, are encrypted with from now on; made on first use. Until the
	 * transaction ends it is locked against its rotation, so that nothing is ever written under a key that is no longer the
	 * current one (P-16).
	 */
	async lockDataKey(transaction: Kysely<VaultTables>, purpose: StoragePurpose, merchantId: number): Promise<DataKey> {
		return this.dataKeyOf(await this.#findOrCreate(transaction, purpose, merchantId, "none"), purpose);
	}

	/**
	 * The data key in a row.
	 *
	 * @throws Error when it was destroyed or changed, or is for something else
	 */
	async dataKeyOf(row: KeysTable, purpose: StoragePurpose): Promise<DataKey> {
		if (row.purpose !== purpose) throw new Error(`Key ${row.key_id} is not for ${purpose}.`);
		return { keyId: row.key_id, merchantId: row.merchant_id, bytes: await this.#unwrap(row) };
	}

	#remember(keyId: string, entry: Cached<CardTokenKey>): void {
		this.#cardTokenKeys.delete(keyId);
		// Key ids that do not exist come from whoever likes to invent them: they are not worth memory.
		if (entry.value === undefined) return;
		this.#cardTokenKeys.set(keyId, entry);
		if (this.#cardTokenKeys.size <= maximumCachedKeys) return;
		const [oldest] = this.#cardTokenKeys.keys();
		if (oldest !== undefined) this.#cardTokenKeys.delete(oldest);
	}

	async #cardTokenKey(row: KeysTable): Promise<CardTokenKey> {
		const opened = recipient(await this.#unwrap(row));
		if (row.environment === "none" || row.public_key === null) throw new Error(`Key ${row.key_id} is incomplete.`);
		return {
			keyId: row.key_id,
			merchantId: row.merchant_id,
			environment: row.environment,
			publicKey: row.public_key,
			recipient: opened,
		};
	}

	/**
	 * Makes the master key given the one of this database when it has none yet.
	 *
	 * @throws Error when anything in it needs a master key that is not in hand
	 */
	async #agreeOnMasterKey(): Promise<void> {
		await this.#database
			.insertInto("vault.master_key")
			.values({ master_key_id: this.#masterKeys.given.id, since: this.#now() })
			.onConflict((conflict) => conflict.doNothing())
			.execute();
		const needed = await this.#database
			.selectFrom("vault.keys")
			.select("master_key_id")
			.where("status", "!=", "destroyed")
			.union(this.#database.selectFrom("vault.master_key").select("master_key_id"))
			.execute();
		for (const { master_key_id } of needed) await this.#masterKeys.get(master_key_id);
	}

	async #findOrCreate(
		database: Kysely<VaultTables>,
		purpose: KeyPurpose,
		merchantId: number,
		environment: KeysTable["environment"],
	): Promise<KeysTable> {
		const existing = await this.#findCurrent(database, purpose, merchantId);
		if (existing !== undefined) return existing;
		const key = { purpose, merchant_id: merchantId, ...generateKey(purpose, environment) };
		await insertKey(database, this.#masterKeys, key, this.#now());
		// Read back what stands there: when two gateways start at once, one of the two inserts did nothing.
		const stored = await this.#findCurrent(database, purpose, merchantId);
		if (stored === undefined) throw new Error(`The key for ${purpose} could not be stored.`);
		return stored;
	}

	/** In a transaction the key stays the current one until that ends. */
	#findCurrent(database: Kysely<VaultTables>, purpose: KeyPurpose, merchantId: number): Promise<KeysTable | undefined> {
		return database
			.selectFrom("vault.keys")
			.selectAll()
			.where("purpose", "=", purpose)
			.where("merchant_id", "=", merchantId)
			.where("status", "=", "current")
			.$if(database.isTransaction, (query) => query.forShare())
			.executeTakeFirst();
	}

	#unwrap(row: KeysTable): Promise<Buffer> {
		return unwrapKey(this.#masterKeys, row);
	}
}

function keyFor<Purpose extends string, Key>(purpose: Purpose, keys: ReadonlyMap<Purpose, Key>): Key {
	const key = keys.get(purpose);
	if (key === undefined) throw new Error(`The key ring has no key for ${purpose}.`);
	return key;
}

/** The `merchant_id` of keys that serve every merchant. */
const sharedByAllMerchants = 0;
