// A separate program: a bridge whose child prints its requests. Card data in this program's output is a leak.
import { createBridge } from "../src/bridge.ts";

const bridge = createBridge({ program: new URL("./fake-child.ts", import.meta.url) });
const [number = ""] = process.argv.slice(2);
const request = { paymentMethod: { card: { cardNumber: { value: number } } } };
const call = { config: {}, flow: "authorize", request, hasSecurityCode: true, headers: {}, timeoutMs: 10_000 } as const;
await bridge.call({ ...call, connector: "print" });
const crashed = await bridge.call({ ...call, connector: "crash" });
process.stdout.write(JSON.stringify(crashed));
