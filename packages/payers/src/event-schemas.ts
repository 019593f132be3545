import { eventOf } from "@cardseal/events";
import { linkEventSchema } from "./links/link-record.ts";

export const eventSchemas = { payment_link: eventOf("payment_link", linkEventSchema).openapi("PaymentLinkEvent") };
