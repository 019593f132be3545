export { type Brand, brandOf, numberLengths } from "./brand.ts";
export { type CardFields, type CardProblem, type CardProblemCode, checkCard } from "./check.ts";
export { expiresAt, isExpired } from "./expiry.ts";
export { hasCardNumber, replaceCardNumbers } from "./find.ts";
export { isCardNumber, passesLuhn } from "./number.ts";
export { securityCodeLength } from "./security-code.ts";
export { isTestNumber, type TestNumber, testNumbers } from "./test-numbers.ts";
