import { createMoneris } from "./adapter.ts";

/** For `PROCESSORS_MODULE`. */
export const processors = [createMoneris({ url: "https://api.moneris.io", sandboxUrl: "https://api.sb.moneris.io" })];
