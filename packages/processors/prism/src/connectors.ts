import type { Connector } from "./connector.ts";
import { bambora } from "./connectors/bambora.ts";
import { stripe } from "./connectors/stripe.ts";

/** The connectors that were reviewed and pass the tests against a simulator. */
export const reviewed: readonly Connector[] = [bambora, stripe];
