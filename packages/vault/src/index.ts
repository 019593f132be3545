// The door. What is not exported here stays inside: digits, security codes, private keys of merchants. Bank accounts, which
// no bank can do without, leave by `rails.ts`.
export { generateMasterKey } from "./at-rest.ts";
export { BankAccountUnreadable, type StoredBankAccount, type WantedBankAccount } from "./bank-accounts.ts";
export { type Card, CardRefused, type Environment, type RawCardFields } from "./card.ts";
export type { CardMarks } from "./card-marks.ts";
export { createVaultTables } from "./create-tables.ts";
export { findKeyOwner } from "./key-owner.ts";
export type { SigningKey } from "./key-ring.ts";

export { type CardSession, type FindCardSession, TokenRefused, type UsedMark } from "./open-token.ts";
export { DemoProcessor, type Fault } from "./processors/demo.ts";
export {
	type AdviceCode,
	type DeclineClass,
	type DeclineCode,
	declineCodes,
	type Inquiry,
	type Modification,
	type Operation,
	type Outcome,
	type Processor,
	type ProcessorRequest,
} from "./processors/processor.ts";
export type { RailAccount } from "./rail-account.ts";
export {
	type KeyRotation,
	openKeyRotation,
	type Rotated,
} from "./rotation/key-rotation.ts";
export { type KeyList, type ListedKey, type ListedTokenKey, listKeys, listTokenKeys } from "./rotation/list-keys.ts";
export type { OnProgress, Progress } from "./rotation/progress.ts";
export type { RotatablePurpose, RotationScope } from "./rotation/replace-keys.ts";
export { type Retirement, retireKey } from "./rotation/retire-key.ts";
export { type CardOwner, type StoredCardDetails, StoredCardUnreadable } from "./stored-cards.ts";
export { openVault, type Vault, type VaultMerchant } from "./vault.ts";
