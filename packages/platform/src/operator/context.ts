import type { Vault } from "@cardseal/vault";
import type { Clocks } from "../clock.ts";
import type { Database } from "../db/database.ts";

export interface OperatorContext {
	database: Database;
	clocks: Clocks;
	login: string;
	createVault(): Promise<Vault>;
	readInput(): Promise<string>;
	findPublicUrl(): Promise<string>;
	/** An operator's shell may lack a sandbox's settings. */
	isSandbox(vault: Vault): Promise<boolean>;
	/** Payments that gateways have seen are missing. */
	isRestored(): Promise<boolean>;
}

export interface Place {
	env: NodeJS.ProcessEnv;
	stdout: { write(text: string): unknown };
	stderr: { write(text: string): unknown };
}
