import { createHmac, createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from "node:crypto";
import { type Recipient, recipient } from "@cardseal/encrypt/open";
import type { Kysely } from "kysely";
import type { Environment } from "../cards/card.ts";
import {
	type KeyPurpose,
	type KeyStatus,
	type KeysTable,
	type MacPurpose,
	macPurposes,
	type SealPurpose,
	type StoragePurpose,
	sealPurposes,
	type VaultTables,
} from "../schema.ts";
import { unwrap, type WrappingKey, wrap } from "./at-rest.ts";
import { generateKey } from "./generate-key.ts";
import type { MasterKeys } from "./master-keys.ts";
import { insertKey, unwrapKey } from "./wrapped-keys.ts";

export interface CardTokenKey {
	keyId: string;
	merchantId: number;
	environment: Environment;
	publicKey: Uint8Array;
	recipient: Recipient;
}

export interface DataKey {
	keyId: string;
	merchantId: number;
	bytes: Uint8Array;
}

export interface SigningKey {
	keyId: string;
	status: KeyStatus;
	privateKey: KeyObject;
	publicKey: KeyObject;
}

/** A key retired by another gateway stays usable for at most this long. */
const keyFreshMs = 1_000;

interface Cached<T> {
	value: T | undefined;
	readAt: number;
}

const maximumCachedKeys = 10_000;

export interface KeyRingOptions {
	database: Kysely<VaultTables>;
	masterKeys: MasterKeys;
	now: () => number;
}

/** Binds the other columns, so that a changed row is detected (PCI DSS 3.7.7). */
export class KeyRing {
	readonly #database: Kysely<VaultTables>;
	readonly #masterKeys: MasterKeys;
	readonly #now: () => number;
	/** Eight times as fast as raw key bytes. */
	readonly #macKeys = new Map<MacPurpose, KeyObject>();
	readonly #sealKeys = new Map<SealPurpose, WrappingKey>();
	readonly #cardTokenKeys = new Map<string, Cached<CardTokenKey>>();

	private constructor(options: KeyRingOptions) {
		this.#database = options.database;
		this.#masterKeys = options.masterKeys;
		this.#now = options.now;
	}

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
		// A changed key stops the start rather than the first sign-in.
		await ring.#unwrap(await ring.#findOrCreate(options.database, "access_token", sharedByAllMerchants, "none"));
		return ring;
	}

	mac(purpose: MacPurpose, message: string | Uint8Array): Buffer {
		return createHmac("sha256", keyFor(purpose, this.#macKeys)).update(message).digest();
	}

	seal(purpose: SealPurpose, secret: Uint8Array, context: string): Buffer {
		return wrap(keyFor(purpose, this.#sealKeys), secret, `cardseal ${purpose} v1|${context}`);
	}

	unseal(purpose: SealPurpose, sealed: Uint8Array, context: string): Buffer {
		return unwrap(keyFor(purpose, this.#sealKeys), sealed, `cardseal ${purpose} v1|${context}`);
	}

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
	 * Created on first use.
	 *
	 * @throws Error when it is for the other environment (PCI DSS 3.6.1.1)
	 */
	async currentCardTokenKey(merchantId: number, environment: Environment): Promise<CardTokenKey> {
		const row = await this.#findOrCreate(this.#database, "card_token", merchantId, environment);
		if (row.environment !== environment) throw new Error(`Key ${row.key_id} is of the other environment.`);
		return this.#cardTokenKey(row);
	}

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
		const value = row && (cached?.value ?? (await this.#cardTokenKey(row)));
		this.#remember(keyId, { value, readAt: now });
		return value;
	}

	/** Created on first use. Locked until the transaction ends: nothing is written under a retired key (P-16). */
	async lockDataKey(transaction: Kysely<VaultTables>, purpose: StoragePurpose, merchantId: number): Promise<DataKey> {
		return this.dataKeyOf(await this.#findOrCreate(transaction, purpose, merchantId, "none"), purpose);
	}

	async dataKeyOf(row: KeysTable, purpose: StoragePurpose): Promise<DataKey> {
		if (row.purpose !== purpose) throw new Error(`Key ${row.key_id} is not for ${purpose}.`);
		return { keyId: row.key_id, merchantId: row.merchant_id, bytes: await this.#unwrap(row) };
	}

	#remember(keyId: string, entry: Cached<CardTokenKey>): void {
		this.#cardTokenKeys.delete(keyId);
		// Unknown key ids are not cached: anyone can invent them.
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

const sharedByAllMerchants = 0;
