/** `npm run client-types`: brings the client's types up to the gateway's OpenAPI document. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../checks/command.ts";
import { clientTypes, clientTypesFile } from "./describe.ts";

writeFileSync(join(root, clientTypesFile), await clientTypes());
