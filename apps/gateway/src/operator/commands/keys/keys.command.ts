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

const merchantRotations: readonly [RotatablePurpose, string, string][] = [
	["card_storage", "rotate-data", "Replaces the keys of stored cards and encrypts the cards again."],
	["bank_account_storage", "rotate-accounts", "Replaces the keys of bank accounts and encrypts the accounts again."],
	[
		"processor_account_storage",
		"rotate-processors",
		"Replaces the keys of processor accounts and encrypts the accounts again.",
	],
	["card_token", "rotate-token", "Replaces the public keys of checkout pages."],
];

/** `undefined` for a key that cannot be replaced. */
function rotationFor(purpose: string): string | undefined {
	if (purpose === "access_token") return "rotate-signing";
	return merchantRotations.find(([rotatable]) => rotatable === purpose)?.[1];
}

const refusals = {
	notShared: (files: string[]) =>
		new CommandRefused(
			`Running gateways read the new master key from ${files.join(" or ")}. Put it there for each of them first, and name that file.`,
		),
	noFile: (file: string) =>
		new CommandRefused(
			`There is no ${file}. To create a master key, as the user that runs the gateway: npm run keys -- create-master ${file}`,
		),
};

function refusalOf(retirement: Exclude<Retirement, { outcome: "destroyed" }>): CommandRefused {
	switch (retirement.outcome) {
		case "unknown_key":
			return new CommandRefused("There is no key with this id. See: npm run keys -- list");
		case "already_destroyed":
			return new CommandRefused("This key is already destroyed.");
		case "current": {
			const rotation = rotationFor(retirement.purpose);
			return new CommandRefused(
				rotation === undefined
					? "This key is in use and cannot be replaced: its fingerprints can be found with this key only."
					: `This key is in use. Replace it first: npm run keys -- ${rotation}`,
			);
		}
		case "in_use":
			return new CommandRefused(
				`This key still encrypts ${retirement.stored} rows. Encrypt them again first: npm run keys -- ${rotationFor(retirement.purpose)}`,
			);
		case "may_be_in_use": {
			const until = dayOf(retirement.until);
			return new CommandRefused(
				`${
					retirement.purpose === "card_token"
						? `Checkout pages may use this key until ${until}.`
						: `Access tokens signed with this key may be valid until ${until}.`
				} If the key was stolen, do not wait: add --compromised`,
			);
		}
	}
}

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
			run: (context) => list(context),
		}),
		defineCommand({
			verb: "rotate-master",
			summary: "Wraps every key with another master key.",
			options: { to: { type: "string", required: true, value: "FILE", meaning: "The file of the new master key." } },
			run: (context, _operands, { to }) => rotateMaster(context, resolve(to)),
		}),
		...masterKeyCommands,
		...merchantRotations.map(([purpose, verb, summary]) =>
			defineCommand({
				verb,
				summary,
				options: merchantOption,
				run: (context: GatewayContext, _operands, { merchant }) => rotate(context, purpose, merchant),
			}),
		),
		defineCommand({
			verb: "rotate-signing",
			summary: "Replaces the key that signs access tokens.",
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
	const list = await listKeys(database.withTables());
	const names = await namesOf(database, list.keys);
	return {
		text: describeKeyList(list, names, clocks.real.now()),
		json: { ...list, keys: withNames(list.keys, names) },
	};
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
	const json = { ...rotated, keys: withNames(rotated.keys, names) };
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
		const retirement = await retireKey({ database: transaction.withTables(), keyId, now, compromised });
		if (retirement.outcome !== "destroyed") throw refusalOf(retirement);
		const about = { object: keyId, merchantId: null, caller: operator(login) };
		await recordEvent(transaction, clocks, { ...about, type: "key.destroyed" });
	});
	const text = `Key ${keyId} is destroyed. Backups still hold it, wrapped by the master key of their time.`;
	return { text, json: { keyId, status: "destroyed" } };
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

function withNames<Key extends { merchantId: number | undefined }>(keys: readonly Key[], names: MerchantNames) {
	return keys.map(({ merchantId, ...key }) => ({ ...key, merchant: names.get(merchantId ?? 0) }));
}
