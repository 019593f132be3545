/** Times: ms since 1970. Amounts: cents. */
// biome-ignore lint/suspicious/noEmptyInterface: features merge their tables into it.
export interface GatewayTables {}
