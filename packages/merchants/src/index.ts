export { type Access, requireAlsoScope } from "./access.ts";
export type { Admission, MerchantLimits, StaffAdmission } from "./admission.ts";
export { type Channel, channels, commerceOf } from "./channel.ts";
export { createLiveTwin, createMerchant, type NewMerchant } from "./create-merchant.ts";
export { currencySchema, defaultCurrency, requireCurrency } from "./currency.ts";
export { environmentOf, type Merchant } from "./merchant.ts";
export { merchantOf } from "./merchant-row.ts";
export {
	findMerchant,
	findMerchants,
	hasLiveMerchant,
	listMerchants,
	lockMerchant,
	updateCardTestingSettings,
} from "./merchants.store.ts";
export { modeOfPath, withMode, withoutMode } from "./mode-path.ts";
export { describeMerchant, getNamedMerchant, merchantAnswer, merchantTerm } from "./named-merchant.ts";
export { allPermissions, mayDo, type Permission, permissionsOf } from "./permissions.ts";
export {
	availableProcessors,
	type ProcessorAccountRecord,
	processorAccountRecordOf,
} from "./processor-accounts/account-record.ts";
export { changeProcessorAccount } from "./processor-accounts/change-account.ts";
export { loadProcessors, type Processors } from "./processor-accounts/load-processors.ts";
export { moveProcessorAccounts } from "./processor-accounts/move-accounts.ts";
export { noteRefusal } from "./processor-accounts/note-refusal.ts";
export {
	createAccountLookup,
	type FoundAccount,
	hasLiveAccounts,
	listProcessorAccounts,
	type WantedAccount,
} from "./processor-accounts/processor-accounts.store.ts";
export {
	addProcessorAccount,
	type ProcessorAccounts,
	removeProcessorAccount,
	verifyProcessorAccount,
} from "./processor-accounts/processor-accounts.ts";
export type { ProcessorAccount } from "./processor-accounts/tables.ts";
export type { TokenKeys } from "./public-keys/token-keys.ts";
export { isLower, type Rank, type Role, roles } from "./role.ts";
export { merchantWebRoutes } from "./routes.ts";
export { includesScope, isScope, type Scope, type Service, scopes, services, simplifyScopes } from "./scopes.ts";
export { changeSettings } from "./settings/change-settings.ts";
export { offeredCurrencies } from "./settings/offered-currencies.ts";
export { getSettings } from "./settings/settings.store.ts";
export type { NoticeSettings } from "./settings/settings.ts";
export {
	type BankAccountEventType,
	isOwnerReminder,
	type OwnerNoticeDetails,
	type OwnerNoticeEvent,
	type OwnerReminder,
	type OwnerWarning,
} from "./staff-notices/owner-notice.ts";
export { notifyOwners, queueNotices, remindOwners } from "./staff-notices/owner-notices.store.ts";
export type {
	ApprovalNoticeEvent,
	SecurityEventType,
	StaffNoticeDetails,
	StaffNoticeEvent,
	StaffNoticeKind,
	StandingEventType,
} from "./staff-notices/staff-notice.ts";
export type { MerchantsTable } from "./tables.ts";
export { timeZoneChoices } from "./time-zones.ts";
