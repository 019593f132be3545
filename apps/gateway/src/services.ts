import { eft } from "@cardseal/eft/gateway";
import { identity } from "@cardseal/identity/gateway";
import { merchants } from "@cardseal/merchants/gateway";
import { payments } from "@cardseal/payments/gateway";

/** The services of this gateway. Each one's manifest says what it brings. */
export const services = [merchants, identity, payments, eft] as const;
