import { testChecks } from "./check.ts";
import { root } from "./command.ts";
import { checksOfLayers, cruise } from "./layers.ts";

testChecks(checksOfLayers(await cruise(root)));
