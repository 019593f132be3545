// The door for rails alone: who moves money between bank accounts has to name them. `npm test` checks who comes in here.
export { accountOf } from "./bank-accounts/rail-account.ts";
