import type { Words } from "../words.ts";
import { overview } from "./overview.ts";
import { shared } from "./shared.ts";
import { shell } from "./shell.ts";
import { terminal } from "./terminal.ts";
import { transactions } from "./transactions.ts";

export const fr: Words = { shared, shell, overview, transactions, terminal };
