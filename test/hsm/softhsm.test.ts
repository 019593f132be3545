import { describeTokens } from "../fixtures/hsm/promises.ts";
import { createSoftHsm } from "../fixtures/hsm/softhsm.ts";

describeTokens("SoftHSM", createSoftHsm);
