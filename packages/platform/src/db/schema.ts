/** Each feature's `tables.ts` adds to it. Times are bigint ms since 1970, amounts bigint cents. */
// biome-ignore lint/suspicious/noEmptyInterface: features merge their tables into it.
export interface GatewayTables {}

/** The kinds of mail in the outbox, by name. */
// biome-ignore lint/suspicious/noEmptyInterface: features merge their kinds into it.
export interface MailKinds {}
