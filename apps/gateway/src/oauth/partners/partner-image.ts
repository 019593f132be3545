import { imageSize } from "image-size";

/** What browsers are told a picture is. None of these can hold a script. */
const mediaTypes: Readonly<Record<string, string>> = { png: "image/png", jpg: "image/jpeg", webp: "image/webp" };

const maximumBytes = 200_000;
const minimumPixels = 48;
const maximumPixels = 2_048;

/** A partner's picture, to be served by us. */
export interface PartnerImage {
	mediaType: string;
	bytes: Buffer;
}

export type ReadImage = { image: PartnerImage } | { problem: string };

/** Finds out what a file holds: a square picture that a page may show, or why it is none. */
export function readPartnerImage(bytes: Buffer): ReadImage {
	if (bytes.length > maximumBytes) return { problem: `has more than ${maximumBytes / 1000} KB` };
	const size = sizeOf(bytes);
	const mediaType = mediaTypes[size?.type ?? ""];
	if (size === undefined || mediaType === undefined) return { problem: "is no PNG, JPEG or WebP picture" };
	if (size.width !== size.height) return { problem: `is ${size.width} by ${size.height} pixels, not square` };
	if (size.width < minimumPixels || size.width > maximumPixels) {
		return { problem: `is ${size.width} pixels wide: ${minimumPixels} to ${maximumPixels} are shown well` };
	}
	return { image: { mediaType, bytes } };
}

function sizeOf(bytes: Buffer): { width: number; height: number; type?: string | undefined } | undefined {
	try {
		return imageSize(bytes);
	} catch {
		// Whatever it is, it is no picture.
		return undefined;
	}
}
