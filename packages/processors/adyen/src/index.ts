// For `PROCESSORS_MODULE`. See docs/processors.md.
import { createAdyenProcessor } from "./adapter.ts";

export { createAdyenProcessor };

export const processors = [createAdyenProcessor()];
