export { deleteEndedCounts } from "./client-counts.store.ts";
export { clientNetwork, isLoopbackHost, isLoopbackName } from "./client-network.ts";
export { createNetworkTables } from "./create-tables.store.ts";
export { createNetworkLimit, createWindowLimit, type NetworkLimit } from "./network-limit.ts";
export { isLoopbackAddress, isPublicAddress } from "./public-address.ts";
export { type Resolve, resolveByDns } from "./resolve.ts";

import "./tables.ts";
