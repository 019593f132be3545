import { join } from "node:path";
import type { ProcessorAdapter } from "@cardseal/vault";
import { systemClock } from "../packages/platform/src/clock.ts";
import { startAcquirer } from "../packages/processor-kit/src/acquirer.ts";
import {
	type Fault,
	type RequestKind,
	type SimulatedNetwork,
	type Simulator,
	startFaultyServer,
} from "../packages/processor-kit/src/index.ts";
import { adyenStory } from "../packages/processors/adyen/test-support/story.ts";
import { bamboraStory } from "../packages/processors/bambora/test-support/story.ts";
import { monerisStory } from "../packages/processors/moneris/test-support/story.ts";
import { stripeStory } from "../packages/processors/stripe/test-support/story.ts";
import { forward } from "../test/faults/live/between.ts";
import { decideAccepted, liveCards } from "../test/faults/live/live-merchant.ts";
import { root } from "../test/run/command.ts";

/** A processor's simulator, with faults before it. */
export interface Far {
	simulator: Simulator & { network: SimulatedNetwork };
	/** The address for gateways. */
	url: string;
	/** For `PROCESSORS_MODULE`. */
	modulePath: string;
	/** The same adapter, at the simulator without faults. */
	adapter: ProcessorAdapter;
	/** Decides what the processor accepted, or sends its webhooks, to an address that may not answer. */
	decide(webhookUrl: string): Promise<void>;
	/** Tells of the sales that never arrived, once none can arrive any more. Absent when the processor can be asked. */
	endDay?: (() => void) | undefined;
	stop(): Promise<void>;
}

export interface FarOptions {
	faultOf: (kind: RequestKind) => Fault | undefined;
	/** Lost and late requests end after this time. */
	waitingMs: number;
}

const stories = { stripe: stripeStory, adyen: adyenStory, bambora: bamboraStory, moneris: monerisStory };

export type FarName = "example" | keyof typeof stories;

export const isFarName = (name: string): name is FarName => name === "example" || Object.hasOwn(stories, name);

export async function startFar(name: FarName, options: FarOptions): Promise<Far> {
	return name === "example" ? startExample(options) : startStory(stories[name], options);
}

async function startExample(options: FarOptions): Promise<Far> {
	const acquirer = await startAcquirer({ now: systemClock.now, ...options });
	const { url } = acquirer.network;
	const modulePath = join(root, "test/faults/live/processors.ts");
	return {
		...{ simulator: acquirer, url, modulePath, adapter: await adapterOf(modulePath, url) },
		decide: () => decideAccepted(acquirer),
		stop: acquirer.stop,
	};
}

/** Faults of the network only: the front does not know the processor's answers. */
async function startStory(
	{ start, modulePath }: (typeof stories)[keyof typeof stories],
	{ faultOf, waitingMs }: FarOptions,
): Promise<Far> {
	const simulator = await start({ now: systemClock.now, waitingMs });
	const { url } = simulator.network;
	const front = await startFaultyServer({
		handle: (request) => forward(url, request),
		kindOf: (_, body) => (liveCards.some((number) => body.includes(number)) ? "submit" : "inquire"),
		faultOf,
		waitingMs,
	});
	return {
		...{ simulator, url: front.url, modulePath, adapter: await adapterOf(modulePath, url) },
		decide: async (webhookUrl) => simulator.sendWebhooks?.(webhookUrl).catch(whileAway),
		endDay: simulator.endDay,
		async stop() {
			await front.stop();
			await simulator.stop();
		},
	};
}

/** The gateway was killed; the webhook comes again. */
const whileAway = () => undefined;

/** The module reads the address from the environment, as it does in gateways. */
async function adapterOf(modulePath: string, url: string): Promise<ProcessorAdapter> {
	process.env.LIVE_ACQUIRER_URL = url;
	const { processors } = (await import(modulePath)) as { processors: ProcessorAdapter[] };
	const [adapter] = processors;
	if (adapter === undefined) throw new Error("The module has no processor.");
	return adapter;
}
