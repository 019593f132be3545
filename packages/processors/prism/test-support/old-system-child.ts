// Stands for the child process on a system whose C library is too old.
import type { FromChild } from "../src/messages.ts";

const message: FromChild = { kind: "unusable", reason: "old_c_library", detail: "version `GLIBC_2.38' not found" };
process.send?.(message, () => process.exit(1));
