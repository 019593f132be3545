import type { AnsweredRequest, LoggedRequest } from "./answered-request.ts";

/** Requests that wait to be recorded, in shares: one that is full loses entries of its largest share first. */
export interface FairQueue {
	/** Adds a request. Returns the request that has no place for it: the given one, or the newest of the largest share. */
	add(request: LoggedRequest, capacity: number): LoggedRequest | undefined;
	/** Returns all in the order of their times, and empties the queue. */
	take(): LoggedRequest[];
}

/** All requests with refused tokens share one place, because a client with an old token may send many. */
const refusedTokens = "";

function shareOf({ merchant, reason }: Pick<AnsweredRequest, "merchant" | "reason">): string {
	return reason === "access_token_invalid" ? refusedTokens : merchant;
}

/** Creates a queue in which each merchant has a share, so that one with many requests does not displace those of others. */
export function createFairQueue(): FairQueue {
	let shares = new Map<string, LoggedRequest[]>();
	let size = 0;

	/** Few steps: a share has at least one entry, so there are at most as many as the capacity. */
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
