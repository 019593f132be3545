import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { getNamedMerchant, merchantAnswer, merchantTerm } from "@cardseal/merchants";
import { operator } from "@cardseal/platform/audit";
import type { OperatorContext } from "@cardseal/platform/operator";
import {
	type Answer,
	type CommandGroup,
	CommandRefused,
	defineCommand,
	unlessRefused,
} from "@cardseal/platform/operator";
import { eraseCopies } from "../../../personal-data/erase-copies.ts";
import { eraseCustomer } from "../../../personal-data/erase-customer.ts";
import { exportCustomer } from "../../../personal-data/export-customer.ts";

const refusals = {
	restored: () =>
		new CommandRefused(
			"The database is restored, and the customer's cards may be needed to compare it. Erase after restore finish.",
		),
};

export const customerCommands: CommandGroup = {
	name: "customer",
	summary: "Export and erasure of a merchant's customers",
	terms: { ...merchantTerm, CUSTOMER: "The customer's lookup_id." },
	notes: ["A live merchant and its demo twin have customers of their own."],
	commands: [
		defineCommand({
			verb: "export",
			summary: "Writes all that is known of a customer to a new file, as JSON.",
			operands: ["MERCHANT", "CUSTOMER"],
			options: { to: { type: "string", required: true, value: "FILE", meaning: "The file; it must not exist." } },
			run: (context, [merchant, customer], { to }) => exportTo(context, merchant, customer, to),
		}),
		defineCommand({
			verb: "erase",
			summary: "Erases a customer, and the copies of its data in payments and events. This cannot be undone.",
			operands: ["MERCHANT", "CUSTOMER"],
			run: erase,
		}),
	],
};

async function exportTo(context: OperatorContext, name: string, lookupId: string, path: string): Promise<Answer> {
	const { database, clocks, login } = context;
	const merchant = await getNamedMerchant(database, name);
	const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
	// Nothing was written if the file exists, so nothing of another program is deleted.
	await new Promise<void>((resolve, reject) => file.once("ready", resolve).once("error", reject)).catch(() => {
		throw new CommandRefused(`${path} exists, or cannot be written.`);
	});
	try {
		const caller = operator(login);
		const parts = await unlessRefused(exportCustomer({ database, clocks }, merchant, lookupId, caller));
		await pipeline(parts, file);
	} catch (error) {
		file.destroy();
		await rm(path, { force: true });
		throw error;
	}
	return merchantAnswer(merchant, `Customer ${lookupId} is exported to ${path}.`, { customer: lookupId, file: path });
}

async function erase(context: OperatorContext, [name, lookupId]: [string, string]): Promise<Answer> {
	const { database, clocks, login } = context;
	const merchant = await getNamedMerchant(database, name);
	if (await context.isRestored()) throw refusals.restored();
	const vault = await context.createVault();
	const customer = await unlessRefused(eraseCustomer({ database, vault, clocks }, merchant, lookupId, operator(login)));
	// A gateway may have claimed this work without finishing it.
	await eraseCopies(database, customer);
	const text = `Customer ${lookupId} is erased. Gateways look for copies a second time in an hour.`;
	return merchantAnswer(merchant, text, { customer: lookupId, erased: true });
}
