import type { ProcessorAdapter } from "@cardseal/vault";
import { createAdapter } from "./adapter.ts";
import { createBridge } from "./bridge.ts";
import { reviewed } from "./connectors.ts";

// One child process serves every connector.
const bridge = createBridge({ node: process.env.PRISM_NODE });
// A gateway that cannot charge must not start.
await bridge.start();

/** The adapters of the reviewed connectors, for `PROCESSORS_MODULE`. */
export const processors: ProcessorAdapter[] = reviewed.map((connector) => createAdapter(connector, { bridge }));
