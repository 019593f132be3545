/** The webhook requests in flight, so that one account's processor, or somebody who knows its address, takes no more than a part. */
export interface WebhookSlots {
	/** Takes a slot. Returns the function that frees it; `undefined` when there is none. */
	take(account: string): (() => void) | undefined;
}

/** Creates the slots of one gateway. */
export function createWebhookSlots({ perAccount, inAll }: { perAccount: number; inAll: number }): WebhookSlots {
	const taken = new Map<string, number>();
	let total = 0;
	const change = (account: string, by: number) => {
		total += by;
		const count = (taken.get(account) ?? 0) + by;
		if (count === 0) taken.delete(account);
		else taken.set(account, count);
	};
	return {
		take(account) {
			if (total >= inAll || (taken.get(account) ?? 0) >= perAccount) return undefined;
			change(account, 1);
			return () => change(account, -1);
		},
	};
}
