/** What the gateway that serves the card form has to know as its frame does. Nothing in it needs a page. */
export { directionOf, type Language, languages, nearestLanguage } from "./locale/languages.ts";
export { framePath, sessionPath } from "./wire/addresses.ts";
export type { PageData, PageRefusal } from "./wire/page-data.ts";
