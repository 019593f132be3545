import { text } from "node:stream/consumers";
import { headFileIn } from "../audit/head-file.ts";
import { systemClock } from "../clock.ts";
import { type Config, readConfig } from "../config.ts";
import { isSandboxData } from "../sandbox/is-sandbox-data.ts";
import { inviteOwner } from "../staff/invitations/invite-owner.ts";
import { manageAudit } from "./audit.command.ts";
import { manageBankAccount } from "./bank-account.command.ts";
import { manageCardTesting } from "./card-testing.command.ts";
import type { OperatorAnswer } from "./command.ts";
import { CommandRefused } from "./command-refused.ts";
import { manageCredentials } from "./credential.command.ts";
import { withDatabase } from "./database.ts";
import { manageHostedFormOnly } from "./hosted-form-only.command.ts";
import { loginName } from "./login-name.ts";
import { type MerchantOperation, manageMerchants } from "./merchant.command.ts";
import { manageNotices } from "./notices.command.ts";
import type { Operation, VaultOperation } from "./operation.ts";
import { manageOrigins } from "./origin.command.ts";
import { managePartners } from "./partner.command.ts";
import { runOperatorProgram } from "./program.ts";
import { manageSecondFactor } from "./second-factor.command.ts";
import { openOperatorVault } from "./vault.ts";
import { manageWallets } from "./wallet.command.ts";

const usage = [
	"Type: npm run admin -- origin list|add|remove MERCHANT [ORIGIN]",
	"      npm run admin -- hosted-form-only show|on|off MERCHANT",
	"      npm run admin -- guard show|on|off|default|set MERCHANT [LIMIT VALUE]",
	"      npm run admin -- notices MERCHANT [payment-failed|suspended|card-expiring on|off]",
	"      npm run admin -- merchant add|invite-owner|list …",
	"      npm run admin -- staff reset-second-factor EMAIL",
	"      npm run admin -- credential add|list|revoke MERCHANT …",
	"      npm run admin -- partner add|list|remove …",
	"      npm run admin -- bank-account link|show|remove MERCHANT …",
	"      npm run audit -- verify|list|prune",
	"      npm run wallet -- verify",
	"      npm run eft -- batch|import|show [FILE]",
	"Each of them alone says more. merchant, credential, partner and bank-account answer in JSON with --json.",
].join("\n");

/** Says what there is to say, and whether all is well. */
type Command = (operation: Operation, words: string[], config: Config) => Promise<boolean>;

const clocks = { business: systemClock, real: systemClock };

const commands: ReadonlyMap<string | undefined, Command> = new Map<string, Command>([
	["origin", answering(manageOrigins)],
	["hosted-form-only", answering(manageHostedFormOnly)],
	["guard", answering(manageCardTesting)],
	["notices", answering(manageNotices)],
	["merchant", answeringPrograms(merchantCommand)],
	["credential", answeringPrograms(manageCredentials)],
	["partner", answeringPrograms(managePartners)],
	["bank-account", answeringPrograms(bankAccountCommand)],
	["staff", answering(manageSecondFactor)],
	["audit", auditCommand],
	["wallet", ({ database }, words) => manageWallets({ database, write }, words)],
]);

/** What an operator can have done on the gateway's database, whether or not a gateway runs. */
async function carryOut([subject, ...words]: string[]): Promise<boolean> {
	const command = commands.get(subject);
	if (command === undefined) throw new CommandRefused(usage);
	const config = readConfig(process.env);
	return withDatabase(config, (database) => command({ database, clocks, login: loginName() }, words, config));
}

function answering(manage: (operation: Operation, words: string[]) => Promise<string>): Command {
	return async (operation, words) => {
		write(await manage(operation, words));
		return true;
	};
}

/** For people or, with `--json`, for programs. */
function answeringPrograms(
	manage: (operation: VaultOperation, words: string[], config: Config) => Promise<OperatorAnswer>,
): Command {
	return async (operation, words, config) => {
		const openVault = () => openOperatorVault(config, operation.database, clocks);
		const answer = await manage(
			{ ...operation, openVault },
			words.filter((word) => word !== "--json"),
			config,
		);
		write(words.includes("--json") ? JSON.stringify(answer.json) : answer.text);
		return true;
	};
}

function merchantCommand(operation: VaultOperation, words: string[], config: Config): Promise<OperatorAnswer> {
	// As the gateway names itself where nothing was said.
	const { publicUrl = `http://localhost:${config.port}`, sandbox } = config;
	// What made the database counts as well: a sandbox's settings need not have reached the operator's shell.
	const isSandbox: MerchantOperation["isSandbox"] = async (vault) =>
		sandbox || (await isSandboxData(operation.database, vault));
	const invite: MerchantOperation["inviteOwner"] = (transaction, vault, owner) =>
		inviteOwner(transaction, { vault, clocks, publicUrl }, owner);
	return manageMerchants({ ...operation, isSandbox, inviteOwner: invite }, words);
}

function bankAccountCommand(operation: VaultOperation, words: string[]): Promise<OperatorAnswer> {
	return manageBankAccount({ ...operation, readInput: () => text(process.stdin) }, words);
}

function auditCommand(operation: Operation, words: string[], config: Config): Promise<boolean> {
	const headFile = headFileIn(config.dataDirectory);
	const openMac = async () => {
		const vault = await openOperatorVault(config, operation.database, clocks);
		return (message: string) => vault.mac("audit", message);
	};
	return manageAudit({ ...operation, headFile, openMac, write }, words);
}

function write(line: string): void {
	process.stdout.write(`${line}\n`);
}

await runOperatorProgram(carryOut);
