/*
 * Processors through a library. It is outside the workspaces, because its native code has 400 MB. That code runs in child
 * processes (`child.ts`), which only translate and send: one for charges, one for webhooks. Pure functions (`requests.ts`,
 * `outcomes.ts`) decide the meaning of answers. What is not certain is unknown.
 */
import type { ProcessorAdapter } from "@cardseal/vault";
import { createAdapter } from "./adapter.ts";
import { createBridge } from "./bridge.ts";
import { readUnreviewed, reviewed } from "./connectors.ts";

const connectors = [...reviewed, ...readUnreviewed(process.env.PRISM_CONNECTORS ?? "")];
// One child process serves every connector; a second one, started by the first webhook, reads what strangers send.
const node = process.env.PRISM_NODE || undefined;
const bridge = createBridge({ node });
const webhookBridge = createBridge({ node, graceMs: 0 });
// A gateway that cannot charge must not start.
await bridge.start();

export const processors: ProcessorAdapter[] = connectors.map((connector) =>
	createAdapter(connector, { bridge, webhookBridge }),
);
