import { createHash } from "node:crypto";
import { readPicture } from "@cardseal/platform/pictures";
import type { MerchantLogosTable } from "./tables.ts";

export const maximumLogoBytes = 100 * 1024;

/** Of each side. */
export const maximumLogoPixels = 2_000;

export type NewLogo = Omit<MerchantLogosTable, "merchant_id">;

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
