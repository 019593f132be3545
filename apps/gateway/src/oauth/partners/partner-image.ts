import { imageSize } from "image-size";

/** The media types of images. None of them can hold a script. */
const mediaTypes: Readonly<Record<string, string>> = { png: "image/png", jpg: "image/jpeg", webp: "image/webp" };

const maximumBytes = 200_000;
const minimumPixels = 48;
const maximumPixels = 2_048;

/** A partner's image, served by the gateway. */
export interface PartnerImage {
	mediaType: string;
	bytes: Buffer;
}

export type ReadImage = { image: PartnerImage } | { problem: string };

/** Detects the type and size of an image file, or the reason to refuse it. */
export function readPartnerImage(bytes: Buffer): ReadImage {
	if (bytes.length > maximumBytes) return { problem: `has more than ${maximumBytes / 1000} KB` };
	const size = sizeOf(bytes);
	const mediaType = mediaTypes[size?.type ?? ""];
	if (size === undefined || mediaType === undefined) return { problem: "is not a PNG, JPEG or WebP image" };
	if (size.width !== size.height) return { problem: `is ${size.width} by ${size.height} pixels, not square` };
	if (size.width < minimumPixels || size.width > maximumPixels) {
		return { problem: `is ${size.width} pixels wide: use ${minimumPixels} to ${maximumPixels}` };
	}
	return { image: { mediaType, bytes } };
}

function sizeOf(bytes: Buffer): { width: number; height: number; type?: string | undefined } | undefined {
	try {
		return imageSize(bytes);
	} catch {
		// Not an image.
		return undefined;
	}
}
