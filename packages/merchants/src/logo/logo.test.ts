import { describe, expect, test } from "vitest";
import { logos } from "../../../../test/fixtures/mail/pictures.ts";
import { readLogo } from "./logo.ts";

/** A PNG of this size, of which nothing but the head is there. */
function pngOf(width: number, height: number): Buffer {
	const bytes = Buffer.from(logos["image/png"]);
	bytes.writeUInt32BE(width, 16);
	bytes.writeUInt32BE(height, 20);
	return bytes;
}

describe("a logo", () => {
	test.each(Object.entries(logos))("may be %s, and is named by its content", (media_type, content) => {
		const logo = readLogo(content);
		expect(logo).toMatchObject({ media_type, width: 160, height: 48, content });
		expect(logo).toMatchObject({ content_hash: expect.stringMatching(/^[\w-]{43}$/) });
		expect(readLogo(Buffer.concat([content, Buffer.from("x")]))).not.toMatchObject({
			content_hash: (logo as { content_hash: string }).content_hash,
		});
	});

	test("has at most 2,000 pixels on each side", () => {
		expect(readLogo(pngOf(2_000, 2_000))).toMatchObject({ width: 2_000, height: 2_000 });
		expect(readLogo(pngOf(2_001, 10))).toBe("The logo has 2001 × 10 pixels. Use at most 2000 on each side.");
		expect(readLogo(pngOf(10, 2_001))).toContain("10 × 2001 pixels");
		expect(readLogo(pngOf(0, 10))).toContain("0 × 10 pixels");
	});

	test.each(["<svg xmlns='http://www.w3.org/2000/svg'/>", "GIF89a\u0001\0\u0001\0", "%PDF-1.7", ""])(
		"is not %j",
		(text) => {
			expect(readLogo(Buffer.from(text))).toBe("Send a PNG, JPEG or WebP file. Its content is none of them.");
		},
	);
});
