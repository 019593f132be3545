import type { CommandGroup } from "./command.ts";
import { auditCommands } from "./commands/audit.command.ts";
import { bankAccountCommands } from "./commands/bank-account.command.ts";
import { bankFileCommands } from "./commands/bank-files.command.ts";
import { cardTestingCommands } from "./commands/card-testing.command.ts";
import { credentialCommands } from "./commands/credential.command.ts";
import { customerCommands } from "./commands/customers/customer.command.ts";
import { migrateCommands } from "./commands/database/migrate.command.ts";
import { restoreCommands } from "./commands/database/restore.command.ts";
import { hostedFormOnlyCommands } from "./commands/hosted-form-only.command.ts";
import { keyCommands } from "./commands/keys/keys.command.ts";
import { merchantCommands } from "./commands/merchant.command.ts";
import { noticeCommands } from "./commands/notices.command.ts";
import { originCommands } from "./commands/origin.command.ts";
import { partnerCommands } from "./commands/partner.command.ts";
import { reconcileCommands } from "./commands/payments/reconcile.command.ts";
import { settlementCommands } from "./commands/payments/settlement.command.ts";
import { transactionCommands } from "./commands/payments/transaction.command.ts";
import { processorCommands } from "./commands/processor.command.ts";
import { staffCommands } from "./commands/staff.command.ts";
import { walletCommands } from "./commands/wallet.command.ts";

/** All commands may run beside a gateway. */
export const commandGroups: readonly CommandGroup[] = [
	merchantCommands,
	staffCommands,
	credentialCommands,
	partnerCommands,
	originCommands,
	hostedFormOnlyCommands,
	cardTestingCommands,
	processorCommands,
	customerCommands,
	transactionCommands,
	settlementCommands,
	reconcileCommands,
	noticeCommands,
	bankAccountCommands,
	walletCommands,
	bankFileCommands,
	keyCommands,
	auditCommands,
	migrateCommands,
	restoreCommands,
];
