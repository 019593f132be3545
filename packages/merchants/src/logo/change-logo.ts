import { type Clocks, fieldProblem } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import type { Merchant } from "../merchant.ts";
import { deleteLogo, replaceLogo } from "./logo.store.ts";
import { type NewLogo, readLogo } from "./logo.ts";

interface ChangingLogo {
	database: Database;
	clocks: Clocks;
}

type LogoOwner = Pick<Merchant, "id" | "publicId">;

/** @throws Problem 400 for another file than a small picture */
export async function changeLogo(
	{ database, clocks }: ChangingLogo,
	merchant: LogoOwner,
	content: Buffer,
	caller: Caller,
): Promise<NewLogo> {
	const logo = readLogo(content);
	if (typeof logo === "string") throw fieldProblem([{ field: "logo", reason: "field_invalid", message: logo }]);
	await database.transaction().execute(async (transaction: Database) => {
		if (!(await replaceLogo(transaction, merchant.id, logo))) return;
		const to = `${logo.media_type} ${logo.width}x${logo.height} ${logo.content_hash}`;
		await recordLogo(transaction, clocks, merchant, { to, caller });
	});
	return logo;
}

export async function removeLogo(
	{ database, clocks }: ChangingLogo,
	merchant: LogoOwner,
	caller: Caller,
): Promise<void> {
	await database.transaction().execute(async (transaction: Database) => {
		if (!(await deleteLogo(transaction, merchant.id))) return;
		await recordLogo(transaction, clocks, merchant, { to: "nothing", caller });
	});
}

function recordLogo(
	transaction: Database,
	clocks: Clocks,
	{ id: merchantId, publicId: object }: LogoOwner,
	{ to, caller }: { to: string; caller: Caller },
): Promise<void> {
	const details = { setting: "logo", to };
	return recordEvent(transaction, clocks, { type: "settings.changed", object, merchantId, caller, details });
}
