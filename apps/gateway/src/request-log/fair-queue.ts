import type { AnsweredRequest, LoggedRequest } from "./answered-request.ts";

/** A full queue loses entries of its largest share first. */
export interface FairQueue {
	/** Returns the request without a place: the given one, or the newest of the largest share. */
	add(request: LoggedRequest, capacity: number): LoggedRequest | undefined;
	take(): LoggedRequest[];
}

/** A client with an old token may send many, so they share one place. */
const refusedTokens = "";

function shareOf({ merchant, reason }: Pick<AnsweredRequest, "merchant" | "reason">): string {
	return reason === "access_token_invalid" ? refusedTokens : merchant;
}

export function createFairQueue(): FairQueue {
	let shares = new Map<string, LoggedRequest[]>();
	let size = 0;

	function largestShare(): LoggedRequest[] {
		let largest: LoggedRequest[] = [];
		for (const share of shares.values()) if (share.length > largest.length) largest = share;
		return largest;
	}

	return {
		add(request, capacity) {
			const name = shareOf(request);
			const share = shares.get(name) ?? [];
			let displaced: LoggedRequest | undefined;
			if (size >= capacity) {
				const largest = largestShare();
				if (largest.length <= share.length + 1) return request;
				displaced = largest.pop();
				size--;
			}
			share.push(request);
			shares.set(name, share);
			size++;
			return displaced;
		},
		take() {
			const all = [...shares.values()].flat().sort((one, other) => one.createdAt - other.createdAt);
			shares = new Map();
			size = 0;
			return all;
		},
	};
}
