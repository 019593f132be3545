import { resolve } from "node:path";
import {
	type KeyRotation,
	listKeys,
	type OnProgress,
	openKeyRotation,
	type Retirement,
	type RotatablePurpose,
	retireKey,
} from "@cardseal/vault";
import { operator } from "../audit/event.ts";
import { recordEvent } from "../audit/record.ts";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { readMasterKey, readMasterKeys } from "../master-key.ts";
import { findMerchants } from "../merchants/merchants.store.ts";
import { CommandRefused } from "./command-refused.ts";
import { dayOf, describeKeyList, describeRotation, type MerchantNames } from "./describe-keys.ts";
import { getNamedMerchant } from "./operation.ts";
import type { KeyCommand } from "./read-key-command.ts";

/** How each kind of key is rotated, for hints. */
const rotationOf: Record<RotatablePurpose, string> = {
	card_storage: "rotate-data",
	bank_account_storage: "rotate-accounts",
	card_token: "rotate-token",
	access_token: "rotate-signing",
};

/** `undefined` for a key that has no successor. */
function rotationFor(purpose: string): string | undefined {
	return Object.entries(rotationOf).find(([rotatable]) => rotatable === purpose)?.[1];
}

// Why a command is not carried out, in words for the operator who typed it.
const refusals = {
	unknownKey: () => new CommandRefused("There is no key with this id. See: npm run keys -- list"),
	alreadyDestroyed: () => new CommandRefused("This key was destroyed before."),
	current: (purpose: string) => {
		const rotation = rotationFor(purpose);
		return new CommandRefused(
			rotation === undefined
				? "This key is in use, and what it has made can be found with it alone: it has no successor."
				: `This key is in use. Give it a successor first: npm run keys -- ${rotation}`,
		);
	},
	inUse: (purpose: string, stored: number) =>
		new CommandRefused(
			`Stored under this key: ${stored}. Encrypt that anew first: npm run keys -- ${rotationFor(purpose)}`,
		),
	mayBeInUse: (purpose: string, until: number) =>
		new CommandRefused(
			purpose === "card_token"
				? `Checkout pages may have this key in them until ${dayOf(until)}. If it was stolen, do not wait: add --compromised`
				: `Access tokens that it signed may be good until ${dayOf(until)}. If it was stolen, do not wait: add --compromised`,
		),
	notShared: (files: string[]) =>
		new CommandRefused(
			`Running gateways look for the new master key in ${files.join(" and in ")}. Put it there for each of them first, and name that file.`,
		),
	noFile: (file: string) =>
		new CommandRefused(
			`There is no ${file}. For a new master key: (umask 077; openssl rand -base64 32 > ${file}), as whoever runs the gateway`,
		),
};

export interface KeyManagement {
	database: Database;
	clocks: Clocks;
	/** The operator's name on this machine, for the audit log. */
	login: string;
	/** As gateways have them: see `Config`. */
	masterKeyFile: string | undefined;
	nextMasterKeyFile: string | undefined;
	/** Whether a master key that others can reach is refused: see `readMasterKey`. */
	mustBePrivate: boolean;
	onProgress: OnProgress;
}

/** What to tell the operator, in words and as JSON. */
export interface KeyReport {
	text: string;
	json: object;
	/** Whether nothing is left that somebody must look at. */
	isComplete: boolean;
}

/**
 * Carries an operator's command on keys out, while gateways run.
 *
 * @throws CommandRefused, ConfigError
 */
export async function manageKeys(management: KeyManagement, command: KeyCommand): Promise<KeyReport> {
	switch (command.action) {
		case "list":
			return list(management);
		case "rotate-master":
			return rotateMaster(management, resolve(command.file));
		case "rotate":
			return rotate(management, command.purpose, command.merchantName);
		case "retire":
			return retire(management, command.keyId, command.compromised);
	}
}

async function list({ database, clocks }: KeyManagement): Promise<KeyReport> {
	const keys = await listKeys(database.withTables());
	const names = await namesOf(database, keys.keys);
	const json = {
		...keys,
		keys: keys.keys.map(({ merchantId, ...key }) => ({ ...key, merchant: nameOrUndefined(names, merchantId) })),
	};
	return { text: describeKeyList(keys, names, clocks.real.now()), json, isComplete: true };
}

