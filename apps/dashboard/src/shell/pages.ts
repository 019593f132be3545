import type { ComponentType } from "preact";
import type { PageName } from "../addresses.ts";
import type { Words } from "../locale/words.ts";
import type { IconName } from "../ui/icon.tsx";
import type { ParametersOf } from "./router.ts";

export type Page<Name extends PageName> = ComponentType<ParametersOf<Name>>;

export const pageLoaders: { [Name in PageName]: () => Promise<Page<Name>> } = {
	overview: async () => (await import("../overview/overview-page.tsx")).OverviewPage,
	transactions: async () => (await import("../transactions/transactions-page.tsx")).TransactionsPage,
	transaction: async () => (await import("../transactions/transaction-page.tsx")).TransactionPage,
	settlements: async () => (await import("../settlements/settlements-page.tsx")).SettlementsPage,
	settlement: async () => (await import("../settlements/settlement-page.tsx")).SettlementPage,
	disputes: async () => (await import("../disputes/disputes-page.tsx")).DisputesPage,
	dispute: async () => (await import("../disputes/dispute-page.tsx")).DisputePage,
	virtualTerminal: async () => (await import("../virtual-terminal/virtual-terminal-page.tsx")).VirtualTerminalPage,
	paymentLinks: async () => (await import("../payment-links/payment-links-page.tsx")).PaymentLinksPage,
	paymentLink: async () => (await import("../payment-links/payment-link-page.tsx")).PaymentLinkPage,
	wallet: async () => (await import("../wallet/wallet-page.tsx")).WalletPage,
	walletPayment: async () => (await import("../wallet/wallet-payment-page.tsx")).WalletPaymentPage,
	customers: async () => (await import("../customers/customers-page.tsx")).CustomersPage,
	customer: async () => (await import("../customers/customer-page.tsx")).CustomerPage,
	subscription: async () => (await import("../subscriptions/subscription-page.tsx")).SubscriptionPage,
	subscriptions: async () => (await import("../subscriptions/subscriptions-page.tsx")).SubscriptionsPage,
	plans: async () => (await import("../plans/plans-page.tsx")).PlansPage,
	plan: async () => (await import("../plans/plan-page.tsx")).PlanPage,
	settings: async () => (await import("../settings/business-page.tsx")).BusinessPage,
	credentials: async () => (await import("../settings/credentials-page.tsx")).CredentialsPage,
	keys: async () => (await import("../settings/keys-page.tsx")).KeysPage,
	origins: async () => (await import("../settings/origins-page.tsx")).OriginsPage,
	partners: async () => (await import("../settings/partners-page.tsx")).PartnersPage,
	processorAccounts: async () => (await import("../settings/processor-accounts-page.tsx")).ProcessorAccountsPage,
	developers: async () => (await import("../developers/requests-page.tsx")).RequestsPage,
	endpoints: async () => (await import("../developers/endpoints-page.tsx")).EndpointsPage,
	endpoint: async () => (await import("../developers/endpoint-page.tsx")).EndpointPage,
	events: async () => (await import("../developers/events-page.tsx")).EventsPage,
	event: async () => (await import("../developers/event-page.tsx")).EventPage,
	staff: async () => (await import("../staff/staff-page.tsx")).StaffPage,
	audit: async () => (await import("../audit/audit-page.tsx")).AuditPage,
	account: async () => (await import("../account/account-page.tsx")).AccountPage,
};

export interface NavigationItem {
	page: keyof Words["shell"]["pages"];
	icon: IconName;
	covers?: PageName[];
	/** True for a page in the bar at the bottom of a phone; the others are behind "More". */
	isInBar?: boolean;
}

export const navigationItems: readonly NavigationItem[] = [
	{ page: "overview", icon: "overview", isInBar: true },
	{ page: "transactions", icon: "transactions", covers: ["transaction"], isInBar: true },
	{ page: "virtualTerminal", icon: "terminal", isInBar: true },
	{ page: "paymentLinks", icon: "link", covers: ["paymentLink"] },
	{ page: "customers", icon: "customers", covers: ["customer"], isInBar: true },
	{ page: "settlements", icon: "settlements", covers: ["settlement"] },
	{ page: "disputes", icon: "disputes", covers: ["dispute"] },
	{ page: "wallet", icon: "wallet", covers: ["walletPayment"] },
	{ page: "subscriptions", icon: "subscriptions", covers: ["subscription"] },
	{ page: "plans", icon: "plans", covers: ["plan"] },
	{ page: "settings", icon: "settings", covers: ["credentials", "keys", "origins", "partners", "processorAccounts"] },
	{ page: "developers", icon: "developers", covers: ["endpoints", "endpoint", "events", "event"] },
	{ page: "staff", icon: "staff" },
	{ page: "audit", icon: "audit" },
];
