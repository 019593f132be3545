import { eventOf } from "@cardseal/events";
import { linkSchema } from "./links/link-record.ts";

export const eventSchemas = { payment_link: eventOf("payment_link", linkSchema).openapi("PaymentLinkEvent") };
