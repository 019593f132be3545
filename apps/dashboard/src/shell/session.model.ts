import { signal } from "@preact/signals-core";
import type { Api } from "../api/client.ts";
import { RequestProblem } from "../api/problem.ts";

export type Session = Awaited<ReturnType<typeof createSession>>;

/** `clock` is this computer's, which may be wrong: only differences are used. @throws RequestProblem */
export async function createSession(api: Api, clock: () => number) {
	const record = signal(await api.get("/session"));
	let readAt = clock();
	api.useCsrfToken(record.value.csrf_token);
	let last = 0;
	return {
		record,
		/** The gateway's business time as it last told it, running on by the computer's clock; ms since 1970. */
		now: () => record.peek().clock.business_time + (clock() - readAt),
		/** Reads it again, after a change of what it tells. When it cannot be read, what was there stays. */
		async renew(): Promise<void> {
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
