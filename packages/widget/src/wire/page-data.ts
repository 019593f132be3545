import type { Words } from "../locale/words.ts";
import type { FailureCause } from "./messages.ts";

/** A file to load, and its required hash. */
export interface HashedFile {
	url: string;
	integrity: string;
}

/** The reason why a page gets no form, as its host understands it. */
export type PageRefusal = Extract<FailureCause, "origin" | "key">;

/** The gateway's data for the frame, in a data block of its page. */
export interface PageData {
	publicKey: string;
	/** The merchant's page around the frame: the only page the frame talks to. */
	origin: string;
	/** The words in the language of the page. */
	words: Words;
	/** The word file of each language, for a form that changes its language. */
	languages: Record<string, HashedFile>;
	/** The brands' marks, loaded once the form is shown. */
	marks: HashedFile;
	/** The language of the payer's receipts, nearest to the page's; null: another one. */
	receiptLanguage: string | null;
	/** The ticket of a session of staff, on the gateway's own page. */
	ticket?: string;
	refusal: PageRefusal | null;
	/** Advice for the developer of the merchant's page. */
	advice: string | null;
}
