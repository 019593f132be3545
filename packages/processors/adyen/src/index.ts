// For `PROCESSORS_MODULE`. See docs/processors.md.
import { createAdyen } from "./adapter.ts";

export { createAdyen };

export const processors = [createAdyen()];
