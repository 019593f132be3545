import { bankAccountCommands } from "./bank-accounts/bank-account.command.ts";
import { bankFileCommands } from "./rails/bank-files.command.ts";
import { walletCommands } from "./wallet/wallet.command.ts";

/** The manifest of the service: what the gateway joins with that of others. */
export const eft = {
	name: "eft",
	commands: [bankAccountCommands, walletCommands, bankFileCommands],
};

export type { BankFilesContext } from "./rails/bank-files.command.ts";
