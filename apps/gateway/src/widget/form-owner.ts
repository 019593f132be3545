import { type Environment, findKeyOwner } from "@cardseal/vault";
import type { Database } from "../db/database.ts";
import { listOrigins } from "./origins.store.ts";

/** The merchant whose card form a public key opens. */
export interface FormOwner {
	merchantId: number;
	environment: Environment;
	/** Where the form may stand. */
	allowedOrigins: string[];
}

/** `undefined` when nobody here has this public key. */
export async function findFormOwner(database: Database, publicKey: string): Promise<FormOwner | undefined> {
	const owner = await findKeyOwner(database.withTables(), publicKey);
	if (owner === undefined) return undefined;
	const allowedOrigins = await listOrigins(database, owner.id);
	return { merchantId: owner.id, environment: owner.environment, allowedOrigins };
}
