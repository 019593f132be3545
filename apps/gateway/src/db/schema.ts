/**
 * The tables that the types of queries know. Each feature's `tables.ts` adds its own. The vault's tables are in the same database,
 * but only the vault has their types.
 *
 * Times are bigint milliseconds since 1970, amounts bigint cents. `database.ts` reads both as numbers: they stay far
 * below 2^53.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features merge their tables into it.
export interface GatewayTables {}
