export { createFileAtomically, openForRewriting, writeFileAtomically } from "./atomic-file.ts";
export { type Clock, type Clocks, dayOf, systemClock } from "./clock.ts";
export { ConfigError } from "./config-error.ts";
export { isSameSecret } from "./constant-time.ts";
export { byteOrderMark, CsvInvalid, csvLine, jsonCell, readCsv } from "./csv.ts";
export { getFound } from "./get-found.ts";
export {
	bankReferenceOf,
	base62,
	eventIdsFrom,
	isLookupId,
	lookupIdOf,
	newEventId,
	newLookupId,
	parseNumericId,
	randomAlphanumeric,
	randomDigits,
	randomFraction,
} from "./ids.ts";
export { type Language, languageParameter, languages, nearestLanguage } from "./language.ts";
export {
	amountBoundSchema,
	amountPartSchema,
	amountSchema,
	dollars,
	formatAmount,
	formatDollars,
	maximumCents,
	parseCents,
} from "./money.ts";
export { pickFields } from "./pick-fields.ts";
export {
	type FieldError,
	fieldProblem,
	notFound,
	Problem,
	type ProblemOptions,
	refusalIn,
	refuseFields,
	stillRunning,
	tooManyRequests,
} from "./problem.ts";
export { paymentFailure, paymentFailureFields, type Reason, reasonSchema, type ShownReason } from "./reasons.ts";
export { serverUrls } from "./server-urls.ts";
export {
	anyLine,
	boundedList,
	displayName,
	emailAddress,
	emailFilter,
	isEmailAddress,
	lineOfText,
	lineUpTo,
	longText,
	noCardNumber,
	telephone,
	textInQuotes,
	withAsciiDomain,
	withoutInvisible,
} from "./text.ts";
export { pollUntil, withinTime } from "./time-limit.ts";
