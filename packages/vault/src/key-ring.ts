import {
	createHmac,
	createPrivateKey,
	createPublicKey,
	generateKeyPairSync,
	type KeyObject,
	randomBytes,
} from "node:crypto";
import { generateRecipientKey, keyIdOf, type Recipient, recipient } from "@cardseal/encrypt/open";
import type { Kysely } from "kysely";
import { type MasterKey, unwrap, wrap } from "./at-rest.ts";
import type { Environment } from "./card.ts";
import type { KeyPurpose, KeyStatus, KeysTable, VaultTables } from "./schema.ts";

/** Purposes whose key is 32 random bytes for HMAC-SHA-256. */
export type MacPurpose = "idempotency" | "cursor" | "client_secret" | "sandbox" | "card_fingerprint" | "guard";

const macPurposes: readonly MacPurpose[] = [
	"idempotency",
	"cursor",
	"client_secret",
	"sandbox",
	"card_fingerprint",
	"guard",
];

/** A merchant's key for card tokens, unwrapped. */
export interface CardTokenKey {
	keyId: string;
	merchantId: number;
	environment: Environment;
	publicKey: Uint8Array;
	recipient: Recipient;
}

/** A merchant's data key, unwrapped: what its stored card numbers are encrypted with (AES-256). */
export interface CardStorageKey {
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
const keyFreshMilliseconds = 1_000;

interface Cached<T> {
	value: T | undefined;
	readAt: number;
}

/** Keys unwrapped at most: beyond that the oldest goes, and is read again when it is needed. */
const maximumCachedKeys = 10_000;

export interface KeyRingOptions {
	database: Kysely<VaultTables>;
	masterKey: MasterKey;
	/** Real time, ms since 1970. */
	now: () => number;
}

/**
 * Every secret key the gateway has. They rest in the database, each wrapped by the master key with its purpose, merchant,
 * environment and public part bound in, so that a changed row is found out before it is used (PCI DSS 3.7.7).
 * This is the only code that unwraps a key.
 */
export class KeyRing {
	readonly #database: Kysely<VaultTables>;
	readonly #masterKey: MasterKey;
	readonly #now: () => number;
	readonly #macKeys = new Map<MacPurpose, Buffer>();
	readonly #cardTokenKeys = new Map<string, Cached<CardTokenKey>>();

	private constructor(options: KeyRingOptions) {
		this.#database = options.database;
		this.#masterKey = options.masterKey;
		this.#now = options.now;
	}

	/**
	 * Opens the ring, making the keys that every installation needs when they are not there yet.
	 *
	 * @throws Error when the keys in the database were wrapped by another master key
	 */
	static async open(options: KeyRingOptions): Promise<KeyRing> {
		const ring = new KeyRing(options);
		await ring.#refuseForeignMasterKey();
		for (const purpose of macPurposes) {
			ring.#macKeys.set(purpose, await ring.#findOrCreateSecret(purpose, () => randomBytes(32)));
		}
		await ring.#findOrCreateSecret("access_token", generateSigningSecret);
		return ring;
	}

	/** HMAC-SHA-256 under the key of `purpose`. */
	mac(purpose: MacPurpose, message: string | Uint8Array): Buffer {
		const key = this.#macKeys.get(purpose);
		if (key === undefined) throw new Error(`The key ring has no key for ${purpose}.`);
		return createHmac("sha256", key).update(message).digest();
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
		return rows.map((row) => {
			const privateKey = createPrivateKey({ key: this.#unwrap(row), format: "der", type: "pkcs8" });
			return { keyId: row.key_id, status: row.status, privateKey, publicKey: createPublicKey(privateKey) };
		});
	}

	/**
	 * The key that a merchant's pages encrypt to; made on first use.
	 *
	 * @throws Error when the merchant's key was made for the other environment: no key ever serves both (PCI DSS 3.6.1.1)
	 */
	async currentCardTokenKey(merchantId: number, environment: Environment): Promise<CardTokenKey> {
		const row = await this.#findOrCreate("card_token", merchantId, () => {
			const { privateKey, publicKey } = generateRecipientKey();
			return { key_id: keyIdOf(publicKey), environment, public_key: Buffer.from(publicKey), secret: privateKey };
		});
		if (row.environment !== environment) throw new Error(`Key ${row.key_id} is of the other environment.`);
		return this.#cardTokenKey(row);
	}

