import { languages, nearestLanguage, type PageData, type PageRefusal } from "@cardseal/widget/server";
import { assetPath, type BrowserFiles, fileNamed } from "../web/assets/browser-files.ts";
import type { FormRequest } from "./form-owner.ts";
import { frameHeaders } from "./frame-headers.ts";
import { framePage } from "./frame-page.ts";

export interface FrameRequest extends Pick<FormRequest, "publicKey" | "origin"> {
	/** A BCP 47 tag, or whatever a page has in its place. */
	locale: string;
}

export interface Frame {
	headers: Record<string, string>;
	html: string;
}

/**
 * Writes the page of the frame. Pure; the same files and request give the same page and headers.
 *
 * The page that asks may show the frame, and nobody else: which other origins a merchant has is nobody's business. A page
 * that is refused may show it all the same, since only so can the frame say why, and there is no form in it.
 */
export function createFrameWriter(
	files: BrowserFiles,
	gatewayOrigin: string,
): (request: FrameRequest, refusal: PageRefusal | null) => Frame {
	const script = fileNamed(files, "frame.js");
	const style = fileNamed(files, "frame.css");
	const loadable = languageFiles(files);
	return ({ publicKey, origin, locale }, refusal) => ({
		headers: frameHeaders({ gatewayOrigin, ancestor: origin, script, style }),
		html: framePage({
			language: nearestLanguage(locale),
			script,
			style,
			// A key that nobody has may be anything, also somebody's card number: it is not repeated.
			data: { publicKey: refusal === "key" ? "" : publicKey, origin, languages: loadable, refusal },
		}),
	});
}

/** Where the words of each language are. English is in the script. */
function languageFiles(files: BrowserFiles): PageData["languages"] {
	const others = languages.filter((language) => language !== "en");
	return Object.fromEntries(
		others.map((language) => {
			const file = fileNamed(files, `locale-${language}.json`);
			return [language, { url: assetPath(file), integrity: file.integrity }];
		}),
	);
}
