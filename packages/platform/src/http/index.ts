export { type Admitted, merchantErrors, retryAfterHeader, type StepUp } from "./admission.ts";
export { changesOf } from "./body/empty-fields.ts";
export { type FileBody, fileBody } from "./body/file-body.ts";
export { jsonBody, keepEmptyFields } from "./body/json-body.ts";
export { readBytes, readFormFields, requireMediaType } from "./body/read-body.ts";
export { callerOf } from "./caller.ts";
export { clientAddress, trustedProxyTest } from "./client-address.ts";
export { isReading } from "./is-reading.ts";
export { jsonAnswer, requestBody } from "./json-content.ts";
export { csvAnswer, fileAnswer, limitDownloads } from "./limits/downloads.ts";
export { limitInFlight } from "./limits/limit-in-flight.ts";
export {
	anyCase,
	commaList,
	dayQuery,
	listQuery,
	listQueryWithMetadata,
	metadataIn,
	textMatchDescriptions,
	withoutEmptyQuery,
} from "./list-query.ts";
export { locationHeader, setLocation } from "./location.ts";
export { readMark, readStyleSheet } from "./page-files.ts";
export { languageOf, languageQuery, wantsPage } from "./page-language.ts";
export { pageQueryFields, pagingSchema, readPage } from "./pagination.ts";
export { answerProblems, helpOf, helpSchemas, problemOf, problemSchema, refuseInvalid } from "./problem-response.ts";
export { readableAddress } from "./readable-text.ts";
export { answerInTime, createStartupApp, requestContext } from "./request-context.ts";
export { requireLoopback, requireLoopbackName } from "./require-loopback.ts";
export { FixedPathRouter } from "./routing/fixed-path-router.ts";
export { patternOf } from "./routing/route-pattern.ts";
export { answerUnknownRoutes } from "./routing/unknown-route.ts";
export { requireOrigin, requireSameOrigin } from "./same-origin.ts";
export { headersOfEveryAnswer, securityHeaders } from "./security-headers.ts";
export { isHost, separateFrames } from "./separate-frames.ts";
export { type Fetch, type Listening, listen } from "./server.ts";