async function rotateMaster(management: KeyManagement, file: string): Promise<KeyReport> {
	const { masterKeyFile, nextMasterKeyFile, mustBePrivate } = management;
	const shared = [masterKeyFile, nextMasterKeyFile].filter((one) => one !== undefined).map((one) => resolve(one));
	if (!shared.includes(file)) throw refusals.notShared(shared);
	const [masterKey] = await readMasterKeys([file], { mustBePrivate });
	if (masterKey === undefined) throw refusals.noFile(file);
	const rotation = await openRotation(management);
	await recordRotation(management, "master_key", null);
	const { masterKeyId, keys } = await rotation.rotateMaster(masterKey);
	const text = [
		`${keys} keys are now wrapped by master key ${masterKeyId}, and nothing in the database needs another one.`,
		shared[0] === file
			? "MASTER_KEY_FILE has it already."
			: `Let it take the place of the former one, for each gateway: mv ${file} ${shared[0]}`,
		"Gateways need no restart. Keep the former file, locked away, for as long as you keep backups from before.",
	].join("\n");
	return { text, json: { masterKeyId, keys }, isComplete: true };
}

async function rotate(
	management: KeyManagement,
	purpose: RotatablePurpose,
	merchantName: string | undefined,
): Promise<KeyReport> {
	const { database } = management;
	const merchant = merchantName === undefined ? undefined : await getNamedMerchant(database, merchantName);
	const rotation = await openRotation(management);
	await recordRotation(management, purpose, merchant?.id ?? null);
	const rotated = await rotation.rotate({ purpose, merchantId: merchant?.id });
	const names = await namesOf(database, rotated.keys);
	const json = {
		...rotated,
		keys: rotated.keys.map(({ merchantId, ...key }) => ({ ...key, merchant: nameOrUndefined(names, merchantId) })),
	};
	return { text: describeRotation(rotated, names), json, isComplete: rotated.unreadable.length === 0 };
}

/** Before it begins: a rotation takes many steps, and may end at any of them. */
async function recordRotation({ database, clocks, login }: KeyManagement, purpose: string, merchantId: number | null) {
	const about = { object: purpose, merchantId, caller: operator(login) };
	await recordEvent(database, clocks, { ...about, type: "key.rotation_begun" });
}

async function retire({ database, clocks, login }: KeyManagement, keyId: string, compromised: boolean) {
	await database.transaction().execute(async (transaction: Database) => {
		const now = clocks.real.now();
		refuseUnlessDestroyed(await retireKey({ database: transaction.withTables(), keyId, now, compromised }));
		const about = { object: keyId, merchantId: null, caller: operator(login) };
		await recordEvent(transaction, clocks, { ...about, type: "key.destroyed" });
	});
	const text = `Key ${keyId} is destroyed. Backups still have it, wrapped by the master key of their time.`;
	return { text, json: { keyId, status: "destroyed" }, isComplete: true };
}

function refuseUnlessDestroyed(retirement: Retirement): void {
	switch (retirement.outcome) {
		case "unknown_key":
			throw refusals.unknownKey();
		case "already_destroyed":
			throw refusals.alreadyDestroyed();
		case "current":
			throw refusals.current(retirement.purpose);
		case "in_use":
			throw refusals.inUse(retirement.purpose, retirement.stored);
		case "may_be_in_use":
			throw refusals.mayBeInUse(retirement.purpose, retirement.until);
		case "destroyed":
	}
}

async function openRotation(management: KeyManagement): Promise<KeyRotation> {
	const { database, clocks, onProgress, masterKeyFile, nextMasterKeyFile, mustBePrivate } = management;
	return openKeyRotation({
		database: database.withTables(),
		masterKey: await readMasterKey({ file: masterKeyFile, createWhenMissing: false, mustBePrivate }),
		readMasterKeys: () => readMasterKeys([masterKeyFile, nextMasterKeyFile], { mustBePrivate }),
		now: () => clocks.real.now(),
		onProgress,
	});
}

async function namesOf(database: Database, keys: { merchantId: number | undefined }[]): Promise<MerchantNames> {
	const ids = new Set(keys.map(({ merchantId }) => merchantId).filter((id) => id !== undefined));
	const merchants = await findMerchants(database, [...ids]);
	return new Map(merchants.map(({ id, publicId }) => [id, publicId]));
}

function nameOrUndefined(names: MerchantNames, merchantId: number | undefined): string | undefined {
	return merchantId === undefined ? undefined : names.get(merchantId);
}
