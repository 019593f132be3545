import type { AccountSecrets, DeclineClass, DeclineCode } from "@cardseal/vault";
import type { Connector } from "../src/connector.ts";
import { bambora } from "../src/connectors/bambora.ts";
import { stripe } from "../src/connectors/stripe.ts";
import { createBambora } from "./bambora.ts";
import { type Simulator, startSimulator } from "./simulator.ts";
import { createStripe } from "./stripe.ts";

/** A connector with the simulator that it is tested against. */
export interface Subject {
	connector: Connector;
	account: AccountSecrets;
	/** Secrets that the processor refuses. */
	wrongAccount: AccountSecrets;
	start(): Promise<{ simulator: Simulator; baseUrl: string }>;
	/** Test cards with their documented decline. */
	declines: readonly (readonly [number: string, DeclineClass, DeclineCode, issuerCode: string])[];
	currency: string;
	/** `accepted` where the processor takes a modification and tells its result later. */
	modifications: "approved" | "accepted";
	/** The name of the security code in a request. */
	securityCode: string;
}

const stripeAccount = { secret_key: "sk_test_simulated" };
const bamboraAccount = { merchant_id: "300200000", api_passcode: "simulated" };

export const subjects: readonly Subject[] = [
	{
		connector: stripe,
		account: stripeAccount,
		wrongAccount: { secret_key: "sk_test_wrong" },
		async start() {
			const simulator = await startSimulator(createStripe({ secretKey: stripeAccount.secret_key }).api);
			return { simulator, baseUrl: `${simulator.url}/` };
		},
		declines: [
			["4000000000000002", "soft", "do_not_honour", "generic_decline"],
			["4000000000009995", "soft", "insufficient_funds", "insufficient_funds"],
			["4000000000009987", "hard", "lost_card", "lost_card"],
			["4000000000000069", "hard", "expired_card", "expired_card"],
			["4000000000000127", "data", "incorrect_cvv", "incorrect_cvc"],
			["4000000000000341", "soft", "generic", "something_new"],
		],
		currency: "CAD",
		modifications: "approved",
		securityCode: "cvc",
	},
	{
		connector: bambora,
		account: bamboraAccount,
		wrongAccount: { ...bamboraAccount, api_passcode: "wrong" },
		async start() {
			const { merchant_id: merchantId, api_passcode: passcode } = bamboraAccount;
			const simulator = await startSimulator(createBambora({ merchantId, passcode }).api);
			return { simulator, baseUrl: `${simulator.url}/v1` };
		},
		declines: [
			["4000000000000002", "soft", "do_not_honour", "7"],
			["4000000000000069", "data", "expired_card", "14"],
			["4000000000000341", "soft", "generic", "999"],
		],
		currency: "CAD",
		modifications: "approved",
		securityCode: "cvd",
	},
];
