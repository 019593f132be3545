import type { FailureCause } from "../wire/messages.ts";

/** A file to load, and the hash it must have. */
export interface HashedFile {
	url: string;
	integrity: string;
}

/** What the gateway tells the frame, in a data block of its page. */
export interface PageData {
	publicKey: string;
	/** The merchant's page around the frame, and the only one the frame speaks with. */
	origin: string;
	/** The words of each language that is not built in. */
	languages: Record<string, HashedFile>;
	/** Why there is no form for this page, if so. */
	refusal: Extract<FailureCause, "origin" | "key"> | null;
}

/** Reads the data block. It comes with the page itself, from the gateway, so its shape is taken as given. */
export function readPageData(): PageData {
	return JSON.parse(document.getElementById("frame")?.textContent ?? "") as PageData;
}
