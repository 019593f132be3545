import type { SessionRecord } from "../api/records.ts";

/** What staff may be allowed to do, by the gateway's names. */
export type Permission = SessionRecord["permissions"][number];
