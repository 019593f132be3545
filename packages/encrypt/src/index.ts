export type { CardFields } from "@cardseal/card";
export { type EncryptOptions, encryptCard, type PreparedKey, prepare } from "./encrypt-card.ts";
export { CardsealError, type CardsealErrorCode } from "./errors.ts";
export { type Environment, type PublicKey, parsePublicKey } from "./public-key.ts";
