import { createHash } from "node:crypto";
import { type Clocks, fieldProblem } from "@cardseal/platform";
import { type Caller, recordEvent } from "@cardseal/platform/audit";
import type { Database } from "@cardseal/platform/db";
import { readPicture } from "@cardseal/platform/pictures";
import type { Merchant } from "../merchant.ts";
import { deleteLogo, type NewLogo, replaceLogo } from "./logo.store.ts";

export const maximumLogoBytes = 100 * 1024;

/** Of each side. */
export const maximumLogoPixels = 2_000;

export interface ShownLogo {
	address: string;
	/** Pixels. */
	width: number;
	height: number;
}

export function shownLogo(
	publicUrl: string,
	{ content_hash, width, height }: Pick<NewLogo, "content_hash" | "width" | "height">,
): ShownLogo {
	return { address: publicUrl + logoPath(content_hash), width, height };
}

/** Returns a sentence about a file that cannot be a logo. */
export function readLogo(content: Buffer): NewLogo | string {
	const picture = readPicture(content);
	if (picture === undefined) return "Send a PNG, JPEG or WebP file. Its content is none of them.";
	const { mediaType, width, height } = picture;
	if (Math.min(width, height) < 1 || Math.max(width, height) > maximumLogoPixels) {
		return `The logo has ${width} × ${height} pixels. Use at most ${maximumLogoPixels} on each side.`;
	}
	const content_hash = createHash("sha256").update(content).digest("base64url");
	return { content_hash, media_type: mediaType, width, height, content };
}

/** Below the gateway's address. The name changes with the content, so that it may be cached for good. */
export function logoPath(contentHash: string): string {
	return `/logos/${contentHash}`;
}

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
