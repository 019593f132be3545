/** What the shop's server answers to a new card for a subscription. A file of its own, because the page's script reads it too. */
export interface CardChangeAnswer {
	/** What the payer is told when the card was not changed. */
	readonly message?: string;
}
