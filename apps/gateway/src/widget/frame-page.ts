import type { BrowserFile } from "../browser-files.ts";
import { assetPath } from "./frame-headers.ts";
import { directionOf } from "./language.ts";

/** Why the form is not shown: the page then only tells so to whoever embeds it. */
export type FrameRefusal = "key" | "origin";

/** What the page tells its script. */
export interface FrameData {
	publicKey: string;
	/** The page around the frame, and the only one that it speaks with. */
	origin: string;
	/** Where the words of each language are that is not built in. */
	languages: Record<string, { url: string; integrity: string }>;
	refusal: FrameRefusal | null;
}

export interface FramePageOptions {
	language: string;
	script: BrowserFile;
	style: BrowserFile;
	data: FrameData;
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
