import type { Problem } from "./problems.ts";

/** A card that has become a token. The number is gone from the page; this is what stands in for it. */
export interface SealedCard {
	readonly token: string;
	/** "Visa •••• 1111", or as much of that as the page may know. */
	readonly shown: string;
}

/** Where the payer gives the card, whichever way the page takes it. */
export interface CardEntry {
	/**
	 * Makes a token of what was typed and leaves nothing of the card behind; or tells what the payer has to mend, then what was
	 * typed stays. An empty list when the card's own form says it already.
	 */
	seal(): Promise<SealedCard | Problem[]>;
	/** Shows it, or takes it away while a sealed card stands in for it. */
	show(visible: boolean): void;
	focus(): void;
	/** Helps with a published test number, by filling it in or otherwise. */
	takeTestNumber(number: string): void;
}
