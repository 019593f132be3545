import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { ConfigError, createFileAtomically } from "@cardseal/platform";
import { generateMasterKey, parseMasterKey } from "@cardseal/vault";
import type { Config } from "../config.ts";
import type { KeyService } from "./key-service.ts";
import { createPkcs11KeyService } from "./pkcs11.ts";
import { parsePkcs11Uri } from "./pkcs11-uri.ts";
import { readPrivateFile } from "./private-file.ts";
import { readSealed, sealMasterKey, unsealMasterKey } from "./sealed-master-key.ts";

export type MasterKeySettings = Pick<Config, "masterKeyFile" | "nextMasterKeyFile" | "masterKeyHsm" | "sandbox">;

/** `undefined` for an unsealed file. */
export interface MasterKeyFile {
	masterKey: string;
	masterKeyId: string;
	sealedBy: string | undefined;
}

interface MasterKeyFilesOptions {
	service?: KeyService | undefined;
	triesAfterWrongPin?: boolean;
}

export function createMasterKeyFiles(
	{ masterKeyHsm, sandbox }: Pick<MasterKeySettings, "masterKeyHsm" | "sandbox">,
	{ triesAfterWrongPin = false, ...options }: MasterKeyFilesOptions = {},
) {
	const mustBePrivate = !sandbox;
	const service =
		options.service ??
		(masterKeyHsm === undefined
			? undefined
			: createPkcs11KeyService(parsePkcs11Uri(masterKeyHsm), { mustBePrivate, triesAfterWrongPin }));
	const unsealed = new Map<string, Promise<string>>();

	/** Concurrent reads share a call; failures are tried again. */
	function unsealOnce(content: string, unseal: () => Promise<string>): Promise<string> {
		const known = unsealed.get(content) ?? unseal();
		unsealed.set(content, known);
		known.catch(() => unsealed.delete(content));
		return known;
	}

	return {
		/**
		 * Returns `undefined` without a file. Unseals once, so that a key service may fail later.
		 * @throws ConfigError for an unreadable or insecure file
		 */
		async read(file: string): Promise<MasterKeyFile | undefined> {
			const content = await readPrivateFile("The master key", file, mustBePrivate).catch((error: unknown) => {
				if (error instanceof ConfigError) throw error;
				throw new ConfigError(`This master key cannot be read: ${file}`, { cause: error });
			});
			if (content === undefined) return undefined;
			const sealed = readSealed(content, file);
			const masterKey =
				sealed === undefined ? content : await unsealOnce(content, () => unsealMasterKey(service, sealed, file));
			return { masterKey, masterKeyId: parseMasterKey(masterKey).id, sealedBy: sealed?.key };
		},
		/** Seals with MASTER_KEY_HSM. Returns `false` if the file exists. */
		async create(file: string, masterKey = generateMasterKey()): Promise<boolean> {
			const content = service === undefined ? `${masterKey}\n` : await sealMasterKey(service, masterKey, file);
			return createFileAtomically(file, content, { mode: 0o600 });
		},
	};
}

/**
 * Never replaces a missing key: wrapped keys would be lost.
 * @param createWhenMissing only for the sandbox
 * @throws ConfigError when the key is missing or cannot be read
 */
export async function readConfiguredMasterKeys(
	settings: MasterKeySettings,
	{ createWhenMissing, service }: { createWhenMissing: boolean; service?: KeyService },
) {
	const { masterKeyFile, nextMasterKeyFile } = settings;
	if (masterKeyFile === undefined) {
		throw new ConfigError(
			"MASTER_KEY_FILE must name a file with the master key: npm run keys -- create-master FILE. Or set SANDBOX=1",
		);
	}
	const files = createMasterKeyFiles(settings, { service });
	/** Includes the next key during a rotation. */
	const readMasterKeys = async () => {
		const found = [await files.read(masterKeyFile), nextMasterKeyFile && (await files.read(nextMasterKeyFile))];
		return found.flatMap((file) => (file ? [file.masterKey] : []));
	};
	if (createWhenMissing && (await files.read(masterKeyFile)) === undefined) {
		await mkdir(dirname(masterKeyFile), { recursive: true });
		// Another gateway may create the file first.
		await files.create(masterKeyFile);
	}
	const given = await files.read(masterKeyFile);
	if (given === undefined) throw new ConfigError(`MASTER_KEY_FILE does not exist: ${masterKeyFile}`);
	return { masterKey: given.masterKey, readMasterKeys };
}
