/** Demo accounts for tests whose changes other tests of the same account would meet. All have the password of the demo account. */
export const ownAccounts = ["emails", "endpoints", "receipts", "three-d-secure", "portal", "retries"] as const;

export type OwnAccount = (typeof ownAccounts)[number];

/** The address of the account's owner. */
export function ownerOf(account: OwnAccount): string {
	return `${account}@accounts.example`;
}
