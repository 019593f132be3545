import { createSchema, type Migrations } from "@cardseal/platform/db";
import * as initial from "./0001-initial.ts";
import { online } from "./online.ts";

export const migrations: Migrations = { offline: { "0001_initial": initial }, online };

/** The schema of this version: the tables of the services. */
export const schema: ReturnType<typeof createSchema> = createSchema(migrations);
