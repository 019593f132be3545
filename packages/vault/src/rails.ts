// For rails. `npm test` checks its importers.
export { accountOf } from "./bank-accounts/rail-account.ts";
