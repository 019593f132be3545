import { describe, expect, test, vi } from "vitest";
import { logos } from "../../../../test/fixtures/mail/pictures.ts";
import { readPicture } from "./picture.ts";

const readSize = vi.fn(() => ({ width: 64, height: 48 }));

const latin1 = (text: string) => Buffer.from(text, "latin1");

describe("a picture", () => {
	test.each([
		["image/png", "\x89PNG\r\n\x1a\n…"],
		["image/jpeg", "\xff\xd8\xff\xe0…"],
		["image/webp", "RIFF\x10\0\0\0WEBPVP8 "],
	])("%s is recognised by its first bytes", (mediaType, content) => {
		expect(readPicture(latin1(content), readSize)).toEqual({ mediaType, width: 64, height: 48 });
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
		expect(readPicture(latin1(content), readSize)).toBeUndefined();
		expect(readSize).not.toHaveBeenCalled();
	});

	test.each(Object.entries(logos))("%s has the size of its content", (mediaType, bytes) => {
		expect(readPicture(bytes)).toEqual({ mediaType, width: 160, height: 48 });
	});

	test.each(Object.entries(logos))("%s without its size is none", (_mediaType, bytes) => {
		expect(readPicture(bytes.subarray(0, 12))).toBeUndefined();
	});
});
