import type { ComponentType } from "preact";
import type { PageName } from "../addresses.ts";
import type { IconName } from "../look/icon.tsx";
import type { Permission } from "./permission.ts";
import type { ParametersOf } from "./router.ts";

/** A page's component, given the ids in its address. */
export type Page<Name extends PageName> = ComponentType<ParametersOf<Name>>;

/** The pages themselves, each in a file that is loaded when it is first shown. */
export const pages: { [Name in PageName]: () => Promise<Page<Name>> } = {
	overview: async () => (await import("../overview/overview-page.tsx")).OverviewPage,
	transactions: async () => (await import("../transactions/transactions-page.tsx")).TransactionsPage,
	transaction: async () => (await import("../transactions/transaction-page.tsx")).TransactionPage,
	virtualTerminal: async () => (await import("../virtual-terminal/virtual-terminal-page.tsx")).VirtualTerminalPage,
};

/** What somebody must be allowed to see a page at all. */
export const permissions: Record<PageName, Permission | undefined> = {
	overview: "transactions.read",
	transactions: "transactions.read",
	transaction: "transactions.read",
	virtualTerminal: "charge",
};

export interface NavigationItem {
	/** A page without ids in its address. */
	page: "overview" | "transactions" | "virtualTerminal";
	icon: IconName;
	/** Further pages that belong to it. */
	covers?: readonly PageName[];
	/** Has its place in the bar at the bottom of a phone; the others are behind "More". */
	isInBar?: boolean;
}

/** The pages that the navigation leads to, in its order. */
export const navigationItems: readonly NavigationItem[] = [
	{ page: "overview", icon: "overview", isInBar: true },
	{ page: "transactions", icon: "transactions", covers: ["transaction"], isInBar: true },
	{ page: "virtualTerminal", icon: "terminal", isInBar: true },
];
