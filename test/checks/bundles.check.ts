import { checksOfBundles } from "./bundles.ts";
import { testChecks } from "./check.ts";

testChecks(await checksOfBundles());
