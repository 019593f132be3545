import type { FailureCause } from "./messages.ts";

/** A file to load, and the hash it must have. */
export interface HashedFile {
	url: string;
	integrity: string;
}

/** Why there is no form for a page, in words that its host understands. */
export type PageRefusal = Extract<FailureCause, "origin" | "key">;

/** The gateway's data for the frame, in a data block of its page. */
export interface PageData {
	publicKey: string;
	/** The merchant's page around the frame, and the only one the frame speaks with. */
	origin: string;
	/** The words of each language that is not built in. */
	languages: Record<string, HashedFile>;
	refusal: PageRefusal | null;
}
