/**
 * Tables of typed queries, to which each feature's `tables.ts` adds. Times are bigint ms since 1970, amounts bigint
 * cents.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features merge their tables into it.
export interface GatewayTables {}
