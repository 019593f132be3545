import { root } from "../run/command.ts";
import { testChecks } from "./check.ts";
import { checksOfLayers, cruise } from "./layers.ts";

testChecks(checksOfLayers(await cruise(root)));
