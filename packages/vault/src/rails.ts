// The entry point for rails, which need account numbers to move money. `npm test` checks its importers.
export { accountOf } from "./bank-accounts/rail-account.ts";
