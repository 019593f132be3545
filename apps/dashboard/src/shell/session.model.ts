import { type ReadonlySignal, signal } from "@preact/signals-core";
import type { Api } from "../api/client.ts";
import { RequestProblem } from "../api/problem.ts";
import type { SessionRecord } from "../api/records.ts";

/** Who is signed in, for which business, as the pages know it. */
export interface Session {
	record: ReadonlySignal<SessionRecord>;
	/** The gateway's business time as it last told it, running on by the computer's clock; ms since 1970. */
	now(): number;
	/** Reads it again, after a change of what it tells. When it cannot be read, what was there stays. */
	renew(): Promise<void>;
}

/**
 * @param clock the computer's, which may be wrong: only how much time has passed is taken from it
 * @throws RequestProblem when nobody knows who is signed in
 */
export async function createSession(api: Api, clock: () => number): Promise<Session> {
	const record = signal(await api.get("/session"));
	let readAt = clock();
	api.useCsrfToken(record.value.csrf_token);
	let last = 0;
	return {
		record,
		now: () => record.peek().clock.business_time + (clock() - readAt),
		async renew() {
			last += 1;
			const own = last;
			try {
				const renewed = await api.get("/session");
				// An earlier reading may come later, and does not know of the later change.
				if (own !== last) return;
				readAt = clock();
				record.value = renewed;
			} catch (error) {
				if (!(error instanceof RequestProblem)) throw error;
			}
		},
	};
}
