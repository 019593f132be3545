import type { Job } from "@cardseal/platform/jobs";
import type { RequestLog } from "./request-log.ts";

export function requestLogJob(requestLog: RequestLog): Job {
	return { name: "request log", everyMs: 1_000, run: () => requestLog.write() };
}
