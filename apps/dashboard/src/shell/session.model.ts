import { type ReadonlySignal, signal } from "@preact/signals-core";
import type { Api } from "../api/client.ts";
import { RequestProblem } from "../api/problem.ts";
import type { SessionRecord } from "../api/records.ts";

/** Who is signed in, for which business, as the pages know it. */
export interface Session {
	record: ReadonlySignal<SessionRecord>;
	/** Reads it again, after a change of what it tells. When it cannot be read, what was there stays. */
	renew(): Promise<void>;
}

/** @throws RequestProblem when nobody knows who is signed in */
export async function openSession(api: Api): Promise<Session> {
	const record = signal(await api.read<SessionRecord>("/session"));
	api.useCsrfToken(record.value.csrf_token);
	let last = 0;
	return {
		record,
		async renew() {
			last += 1;
			const own = last;
			try {
				const renewed = await api.read<SessionRecord>("/session");
				// An earlier reading may come later, and does not know of the later change.
				if (own === last) record.value = renewed;
			} catch (error) {
				if (!(error instanceof RequestProblem)) throw error;
			}
		},
	};
}
