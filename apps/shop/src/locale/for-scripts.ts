import { checkoutWords as en } from "./en/checkout.ts";
import { checkoutWords as fr } from "./fr/checkout.ts";

/** The words of scripts, in the language of their page. */
export const checkoutWords = document.documentElement.lang === "fr-CA" ? fr : en;
