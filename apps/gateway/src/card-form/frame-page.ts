import { directionOf, type Language, type PageData } from "@cardseal/widget/server";
import { assetPath, type BrowserFile } from "../web/assets/browser-files.ts";

export interface FramePageOptions {
	language: Language;
	script: BrowserFile;
	style: BrowserFile;
	/** What the page tells its script. */
	data: PageData;
}

/** The page in the frame. All there is to it is loaded by hash; what differs between merchants is data. */
export function framePage({ language, script, style, data }: FramePageOptions): string {
	return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<title>Cardseal</title>
<link rel="stylesheet" href="${assetPath(style)}" integrity="${style.integrity}" crossorigin>
<script type="module" src="${assetPath(script)}" integrity="${script.integrity}" crossorigin></script>
<script type="application/json" id="frame">${jsonInHtml(data)}</script>
</head>
<body>
<div id="form"></div>
</body>
</html>
`;
}

/** JSON in which nothing can end the element around it, or begin a comment in it. */
function jsonInHtml(value: unknown): string {
	return JSON.stringify(value).replaceAll("<", "\\u003c");
}
