import type { Words } from "../locale/en.ts";
import type { FailureCause } from "./messages.ts";

export interface HashedFile {
	url: string;
	integrity: string;
}

export type PageRefusal = Extract<FailureCause, "origin" | "key">;

export interface PageData {
	publicKey: string;
	/** The only page that the frame talks to. */
	origin: string;
	words: Words;
	languages: Record<string, HashedFile>;
	marks: HashedFile;
	/** Null: another language. */
	receiptLanguage: string | null;
	/** For staff on the gateway's own page. */
	ticket?: string;
	refusal: PageRefusal | null;
	advice: string | null;
}
