import { createVault, type ProcessorAdapter, type Vault } from "@cardseal/vault";
import { listMerchants } from "../../../packages/merchants/src/merchants.store.ts";
import { addProcessorAccount } from "../../../packages/merchants/src/processor-accounts/processor-accounts.ts";
import { operator } from "../../../packages/platform/src/audit/event.ts";
import type { Clocks } from "../../../packages/platform/src/clock.ts";
import type { Acquirer } from "../../../packages/processor-kit/src/acquirer.ts";
import { createExampleProcessor } from "../../../packages/processor-kit/src/example.ts";
import type { SimulatedNetwork } from "../../../packages/processor-kit/src/index.ts";
import type { Account } from "../../fixtures/gateway.ts";
import { createTestOperator } from "../../fixtures/operator.ts";
import type { AllTables } from "../../fixtures/tables.ts";

export interface LivePlace {
	tables: AllTables;
	masterKey: string;
	clocks: Clocks;
	/** Its account at the processor. */
	acquirer: { network: SimulatedNetwork };
	/** Default: the example processor. */
	processor?: ProcessorAdapter;
}

export interface LiveMerchant extends Account {
	/** The id of its account at the acquirer. */
	processorAccount: string;
}

/** Adds a live merchant without card-testing protection, whose account is at the acquirer. */
export async function addLiveMerchant({
	tables,
	masterKey,
	clocks,
	acquirer,
	processor = createExampleProcessor({ url: acquirer.network.url }),
}: LivePlace): Promise<LiveMerchant> {
	const database = tables.withTables();
	const openVault = (): Promise<Vault> =>
		createVault({
			database: tables.withTables(),
			masterKey,
			businessNow: () => clocks.business.now(),
			realNow: () => clocks.real.now(),
		});
	const { run } = createTestOperator({ database, clocks }, { createVault: openVault });
	const owner = ["--owner", "ada@example.com", "--owner-name", "Ada Okafor"];
	const { json: added } = await run("merchant", "add", "--live", "--name", "Example Shop", ...owner);
	const { merchant_id, public_key } = added as { merchant_id: string; public_key: string };
	const { json: credential } = await run("credential", "add", merchant_id, "--name", "server");
	const { client_id, client_secret } = credential as { client_id: string; client_secret: string };
	// Writers use the same cards again and again.
	await run("card-testing", "off", merchant_id);
	const merchant = (await listMerchants(database)).find(({ publicId }) => publicId === merchant_id);
	if (merchant === undefined) throw new Error("The merchant is not there.");
	const { account_id: processorAccount } = await addProcessorAccount(
		{
			database,
			vault: await openVault(),
			clocks,
			processors: new Map([[processor.name, processor]]),
			isSandbox: false,
			processorTimeoutMs: 20_000,
		},
		merchant,
		{ processor: processor.name, currency: "CAD", fields: acquirer.network.account },
		operator("ada"),
	);
	return { merchant_id, public_key, client_id, client_secret, processorAccount };
}

/** Card numbers that are no published test numbers, for live merchants. */
export const liveCards = ["4539578763621486", "5425233430109903", "6011601160116611"] as const;

/** Makes the acquirer decide what it accepted. */
export async function decideAccepted(acquirer: Acquirer): Promise<void> {
	const decisions = ["approved", "declined", "dropped"] as const;
	for (const reference of await acquirer.references()) {
		const [entry] = await acquirer.booked(reference);
		const decision = decisions[reference.charCodeAt(0) % decisions.length];
		if (entry?.result === "accepted" && decision !== undefined) acquirer.decide(reference, decision);
	}
}