	/** The one key that a card token names, unless it does not exist or was destroyed. */
	async findCardTokenKey(keyId: string): Promise<CardTokenKey | undefined> {
		const now = this.#now();
		const cached = this.#cardTokenKeys.get(keyId);
		if (cached !== undefined && Math.abs(now - cached.readAt) < keyFreshMilliseconds) return cached.value;
		const row = await this.#database
			.selectFrom("vault.keys")
			.selectAll()
			.where("key_id", "=", keyId)
			.where("purpose", "=", "card_token")
			.where("status", "!=", "destroyed")
			.executeTakeFirst();
		// An unwrapped key is kept while its row stands, so that a fresh look costs a query and no cryptography.
		const value = row && (cached?.value ?? this.#cardTokenKey(row));
		this.#remember(keyId, { value, readAt: now });
		return value;
	}

	/** The key that a merchant's cards are encrypted with from now on; made on first use. */
	async currentCardStorageKey(database: Kysely<VaultTables>, merchantId: number): Promise<CardStorageKey> {
		const generate = () => ({
			key_id: randomBytes(8).toString("hex"),
			environment: "none" as const,
			public_key: null,
			secret: randomBytes(32),
		});
		const row = await this.#findOrCreate("card_storage", merchantId, generate, database);
		return this.#cardStorageKey(row);
	}

	/** The data key that a stored card names, unless it does not exist or was destroyed. */
	async findCardStorageKey(keyId: string): Promise<CardStorageKey | undefined> {
		const row = await this.#database
			.selectFrom("vault.keys")
			.selectAll()
			.where("key_id", "=", keyId)
			.where("purpose", "=", "card_storage")
			.where("status", "!=", "destroyed")
			.executeTakeFirst();
		return row && this.#cardStorageKey(row);
	}

	#cardStorageKey(row: KeysTable): CardStorageKey {
		return { keyId: row.key_id, merchantId: row.merchant_id, bytes: this.#unwrap(row) };
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

	#cardTokenKey(row: KeysTable): CardTokenKey {
		const opened = recipient(this.#unwrap(row));
		if (row.environment === "none" || row.public_key === null) throw new Error(`Key ${row.key_id} is incomplete.`);
		return {
			keyId: row.key_id,
			merchantId: row.merchant_id,
			environment: row.environment,
			publicKey: row.public_key,
			recipient: opened,
		};
	}

	async #refuseForeignMasterKey(): Promise<void> {
		const foreign = await this.#database
			.selectFrom("vault.keys")
			.select("master_key_id")
			.where("status", "!=", "destroyed")
			.where("master_key_id", "!=", this.#masterKey.id)
			.executeTakeFirst();
		if (foreign === undefined) return;
		throw new Error(
			`This database's keys are wrapped by master key ${foreign.master_key_id}, but the one given is ` +
				`${this.#masterKey.id}. Set MASTER_KEY_FILE to the file that was used before.`,
		);
	}

	async #findOrCreateSecret(purpose: KeyPurpose, generate: () => Uint8Array): Promise<Buffer> {
		const row = await this.#findOrCreate(purpose, sharedByAllMerchants, () => ({
			key_id: randomBytes(8).toString("hex"),
			environment: "none",
			public_key: null,
			secret: generate(),
		}));
		return this.#unwrap(row);
	}

	/** @param database the transaction that the caller is in: waiting in it for another connection could last for ever */
	async #findOrCreate(
		purpose: KeyPurpose,
		merchantId: number,
		generate: () => GeneratedKey,
		database = this.#database,
	): Promise<KeysTable> {
		const existing = await this.#findCurrent(database, purpose, merchantId);
		if (existing !== undefined) return existing;
		await this.#insert(database, { purpose, merchant_id: merchantId, ...generate() });
		// Read back what stands there: when two gateways start at once, one of the two inserts did nothing.
		const stored = await this.#findCurrent(database, purpose, merchantId);
		if (stored === undefined) throw new Error(`The key for ${purpose} could not be stored.`);
		return stored;
	}

	#findCurrent(database: Kysely<VaultTables>, purpose: KeyPurpose, merchantId: number): Promise<KeysTable | undefined> {
		return database
			.selectFrom("vault.keys")
			.selectAll()
			.where("purpose", "=", purpose)
			.where("merchant_id", "=", merchantId)
			.where("status", "=", "current")
			.executeTakeFirst();
	}

	async #insert(database: Kysely<VaultTables>, key: NewKey): Promise<void> {
		const { secret, ...row } = key;
		await database
			.insertInto("vault.keys")
			.values({
				...row,
				wrapped_secret: wrap(this.#masterKey, secret, contextOf(row)),
				master_key_id: this.#masterKey.id,
				status: "current",
				created_at: this.#now(),
				retired_at: null,
			})
			// When another gateway was quicker, its key is the one: the index allows one current key a purpose and merchant.
			.onConflict((conflict) => conflict.doNothing())
			.execute();
	}

	#unwrap(row: KeysTable): Buffer {
		if (row.wrapped_secret === null) throw new Error(`Key ${row.key_id} was destroyed.`);
		try {
			return unwrap(this.#masterKey, row.wrapped_secret, contextOf(row));
		} catch (cause) {
			throw new Error(`Key ${row.key_id} was changed in the database or wrapped by another master key.`, { cause });
		}
	}
}

type KeyIdentity = Pick<KeysTable, "key_id" | "purpose" | "merchant_id" | "environment" | "public_key">;
type NewKey = KeyIdentity & { secret: Uint8Array };
type GeneratedKey = Omit<NewKey, "purpose" | "merchant_id">;

/** The `merchant_id` of keys that serve every merchant. */
const sharedByAllMerchants = 0;

/** What a wrapped secret is bound to: all that a tamperer with the table might want to change. */
function contextOf(key: KeyIdentity): string {
	const publicKey = key.public_key === null ? "" : Buffer.from(key.public_key).toString("hex");
	return ["cardseal key v1", key.key_id, key.purpose, key.merchant_id, key.environment, publicKey].join("|");
}

function generateSigningSecret(): Uint8Array {
	return generateKeyPairSync("ed25519").privateKey.export({ format: "der", type: "pkcs8" });
}
