import type { SessionRecord } from "../api/records.ts";

/** A staff permission, by the gateway's name. */
export type Permission = SessionRecord["permissions"][number];
