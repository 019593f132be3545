import { createBambora } from "./adapter.ts";

/** One address for live and test accounts. */
export const processors = [createBambora({ url: "https://api.na.bambora.com" })];
