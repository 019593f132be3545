import { ConfigError } from "@cardseal/platform";
import { parseMasterKey } from "@cardseal/vault";
import { z } from "zod";
import type { KeyService } from "./key-service.ts";

const sealedSchema = z.object({
	sealed_master_key: z.literal(1),
	master_key_id: z.string().regex(/^[0-9a-f]{16}$/),
	key: z.string(),
	sealed: z.base64(),
});

export type SealedMasterKey = z.infer<typeof sealedSchema>;

/** Returns `undefined` for an unsealed file. @throws ConfigError for a damaged file */
export function readSealed(content: string, file: string): SealedMasterKey | undefined {
	if (!content.trimStart().startsWith("{")) return undefined;
	const parsed = sealedSchema.safeParse(jsonIn(content));
	if (!parsed.success) throw new ConfigError(`This sealed master key is damaged: ${file}`);
	return parsed.data;
}

function jsonIn(content: string): unknown {
	try {
		return JSON.parse(content);
	} catch {
		return undefined;
	}
}

/** Unseals the result: a key may only encrypt. */
export async function sealMasterKey(service: KeyService, masterKey: string, file: string): Promise<string> {
	const { id, bytes } = parseMasterKey(masterKey);
	const sealed: SealedMasterKey = {
		sealed_master_key: 1,
		master_key_id: id,
		key: service.keyName,
		sealed: (await service.seal(bytes)).toString("base64"),
	};
	await unsealMasterKey(service, sealed, file);
	return `${JSON.stringify(sealed, undefined, "\t")}\n`;
}

/** @throws ConfigError for a refusal or another key */
export async function unsealMasterKey(
	service: KeyService | undefined,
	{ master_key_id, key, sealed }: SealedMasterKey,
	file: string,
): Promise<string> {
	if (service === undefined) throw new ConfigError(`MASTER_KEY_HSM must be set: ${file} is sealed by ${key}`);
	const masterKey = (await service.unseal(key, Buffer.from(sealed, "base64"))).toString("base64");
	// An unauthenticated service gives other bytes.
	if (idOf(masterKey) !== master_key_id) {
		throw new ConfigError(`${file} was changed, or ${key} is another key now than the one that sealed it.`);
	}
	return masterKey;
}

function idOf(masterKey: string): string | undefined {
	try {
		return parseMasterKey(masterKey).id;
	} catch {
		return undefined;
	}
}
