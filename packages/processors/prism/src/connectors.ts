import type { Connector } from "./connector.ts";
import { adyen } from "./connectors/adyen.ts";
import { authorizedotnet } from "./connectors/authorizedotnet.ts";
import { bambora } from "./connectors/bambora.ts";
import { checkout } from "./connectors/checkout.ts";
import { stripe } from "./connectors/stripe.ts";

/** The connectors that were reviewed and pass the tests against a simulator. */
export const reviewed: readonly Connector[] = [adyen, authorizedotnet, bambora, checkout, stripe];
