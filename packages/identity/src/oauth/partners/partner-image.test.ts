import { describe, expect, test, vi } from "vitest";
import { readPartnerImage } from "./partner-image.ts";

const readSize = vi.fn(() => ({ width: 64, height: 64 }));

const latin1 = (text: string) => Buffer.from(text, "latin1");

describe("a partner's image", () => {
	test.each([
		["image/png", "\x89PNG\r\n\x1a\n…"],
		["image/jpeg", "\xff\xd8\xff\xe0…"],
		["image/webp", "RIFF\x10\0\0\0WEBPVP8 "],
	])("%s is recognised by its first bytes", (mediaType, content) => {
		const bytes = latin1(content);
		expect(readPartnerImage(bytes, readSize)).toEqual({ image: { mediaType, bytes } });
	});

	test.each([
		["an SVG", "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'/>"],
		["a GIF", "GIF89a\x40\0\x40\0"],
		["a TIFF", "II*\0\x08\0\0\0"],
		["another RIFF file", "RIFF\x10\0\0\0WAVEfmt "],
		["a cut PNG signature", "\x89PNG"],
		["nothing", ""],
	])("%s is refused before any library parses it", (_what, content) => {
		readSize.mockClear();
		expect(readPartnerImage(latin1(content), readSize)).toEqual({ problem: "is not a PNG, JPEG or WebP image" });
		expect(readSize).not.toHaveBeenCalled();
	});
});
