import { resolve } from "node:path";
import { findMerchants, getNamedMerchant } from "@cardseal/merchants";
import { dayOf } from "@cardseal/platform";
import { operator, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { type Answer, type CommandGroup, CommandRefused, defineCommand } from "@cardseal/platform/operator";
import {
	createKeyRotation,
	type KeyRotation,
	listKeys,
	type Retirement,
	type RotatablePurpose,
	retireKey,
} from "@cardseal/vault";
import { createMasterKeyFiles, readConfiguredMasterKeys } from "../../../master-key/master-key.ts";
import type { GatewayContext } from "../../context.ts";
import { describeKeyList, describeRotation, type MerchantNames } from "./keys-text.ts";
import { masterKeyCommands } from "./master-key.command.ts";

const rotations: Record<RotatablePurpose, string> = {
	card_storage: "rotate-data",
	bank_account_storage: "rotate-accounts",
	processor_account_storage: "rotate-processors",
	card_token: "rotate-token",
	access_token: "rotate-signing",
};

/** `undefined` for a key that cannot be replaced. */
function rotationFor(purpose: string): string | undefined {
	return Object.entries(rotations).find(([rotatable]) => rotatable === purpose)?.[1];
}

const refusals = {
	unknownKey: () => new CommandRefused("There is no key with this id. See: npm run keys -- list"),
	alreadyDestroyed: () => new CommandRefused("This key is already destroyed."),
	current: (purpose: string) => {
		const rotation = rotationFor(purpose);
		return new CommandRefused(
			rotation === undefined
				? "This key is in use and cannot be replaced: its fingerprints can be found with this key only."
				: `This key is in use. Replace it first: npm run keys -- ${rotation}`,
		);
	},
	inUse: (purpose: string, stored: number) =>
		new CommandRefused(
			`This key still encrypts ${stored} rows. Encrypt them again first: npm run keys -- ${rotationFor(purpose)}`,
		),
	mayBeInUse: (purpose: string, until: number) =>
		new CommandRefused(
			`${
				purpose === "card_token"
					? `Checkout pages may use this key until ${dayOf(until)}.`
					: `Access tokens signed with this key may be valid until ${dayOf(until)}.`
			} If the key was stolen, do not wait: add --compromised`,
		),
	notShared: (files: string[]) =>
		new CommandRefused(
			`Running gateways read the new master key from ${files.join(" or ")}. Put it there for each of them first, and name that file.`,
		),
	noFile: (file: string) =>
		new CommandRefused(
			`There is no ${file}. To create a master key, as the user that runs the gateway: npm run keys -- create-master ${file}`,
		),
};

const merchantOption = {
	merchant: { type: "string", value: "ID", meaning: "Only the keys of the merchant with this id or public key." },
} as const;

export const keyCommands: CommandGroup<GatewayContext> = {
	name: "keys",
	script: "keys",
	summary: "Encryption and signing keys: list, rotate and destroy",
	terms: { KEY: "The key's id, as list prints it.", FILE: "A file that does not exist yet." },
	notes: ["An interrupted rotation is finished by the same command."],
	commands: [
		defineCommand({
			verb: "list",
			summary: "Lists every key, what still needs it, and when to rotate it.",
			operands: [],
			options: {},
			run: (context) => list(context),
		}),
		defineCommand({
			verb: "rotate-master",
			summary: "Wraps every key with another master key.",
			operands: [],
			options: { to: { type: "string", required: true, value: "FILE", meaning: "The file of the new master key." } },
			run: (context, _operands, { to }) => rotateMaster(context, resolve(to)),
		}),
		...masterKeyCommands,
		defineCommand({
			verb: "rotate-data",
			summary: "Replaces the keys of stored cards and encrypts the cards again.",
			operands: [],
			options: merchantOption,
			run: (context, _operands, { merchant }) => rotate(context, "card_storage", merchant),
		}),
		defineCommand({
			verb: "rotate-accounts",
			summary: "Replaces the keys of bank accounts and encrypts the accounts again.",
			operands: [],
			options: merchantOption,
			run: (context, _operands, { merchant }) => rotate(context, "bank_account_storage", merchant),
		}),
		defineCommand({
			verb: "rotate-processors",
			summary: "Replaces the keys of processor accounts and encrypts the accounts again.",
			operands: [],
			options: merchantOption,
			run: (context, _operands, { merchant }) => rotate(context, "processor_account_storage", merchant),
		}),
		defineCommand({
			verb: "rotate-token",
			summary: "Replaces the public keys of checkout pages.",
			operands: [],
			options: merchantOption,
			run: (context, _operands, { merchant }) => rotate(context, "card_token", merchant),
		}),
		defineCommand({
			verb: "rotate-signing",
			summary: "Replaces the key that signs access tokens.",
			operands: [],
			options: {},
			run: (context) => rotate(context, "access_token", undefined),
		}),
		defineCommand({
			verb: "retire",
			summary: "Destroys a key that is no longer needed.",
			operands: ["KEY"],
			options: {
				compromised: { type: "boolean", meaning: "Does not wait until pages and tokens stop using the key." },
			},
			run: (context, [keyId], { compromised = false }) => retire(context, keyId, compromised),
		}),
	],
};

async function list({ database, clocks }: GatewayContext): Promise<Answer> {
	const keys = await listKeys(database.withTables());
	const names = await namesOf(database, keys.keys);
	const json = {
		...keys,
		keys: keys.keys.map(({ merchantId, ...key }) => ({ ...key, merchant: nameOrUndefined(names, merchantId) })),
	};
	return { text: describeKeyList(keys, names, clocks.real.now()), json };
}

async function rotateMaster(context: GatewayContext, file: string): Promise<Answer> {
	const { config } = context;
	const { masterKeyFile, nextMasterKeyFile } = config;
	const shared = [masterKeyFile, nextMasterKeyFile].filter((one) => one !== undefined).map((one) => resolve(one));
	if (!shared.includes(file)) throw refusals.notShared(shared);
	const next = await createMasterKeyFiles(config).read(file);
	if (next === undefined) throw refusals.noFile(file);
	const rotation = await configuredRotation(context);
	await recordRotation(context, "master_key", null);
	const { masterKeyId, keys } = await rotation.rotateMaster(next.masterKey);
	const text = [
		`${keys} keys are now wrapped by master key ${masterKeyId}. The database needs no other master key.`,
		shared[0] === file
			? "MASTER_KEY_FILE has it already."
			: `Replace the former file of each gateway: mv ${file} ${shared[0]}`,
		"Gateways need no restart. Lock the former file away for as long as you keep earlier backups.",
	].join("\n");
	return { text, json: { masterKeyId, keys } };
}

async function rotate(
	context: GatewayContext,
	purpose: RotatablePurpose,
	merchantName: string | undefined,
): Promise<Answer> {
	const { database } = context;
	const merchant = merchantName === undefined ? undefined : await getNamedMerchant(database, merchantName);
	const rotation = await configuredRotation(context);
	await recordRotation(context, purpose, merchant?.id ?? null);
	const rotated = await rotation.rotate({ purpose, merchantId: merchant?.id });
	const names = await namesOf(database, rotated.keys);
	const json = {
		...rotated,
		keys: rotated.keys.map(({ merchantId, ...key }) => ({ ...key, merchant: nameOrUndefined(names, merchantId) })),
	};
	return { text: describeRotation(rotated, names), json, isComplete: rotated.unreadable.length === 0 };
}

/** Runs before the rotation, which takes many steps and may end at any of them. */
async function recordRotation(
	{ database, clocks, login }: GatewayContext,
	purpose: string,
	merchantId: number | null,
): Promise<void> {
	const about = { object: purpose, merchantId, caller: operator(login) };
	await recordEvent(database, clocks, { ...about, type: "key.rotation_begun" });
}

async function retire(
	{ database, clocks, login }: GatewayContext,
	keyId: string,
	compromised: boolean,
): Promise<Answer> {
	await database.transaction().execute(async (transaction: Database) => {
		const now = clocks.real.now();
		refuseUnlessDestroyed(await retireKey({ database: transaction.withTables(), keyId, now, compromised }));
		const about = { object: keyId, merchantId: null, caller: operator(login) };
		await recordEvent(transaction, clocks, { ...about, type: "key.destroyed" });
	});
	const text = `Key ${keyId} is destroyed. Backups still hold it, wrapped by the master key of their time.`;
	return { text, json: { keyId, status: "destroyed" } };
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

async function configuredRotation({ config, database, clocks, reportProgress }: GatewayContext): Promise<KeyRotation> {
	return createKeyRotation({
		database: database.withTables(),
		...(await readConfiguredMasterKeys(config, { createWhenMissing: false })),
		now: () => clocks.real.now(),
		onProgress: ({ what, done, total }) => reportProgress(`${what}: ${done} of ${total}`),
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
