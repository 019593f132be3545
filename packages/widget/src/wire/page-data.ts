import type { Words } from "../locale/en.ts";
import type { FailureCause } from "./messages.ts";

export interface HashedFile {
	url: string;
	integrity: string;
}

export type PageRefusal = Extract<FailureCause, "origin" | "key">;

export interface PageData {
	publicKey: string;
	origin: string;
	words: Words;
	languages: Record<string, HashedFile>;
	marks: HashedFile;
	receiptLanguage: string | null;
	ticket?: string;
	refusal: PageRefusal | null;
	advice: string | null;
}
