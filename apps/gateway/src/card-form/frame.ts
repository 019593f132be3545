import { nearestLanguage as nearestReceiptLanguage } from "@cardseal/platform";
import {
	directionOf,
	type Language,
	languages,
	nearestLanguage,
	type PageData,
	type PageRefusal,
} from "@cardseal/widget/server";
import { assetPath, type BrowserFile, type BrowserFiles, fileNamed } from "../web/assets/browser-files.ts";
import { type AdvisedRequest, adviceFor } from "./advice.ts";
import { frameHeaders } from "./frame-headers.ts";

interface FrameRequest extends AdvisedRequest {
	/** The virtual terminal's key to the form. */
	ticket?: string | undefined;
}

/**
 * Only the requesting page may embed the frame, as a merchant's origins are confidential. A refused page gets
 * the reason.
 */
export function createFrameWriter(files: BrowserFiles, gatewayOrigin: string) {
	const script = fileNamed(files, "frame.js");
	const style = fileNamed(files, "frame.css");
	const loadable = languageFiles(files);
	return ({ publicKey, origin, locale, ticket, ...facts }: FrameRequest, refusal: PageRefusal | null) => ({
		headers: frameHeaders({ gatewayOrigin, ancestor: origin, script, style }),
		html: framePage({
			language: nearestLanguage(locale),
			script,
			style,
			// An unknown key is not repeated, as it may be a card number.
			data: {
				publicKey: refusal === "key" ? "" : publicKey,
				origin,
				words: JSON.parse(wordsFile(files, nearestLanguage(locale)).body),
				languages: loadable,
				marks: hashed(fileNamed(files, "marks.json")),
				receiptLanguage: nearestReceiptLanguage(locale) ?? null,
				...(ticket !== undefined && refusal === null && { ticket }),
				refusal,
				advice: adviceFor({ publicKey, origin, locale, ...facts }, refusal),
			},
		}),
	});
}

function hashed(file: BrowserFile): PageData["marks"] {
	return { url: assetPath(file), integrity: file.integrity };
}

function languageFiles(files: BrowserFiles): PageData["languages"] {
	return Object.fromEntries(languages.map((language) => [language, hashed(wordsFile(files, language))]));
}

function wordsFile(files: BrowserFiles, language: Language): BrowserFile {
	return fileNamed(files, `locale-${language}.json`);
}

interface FramePageOptions {
	language: Language;
	script: BrowserFile;
	style: BrowserFile;
	data: PageData;
}

/** Only the data differs between merchants. */
export function framePage({ language, script, style, data }: FramePageOptions): string {
	// Cannot end its element or begin a comment.
	const json = JSON.stringify(data).replaceAll("<", "\\u003c");
	return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<title>${data.words.form}</title>
<link rel="stylesheet" href="${assetPath(style)}" integrity="${style.integrity}" crossorigin>
<script type="module" src="${assetPath(script)}" integrity="${script.integrity}" crossorigin></script>
<script type="application/json" id="frame">${json}</script>
</head>
<body>
<div id="form"><div class="outline"></div><p class="loading" role="status" hidden><span>${data.words.loading}</span></p></div>
</body>
</html>
`;
}
