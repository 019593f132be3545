import type { Words } from "../locale/words.ts";
import type { FailureCause } from "./messages.ts";

/** The hash is required. */
export interface HashedFile {
	url: string;
	integrity: string;
}

export type PageRefusal = Extract<FailureCause, "origin" | "key">;

/** In a data block of its page. */
export interface PageData {
	publicKey: string;
	/** The only page that the frame talks to. */
	origin: string;
	/** In the language of the page. */
	words: Words;
	/** For a form that changes its language. */
	languages: Record<string, HashedFile>;
	/** Loaded once the form is shown. */
	marks: HashedFile;
	/** For the payer's receipts; null: another language. */
	receiptLanguage: string | null;
	/** For a session of staff, on the gateway's own page. */
	ticket?: string;
	refusal: PageRefusal | null;
	advice: string | null;
}
