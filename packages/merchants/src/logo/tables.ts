import type { Picture } from "@cardseal/platform/pictures";

export interface MerchantLogosTable {
	merchant_id: number;
	/** SHA-256, base64url: the name in the public address. */
	content_hash: string;
	media_type: Picture["mediaType"];
	/** Pixels. */
	width: number;
	height: number;
	content: Buffer;
}
