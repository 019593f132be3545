export { makeDataDirectory } from "./home.ts";
export { takeLock } from "./lock.ts";
export { type EmbeddedDatabase, startEmbeddedDatabase } from "./start.ts";
