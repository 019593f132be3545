import { directionOf, type Language, type PageData } from "@cardseal/widget/server";
import { assetPath, type BrowserFile } from "../web/assets/browser-files.ts";

export interface FramePageOptions {
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
