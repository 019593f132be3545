import type { DisputeEvidence } from "@cardseal/vault";

const lineLength = 88;
const linesPerPage = 50;

/** Adyen takes evidence as a file. Letters that Windows-1252 lacks become question marks, as the font has no others. */
export function evidencePdf(evidence: DisputeEvidence): Buffer {
	const sections = [
		["Explanation", evidence.explanation],
		["Product", evidence.productDescription],
		["Carrier", evidence.shippingCarrier],
		["Tracking number", evidence.shippingTrackingNumber],
	] as const;
	const lines = sections.flatMap(([title, text]) => (text ? [title, ...wrapped(text), ""] : []));
	const pages = Array.from({ length: Math.ceil(lines.length / linesPerPage) }, (_, page) =>
		lines.slice(page * linesPerPage, (page + 1) * linesPerPage),
	);
	return written(pages);
}

function wrapped(text: string): string[] {
	return text
		.split(/\r?\n/)
		.flatMap((line) => line.match(new RegExp(`.{1,${lineLength}}(?:\\s|$)|\\S{${lineLength}}`, "g")) ?? [""]);
}

/** PDF 1.4 (ISO 32000-1 §7.5): objects, their places, the trailer. */
function written(pages: string[][]): Buffer {
	const pageIds = pages.map((_, index) => 4 + 2 * index);
	const objects = [
		"<< /Type /Catalog /Pages 2 0 R >>",
		`<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(" ")}] >>`,
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
		...pages.flatMap((lines, index) => {
			const text = `BT /F1 11 Tf 14 TL 50 800 Td ${lines.map((line) => `(${escaped(line)}) Tj T*`).join("\n")} ET`;
			const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >>`;
			return [`${page} /Contents ${5 + 2 * index} 0 R >>`, `<< /Length ${text.length} >>\nstream\n${text}\nendstream`];
		}),
	];
	let file = "%PDF-1.4\n";
	const places = objects.map((object, index) => {
		const place = file.length;
		file += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return place;
	});
	const table = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
	const size = objects.length + 1;
	const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
	return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${end}`, "latin1");
}

const escaped = (line: string) =>
	line
		.normalize("NFC")
		.replace(/[‘’]/g, "'")
		.replace(/[“”]/g, '"')
		.replace(/[–—]/g, "-")
		.replace(/[^\x20-\x7e\xa0-\xff]/gu, "?")
		.replace(/[\\()]/g, "\\$&");
