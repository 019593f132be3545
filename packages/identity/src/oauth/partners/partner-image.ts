import { readPicture } from "@cardseal/platform/pictures";

const maximumBytes = 200_000;
const minimumPixels = 48;
const maximumPixels = 2_048;

export interface PartnerImage {
	mediaType: string;
	bytes: Buffer;
}

export type ReadImage = { image: PartnerImage } | { problem: string };

export function readPartnerImage(bytes: Buffer): ReadImage {
	if (bytes.length > maximumBytes) return { problem: `has more than ${maximumBytes / 1000} KB` };
	const picture = readPicture(bytes);
	if (picture === undefined) return { problem: "is not a PNG, JPEG or WebP image" };
	const { mediaType, width, height } = picture;
	if (width !== height) return { problem: `is ${width} by ${height} pixels, not square` };
	if (width < minimumPixels || width > maximumPixels) {
		return { problem: `is ${width} pixels wide: use ${minimumPixels} to ${maximumPixels}` };
	}
	return { image: { mediaType, bytes } };
}
