import { portalPath } from "@cardseal/merchants";
import type { Language } from "@cardseal/platform";
import type { Caller } from "@cardseal/platform/audit";
import type { PresentPayer, Subscription } from "@cardseal/subscriptions";
import { inLanguage } from "../page-parts.ts";
import type { LinkPayers } from "../payers.ts";

export type PortalCaller = Caller & { clientAddress: string };

/** Comes back from the bank to the subscription's page. */
export function presentPayer(
	{ payments: { publicUrl } }: LinkPayers,
	{ subscription, language }: { subscription: Subscription; language: Language },
	browser: PresentPayer["browser"],
	{ clientAddress }: PortalCaller,
): PresentPayer {
	const address = `${publicUrl}${portalPath}/subscription/${subscription.lookup_id}`;
	return { browser, clientAddress, returnUrl: inLanguage(address, language) };
}
