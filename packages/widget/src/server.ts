export { directionOf, type Language, languages, nearestLanguage } from "./locale/languages.ts";
export { framePath, sessionPath } from "./wire/addresses.ts";
export type { PageData, PageRefusal } from "./wire/page-data.ts";
