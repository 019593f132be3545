import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openKeyRotation, type RotatablePurpose } from "@cardseal/vault";
import type { GatewayHome } from "./gateway.ts";
import type { AllTables } from "./tables.ts";

interface RotationOptions {
	database: AllTables;
	masterKey: string;
	/** ms since 1970 */
	now: number;
	purpose: RotatablePurpose;
	/** All merchants by default. */
	merchantId?: number;
}

/** Gives current keys a successor, as an operator would. */
export async function rotateKeys({ database, masterKey, now, purpose, merchantId }: RotationOptions): Promise<void> {
	const rotation = await openKeyRotation({
		database: database.withTables(),
		masterKey,
		now: () => now,
		onProgress: () => undefined,
	});
	await rotation.rotate({ purpose, merchantId });
}

/** The master key of the gateways that live in `home`, as its file holds it. */
export function masterKeyOf({ dataDirectory }: GatewayHome): Promise<string> {
	return readFile(join(dataDirectory, "master.key"), "utf8");
}
