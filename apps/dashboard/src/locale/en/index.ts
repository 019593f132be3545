import { overview } from "./overview.ts";
import { shared } from "./shared.ts";
import { shell } from "./shell.ts";
import { terminal } from "./terminal.ts";
import { transactions } from "./transactions.ts";

export const en = { shared, shell, overview, transactions, terminal };
