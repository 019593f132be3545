// For `PROCESSORS_MODULE`. See docs/processors.md.
import { createAdyen } from "./adapter.ts";

export const processors = [createAdyen()];
