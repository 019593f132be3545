import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { testChecks } from "./check.ts";
import { checksOfPackages } from "./packages.ts";

const directory = await mkdtemp(join(tmpdir(), "cardseal-pack-"));
afterAll(() => rm(directory, { recursive: true, force: true }));

testChecks(await checksOfPackages(directory));
