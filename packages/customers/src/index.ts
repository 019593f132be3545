export { isProtected } from "./card-testing/limits.ts";
export { type PayerAddress, payerAddressFields } from "./card-testing/payer-address.ts";
export {
	type Attempt,
	attemptResultOf,
	type CardTestingDecline,
	type CardTestingProtection,
	cardTestingDeclineCode,
	createCardTestingProtection,
	type DeclineWords,
} from "./card-testing/protection.ts";

import "./card-testing/tables.ts";

export { type CardTestingReason, cardTestingReasons } from "./card-testing/verdict.ts";
export { addCard } from "./cards/add-card.ts";
export { cardParams } from "./cards/card.route.ts";
export {
	type CardSource,
	cardSourceFields,
	hasCardSource,
	oneCardSource,
	partCardSource,
	requireOneCardSource,
} from "./cards/card-source.ts";
export { type FirstNetworkId, findCardHolder, findCardsOf, keepNetworkIds } from "./cards/cards.store.ts";
export { deleteCard, requireCard } from "./cards/cards.ts";
export { changeCard } from "./cards/change-card.ts";
export { createChargeableCardLookup, type FindChargeableCard } from "./cards/chargeable-card.ts";
export { addPendingCard, completeOrphanedCards, completePendingCard } from "./cards/pending-cards.ts";
export { readCard, tokenUsed } from "./cards/read-card.ts";
export { firstUse } from "./cards/verify-card.ts";
export { customerAnswer, customerParams } from "./customer.route.ts";
export { changeCustomer, createCustomer, getCustomer, getLockedCustomer, withCustomerLock } from "./customer.ts";
export {
	type CustomerDetails,
	customerDetailNames,
	customerDetailsFields,
	customerDetailsOf,
	detailRecordFields,
	detailsOf,
	detailsProblems,
	type GivenDetails,
	maximumBlindCopies,
	mergeDetails,
	payerOf,
} from "./customer-details.ts";
export {
	answerCustomerList,
	type CustomerListOptions,
	customerListAnswer,
	customerListDescription,
	customerListQuery,
} from "./customer-list.route.ts";
export {
	type CustomerRecord,
	customerRecordOf,
	customerSchema,
	type SubscriptionRecord,
	subscriptionSchema,
} from "./customer-record.ts";
export { findCustomer, findCustomersByEmail } from "./customers.store.ts";
export { ofCustomer } from "./event-schemas.ts";
export type { CustomerKey, PersonalData, PersonalLists } from "./personal-data.ts";
export { provinceInRecord } from "./province.ts";
export type { Customer, CustomerDetailsColumns, StoredCard } from "./tables.ts";

import "./audit-events.ts";
