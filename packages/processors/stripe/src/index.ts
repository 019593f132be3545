import { createStripe } from "./adapter.ts";

export const processors = [createStripe({ url: "https://api.stripe.com" })];
