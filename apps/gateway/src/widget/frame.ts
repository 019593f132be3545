import { languages, nearestLanguage, type PageData, type PageRefusal } from "@cardseal/widget/server";
import { assetPath, type BrowserFiles, fileNamed } from "../browser-files.ts";
import type { Database } from "../db/database.ts";
import { findFormOwner } from "./form-owner.ts";
import { frameHeaders } from "./frame-headers.ts";
import { framePage } from "./frame-page.ts";

export interface FrameRequest {
	publicKey: string;
	/** The page around the frame; well-formed. */
	origin: string;
	/** A BCP 47 tag, or whatever a page has in its place. */
	locale: string;
}

export interface Frame {
	headers: Record<string, string>;
	html: string;
}

/** Who may show the frame, and why there is no form in it. */
export interface FrameAdmission {
	ancestors: string[];
	refusal: PageRefusal | null;
}

/**
 * Finds out whether the form may stand on a page. A page that is refused may show the frame all the same: only so can the
 * frame say why, and there is no form in it.
 */
export async function admit(
	database: Database,
	{ publicKey, origin }: Pick<FrameRequest, "publicKey" | "origin">,
): Promise<FrameAdmission> {
	const owner = await findFormOwner(database, publicKey);
	if (owner === undefined) return { ancestors: [origin], refusal: "key" };
	if (!owner.allowedOrigins.includes(origin)) return { ancestors: [origin], refusal: "origin" };
	return { ancestors: owner.allowedOrigins, refusal: null };
}

/** Writes the page of the frame. Pure; the same files and request give the same page and headers. */
export function frameWriter(
	files: BrowserFiles,
	gatewayOrigin: string,
): (request: FrameRequest, admission: FrameAdmission) => Frame {
	const script = fileNamed(files, "frame.js");
	const style = fileNamed(files, "frame.css");
	const loadable = languageFiles(files);
	return ({ publicKey, origin, locale }, { ancestors, refusal }) => ({
		headers: frameHeaders({ gatewayOrigin, ancestors, script, style }),
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
