import { join } from "node:path";
import { systemClock } from "../clock.ts";
import { readConfig } from "../config.ts";
import { type FileManagement, manageBankFiles } from "./bank-files.command.ts";
import { withDatabase } from "./database.ts";
import { loginName } from "./login-name.ts";
import { runOperatorProgram } from "./program.ts";
import { openOperatorVault } from "./vault.ts";

const clocks = { business: systemClock, real: systemClock };

/**
 * What an operator can have done with files for the bank, whether or not gateways run. A program of its own, since `show`
 * needs no database, where every command of `admin` opens one.
 */
async function carryOut(words: string[]): Promise<boolean> {
	const config = readConfig(process.env);
	const management: FileManagement = {
		clocks,
		login: loginName(),
		settings: config.bankFiles,
		directory: join(config.dataDirectory, "eft"),
		withDatabase: (work) => withDatabase(config, work),
		openVault: (database) => openOperatorVault(config, database, clocks),
	};
	const { text, json, isComplete } = await manageBankFiles(
		management,
		words.filter((word) => word !== "--json"),
	);
	process.stdout.write(`${words.includes("--json") ? JSON.stringify(json) : text}\n`);
	return isComplete;
}

await runOperatorProgram(carryOut);
