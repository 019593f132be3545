import type { AccountSecrets, DeclineClass, DeclineCode } from "@cardseal/vault";
import type { Connector } from "../src/connector.ts";
import { authorizedotnet } from "../src/connectors/authorizedotnet.ts";
import { checkout } from "../src/connectors/checkout.ts";
import { createAuthorizedotnet } from "./authorizedotnet.ts";
import { createCheckout } from "./checkout.ts";
import { type Simulator, startSimulator } from "./simulator.ts";

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
	/** The name of the security code in a request. */
	securityCode: string;
}

const authorizedotnetAccount = { login_id: "5KP3simul", transaction_key: "346HZsimulated", environment: "test" };
const checkoutAccount = {
	secret_key: "sk_sbox_simulated",
	public_key: "pk_sbox_simulated",
	processing_channel_id: "pc_simulated",
	api_prefix: "abcdefgh",
	environment: "test",
};

export const subjects: readonly Subject[] = [
	{
		connector: authorizedotnet,
		account: authorizedotnetAccount,
		wrongAccount: { ...authorizedotnetAccount, transaction_key: "wrong" },
		async start() {
			const { login_id: loginId, transaction_key: transactionKey } = authorizedotnetAccount;
			const simulator = await startSimulator(createAuthorizedotnet({ loginId, transactionKey }).api);
			return { simulator, baseUrl: `${simulator.url}/xml/v1/request.api` };
		},
		declines: [
			["4000000000000002", "soft", "do_not_honour", "2"],
			["4000000000009987", "hard", "lost_card", "4"],
			["4000000000000069", "hard", "expired_card", "8"],
			["4000000000000127", "data", "incorrect_cvv", "65"],
			["4000000000000341", "soft", "generic", "399"],
		],
		currency: "USD",
		securityCode: "cardCode",
	},
	{
		connector: checkout,
		account: checkoutAccount,
		wrongAccount: { ...checkoutAccount, secret_key: "sk_sbox_wrong" },
		async start() {
			const simulator = await startSimulator(createCheckout({ secretKey: checkoutAccount.secret_key }).api);
			return { simulator, baseUrl: `${simulator.url}/` };
		},
		declines: [
			["4000000000000002", "soft", "do_not_honour", "20005"],
			["4000000000009995", "soft", "insufficient_funds", "20051"],
			["4000000000009987", "hard", "lost_card", "30041"],
			["4000000000000069", "hard", "expired_card", "30033"],
			["4000000000000127", "data", "incorrect_cvv", "20087"],
			["4000000000000341", "soft", "generic", "29999"],
		],
		currency: "CAD",
		securityCode: '"cvv":"',
	},
];
