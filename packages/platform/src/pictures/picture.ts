import { imageSize } from "image-size";

export const pictureTypes = ["image/png", "image/jpeg", "image/webp"] as const;

/** First bytes of formats that hold no script. */
const starts: Record<Picture["mediaType"], RegExp> = {
	// PNG (Third Edition) §5.2.
	"image/png": /^\u0089PNG\r\n.\n/s,
	"image/jpeg": /^\u00ff\u00d8\u00ff/,
	// WebP (RFC 9649 §2.4).
	"image/webp": /^RIFF.{4}WEBP/s,
};

export interface Picture {
	mediaType: (typeof pictureTypes)[number];
	width: number;
	height: number;
}

/** Reads type and size from the content; `undefined` for other formats. */
export function readPicture(
	bytes: Uint8Array,
	readSize: (bytes: Uint8Array) => { width: number; height: number } = imageSize,
): Picture | undefined {
	// image-size guesses among many formats.
	const firstBytes = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
	const mediaType = pictureTypes.find((type) => starts[type].test(firstBytes));
	if (mediaType === undefined) return undefined;
	try {
		const { width, height } = readSize(bytes);
		return { mediaType, width, height };
	} catch {
		return undefined;
	}
}
