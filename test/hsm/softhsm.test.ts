import { describeMasterKeysIn } from "../fixtures/hsm/master-keys.ts";
import { describeTokens } from "../fixtures/hsm/promises.ts";
import { createSoftHsm } from "../fixtures/hsm/softhsm.ts";

describeTokens("SoftHSM", createSoftHsm);
describeMasterKeysIn("SoftHSM", createSoftHsm);
