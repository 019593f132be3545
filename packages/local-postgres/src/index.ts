export { type EmbeddedDatabase, startEmbeddedDatabase } from "./start.ts";
