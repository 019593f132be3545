// The module that `PROCESSORS_MODULE` names, for the acquirer of this kit. See docs/processors.md.
import { createExampleProcessor } from "./example/processor.ts";

export { createExampleProcessor };

export const processors = [
	createExampleProcessor({ url: process.env.EXAMPLE_ACQUIRER_URL ?? "https://api.acquirer.example" }),
];
