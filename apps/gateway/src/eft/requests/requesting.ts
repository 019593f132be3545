import type { Eft } from "../eft.ts";

/** What the pages of requests work with. */
export interface Requesting extends Eft {
	/** Links lead to it. */
	publicUrl: string;
}
