/** The query parameter with the token that opens the mailbox. */
export const mailboxTokenName = "token";

/** Returns the address that opens the mailbox, for the terminal. It is a secret, so no page links to it. */
export function mailboxLink(publicUrl: string, token: string): string {
	return `${publicUrl}/sandbox/mailbox?${new URLSearchParams({ [mailboxTokenName]: token })}`;
}
