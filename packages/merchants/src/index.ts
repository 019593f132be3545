export { type Access, requireAlsoScope } from "./access.ts";
export type { Admission, MerchantLimits, StaffAdmission } from "./admission.ts";
export { type Channel, channels, commerceOf, type TransactionChannel, transactionChannels } from "./channel.ts";
export { type CheckRules, hasMismatch, rejectionOf } from "./check-rules.ts";
export { currencySchema, defaultCurrency, requireCurrency } from "./currency.ts";
export { logoPath, shownLogo } from "./logo/logo.ts";
export { environmentOf, type Merchant } from "./merchant.ts";
export {
	findMerchant,
	findMerchants,
	listMerchants,
	lockMerchant,
	merchantOf,
	updateCardTestingSettings,
} from "./merchants.store.ts";
export { modeOfPath, withMode, withoutMode } from "./mode-path.ts";
export { describeMerchant, getNamedMerchant, merchantAnswer, merchantTerm } from "./named-merchant.ts";
export { isAllowedOrigin, listOrigins } from "./origins/origins.store.ts";
export { allPermissions, mayDo, type Permission, permissionsOf } from "./permissions.ts";
export { loadProcessors, type Processors } from "./processor-accounts/load-processors.ts";
export {
	createAccountLookup,
	type FoundAccount,
	findProcessorAccount,
} from "./processor-accounts/processor-accounts.store.ts";
export { noteRefusal } from "./processor-accounts/record-change.ts";
export { isLower, type Rank, type Role, roles } from "./role.ts";
export { includesScope, isScope, type Scope, type Service, scopes, services, simplifyScopes } from "./scopes.ts";
export { getSettings } from "./settings/settings.store.ts";
export { portalAskPath, portalPath } from "./settings/settings.ts";
export type {
	BankAccountEventType,
	OwnerMailDetails,
	OwnerMailKinds,
	OwnerMails,
	OwnerMailText,
	OwnerMailTexts,
} from "./staff-mails/owner-mail.ts";
export { notifyOwners, queueStaffMails, remindOwners } from "./staff-mails/owner-mails.store.ts";
export type {
	ApprovalMailEvent,
	SecurityEventType,
	StaffMailDetails,
	StaffMailEvent,
	StaffMailKind,
	StandingEventType,
} from "./staff-mails/staff-mail.ts";
export type { MerchantsTable } from "./tables.ts";

import "./audit-events.ts";
import "./staff-mails/owner-mails.ts";
