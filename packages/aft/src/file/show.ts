import { showAccount } from "../account.ts";
import { describeReturnCode } from "../return-codes.ts";
import type { Item, ReceivedFile, Total } from "./file.ts";

export function* showAftFile({ header, items, totals, routingLine }: ReceivedFile): Generator<string> {
	yield `Originator ${header.originatorId}, file ${header.fileCreationNumber} of ${header.creationDate}`;
	yield `To data centre ${header.dataCentre}, in ${header.currency}${routingLine ? `, by ${routingLine}` : ""}`;
	yield "";
	for (const item of items) yield showItem(item);
	if (items.length > 0) yield "";
	yield `Debits   ${showTotal(totals.debits)}`;
	yield `Credits  ${showTotal(totals.credits)}`;
	if (totals.creditCorrections.count > 0) yield `Corrected credits  ${showTotal(totals.creditCorrections)}`;
	if (totals.debitCorrections.count > 0) yield `Corrected debits   ${showTotal(totals.debitCorrections)}`;
}

function showItem(item: Item): string {
	return [
		`line ${item.line}`.padEnd(9),
		item.kind.padEnd(17),
		showAmount(item.amountCents).padStart(13),
		item.valueDate,
		showAccount(item.account).padEnd(18),
		item.crossReference.padEnd(19),
		item.name.padEnd(30),
		showCode(item),
	].join("  ");
}

function showCode({ kind, transactionCode }: Item): string {
	if (!kind.startsWith("returned")) return transactionCode;
	const { meaning, action } = describeReturnCode(transactionCode);
	return `${transactionCode} ${meaning} (${action})`;
}

function showTotal({ cents, count }: Total): string {
	return `${showAmount(cents).padStart(20)}  in ${count}`;
}

/** `1,234.50` */
function showAmount(cents: number): string {
	const dollars = Math.floor(cents / 100);
	return `${dollars.toLocaleString("en-CA")}.${String(cents % 100).padStart(2, "0")}`;
}
