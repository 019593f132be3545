// Exports no digits, security codes or private keys of merchants.

export {
	BankAccountUnreadable,
	type StoredBankAccount,
	type WantedBankAccount,
} from "./bank-accounts/bank-accounts.ts";
export type { RailAccount } from "./bank-accounts/rail-account.ts";
export { type Card, type CardRefusal, CardRefused, type Environment, type RawCardFields } from "./cards/card.ts";
export { type CardOwner, type CardQuery, type StoredCardDetails, StoredCardUnreadable } from "./cards/stored-cards.ts";
export { createVaultTables } from "./create-tables.ts";
export { generateMasterKey, parseMasterKey } from "./keys/at-rest.ts";
export { findKeyOwner } from "./keys/key-owner.ts";
export type { SigningKey } from "./keys/key-ring.ts";
export { createShareCollection, ShareRefused, shareLimits, shareLines, splitMasterKey } from "./keys/shares.ts";
export {
	type ActionNeeded,
	type Authenticated,
	type Authentication,
	type AuthenticationStatus,
	authenticationStatuses,
	type Browser,
	type GivenAuthentication,
	knownAddress,
	type ReturnedFields,
} from "./processors/authentication.ts";
export {
	type AccountField,
	AccountRefused,
	type AccountSecrets,
	originField,
	type ProcessorAdapter,
	type VerifiedAccount,
	verifyAccount,
} from "./processors/connected-processor.ts";
export { challengePath, DemoProcessor, demoProcessorName, type Fault, holdMs } from "./processors/demo.ts";
export {
	type Challenge,
	createDemoBank,
	type DemoBank,
	payersCode,
} from "./processors/demo-bank.ts";
export { type DisputeReason, disputeReasonOf, disputeReasons } from "./processors/dispute-reasons.ts";
export { withoutSecrets } from "./processors/hide-secrets.ts";
export { demoDisputes } from "./processors/outcome-cards.ts";
export {
	type Accepted,
	type AdviceCode,
	type Answer,
	type Approval,
	type ApprovedOriginal,
	adviceCodes,
	type ChargeRequest,
	type CheckResult,
	type Commerce,
	checkResults,
	type Decline,
	type DeclineClass,
	type DeclineCode,
	declineClasses,
	declineCodes,
	type Inquiry,
	type InquiryRequest,
	type Modification,
	type ModificationRequest,
	type Operation,
	type Outcome,
	type Payer,
	type PayerAuthentication,
	type Processor,
	type ProcessorRequest,
	type Purpose,
	processorDeclineCodes,
	purposes,
	type RuleDeclineCode,
	ruleDeclineCodes,
	type StoredCredential,
} from "./processors/processor.ts";
export {
	type DisputeEvent,
	type DisputeEvidence,
	DisputeRefused,
	type DisputeState,
	disputeStates,
	type ListedRequest,
	type OutcomeEvent,
	type Period,
	type ProcessorEvent,
	type ProcessorEventPage,
	type ProcessorEventSource,
	type RefundEvent,
	type RefundState,
	type RequestPage,
	type RequestSource,
	refundStates,
	type SettlementEvent,
	type SettlementItem,
	settlementItemKinds,
	WebhookRefused,
	type WebhookRequest,
} from "./processors/processor-event.ts";
export { requestedAt, requestJournalTable } from "./processors/request-journal.ts";
export {
	createKeyRotation,
	type KeyRotation,
	type Rotated,
} from "./rotation/key-rotation.ts";
export {
	type KeyList,
	type ListedKey,
	type ListedTokenKey,
	listKeys,
	listTokenKeys,
	listTokenKeyTimes,
	readKeyAges,
} from "./rotation/list-keys.ts";
export type { OnProgress, Progress } from "./rotation/progress.ts";
export type { RotatablePurpose, RotationScope } from "./rotation/replace-keys.ts";
export { type Retirement, retireKey } from "./rotation/retire-key.ts";
export { type CardSession, type FindCardSession, TokenRefused, type UsedToken } from "./tokens/open-token.ts";
export { createVault, type Vault, type VaultMerchant } from "./vault.ts";
export type { VelocityFingerprints } from "./velocity-fingerprints.ts";
