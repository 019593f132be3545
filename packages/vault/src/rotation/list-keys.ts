import { formatPublicKey } from "@cardseal/encrypt/open";
import type { Kysely } from "kysely";
import type { KeyPurpose, KeyStatus, KeysTable, VaultTables } from "../schema.ts";
import { countStored } from "./count-stored.ts";
import { neededUntil } from "./retire-key.ts";

const day = 86_400_000;

/** P-15. HMAC keys are never replaced: their values could no longer be found. */
const cryptoperiodDays: Partial<Record<KeyPurpose, number>> = {
	card_storage: 365,
	bank_account_storage: 365,
	processor_account_storage: 365,
	card_token: 365,
	access_token: 90,
};

const masterCryptoperiodDays = 365;

export interface ListedKey {
	keyId: string;
	purpose: KeyPurpose;
	/** `undefined`: all merchants. */
	merchantId: number | undefined;
	status: KeyStatus;
	masterKeyId: string;
	createdAt: number;
	retiredAt: number | undefined;
	stored: number;
	dueAt: number | undefined;
	/** Absent while the key encrypts something. */
	destroyableFrom: number | undefined;
}

export interface KeyList {
	master: { masterKeyId: string; since: number; dueAt: number } | undefined;
	keys: ListedKey[];
}

/** Needs no master key. */
export async function listKeys(database: Kysely<VaultTables>): Promise<KeyList> {
	const master = await database.selectFrom("vault.master_key").selectAll().executeTakeFirst();
	const rows = await database
		.selectFrom("vault.keys as key")
		.selectAll()
		.select(countStored)
		.orderBy("merchant_id")
		.orderBy("purpose")
		.orderBy("created_at", "desc")
		.execute();
	return {
		master: master && {
			masterKeyId: master.master_key_id,
			since: master.since,
			dueAt: master.since + masterCryptoperiodDays * day,
		},
		keys: rows.map((row) => listed(row, row.stored)),
	};
}

function listed(row: KeysTable, stored: number): ListedKey {
	const period = cryptoperiodDays[row.purpose];
	return {
		keyId: row.key_id,
		purpose: row.purpose,
		merchantId: row.merchant_id === 0 ? undefined : row.merchant_id,
		status: row.status,
		masterKeyId: row.master_key_id,
		createdAt: row.created_at,
		retiredAt: row.retired_at ?? undefined,
		stored,
		dueAt: row.status === "current" && period !== undefined ? row.created_at + period * day : undefined,
		destroyableFrom: row.status === "retired" ? neededUntil(row) : undefined,
	};
}

export interface ListedTokenKey
	extends Pick<ListedKey, "keyId" | "createdAt" | "retiredAt" | "dueAt" | "destroyableFrom"> {
	publicKey: string;
	status: "current" | "retired";
}

export async function listTokenKeys(database: Kysely<VaultTables>, merchantId: number): Promise<ListedTokenKey[]> {
	const rows = await database
		.selectFrom("vault.keys")
		.selectAll()
		.where("purpose", "=", "card_token")
		.where("merchant_id", "=", merchantId)
		.orderBy("created_at", "desc")
		.execute();
	return rows.flatMap((row) => {
		const { status, public_key: publicKey, environment } = row;
		if (status === "destroyed" || publicKey === null || environment === "none") return [];
		const { keyId, createdAt, retiredAt, dueAt, destroyableFrom } = listed(row, 0);
		return [
			{
				keyId,
				createdAt,
				retiredAt,
				dueAt,
				destroyableFrom,
				status,
				publicKey: formatPublicKey(publicKey, environment),
			},
		];
	});
}

/** Newest first, with destroyed ones. ms since 1970. */
export async function listTokenKeyTimes(
	database: Kysely<VaultTables>,
	{ merchantId, since }: { merchantId: number; since: number },
): Promise<number[]> {
	const rows = await database
		.selectFrom("vault.keys")
		.select("created_at")
		.where("purpose", "=", "card_token")
		.where("merchant_id", "=", merchantId)
		.where("created_at", ">", since)
		.orderBy("created_at", "desc")
		.execute();
	return rows.map(({ created_at }) => created_at);
}

/** Each purpose's oldest current key, in ms; `master` is the master key. */
export async function readKeyAges(database: Kysely<VaultTables>, now: number): Promise<Record<string, number>> {
	const master = await database.selectFrom("vault.master_key").select("since").executeTakeFirst();
	const oldest = await database
		.selectFrom("vault.keys")
		.select(["purpose", (row) => row.fn.min("created_at").as("created_at")])
		.where("status", "=", "current")
		.groupBy("purpose")
		.execute();
	const ages = oldest.map(({ purpose, created_at }) => [purpose, now - created_at]);
	return Object.fromEntries(master === undefined ? ages : [["master", now - master.since], ...ages]);
}
