export { makeDataDirectory } from "./home.ts";
export { type EmbeddedDatabase, startEmbeddedDatabase } from "./start.ts";
