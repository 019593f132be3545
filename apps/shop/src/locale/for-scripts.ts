import { checkoutWords as en } from "./en/checkout.ts";
import { checkoutWords as fr } from "./fr/checkout.ts";

export const checkoutWords = document.documentElement.lang === "fr-CA" ? fr : en;
