import { imageSize } from "image-size";

/** First bytes of formats that hold no script. */
const formats: readonly { mediaType: string; start: RegExp }[] = [
	// PNG (Third Edition) §5.2.
	{ mediaType: "image/png", start: /^\u0089PNG\r\n.\n/s },
	// JPEG.
	{ mediaType: "image/jpeg", start: /^\u00ff\u00d8\u00ff/ },
	// WebP (RFC 9649 §2.4).
	{ mediaType: "image/webp", start: /^RIFF.{4}WEBP/s },
];

const startBytes = 12;

const maximumBytes = 200_000;
const minimumPixels = 48;
const maximumPixels = 2_048;

export interface PartnerImage {
	mediaType: string;
	bytes: Buffer;
}

export type ReadImage = { image: PartnerImage } | { problem: string };

/** @param readSize returns pixels, or throws */
export function readPartnerImage(
	bytes: Buffer,
	readSize: (bytes: Buffer) => { width: number; height: number } = imageSize,
): ReadImage {
	if (bytes.length > maximumBytes) return { problem: `has more than ${maximumBytes / 1000} KB` };
	// image-size guesses among many formats.
	const firstBytes = bytes.subarray(0, startBytes).toString("latin1");
	const mediaType = formats.find(({ start }) => start.test(firstBytes))?.mediaType;
	const size = mediaType === undefined ? undefined : sizeOf(bytes, readSize);
	if (size === undefined || mediaType === undefined) return { problem: "is not a PNG, JPEG or WebP image" };
	if (size.width !== size.height) return { problem: `is ${size.width} by ${size.height} pixels, not square` };
	if (size.width < minimumPixels || size.width > maximumPixels) {
		return { problem: `is ${size.width} pixels wide: use ${minimumPixels} to ${maximumPixels}` };
	}
	return { image: { mediaType, bytes } };
}

function sizeOf(bytes: Buffer, readSize: (bytes: Buffer) => { width: number; height: number }) {
	try {
		return readSize(bytes);
	} catch {
		return undefined;
	}
}
