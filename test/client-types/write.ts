/** `npm run client-types`: brings the client's and the pages' types up to the gateway's OpenAPI documents. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../checks/command.ts";
import { clientTypes, clientTypesFile, pageTypes, pageTypesFile } from "./describe.ts";

writeFileSync(join(root, clientTypesFile), await clientTypes());
writeFileSync(join(root, pageTypesFile), await pageTypes());
