export const mailboxTokenName = "token";

/** Returns the mailbox's secret address, for the terminal only. */
export function mailboxLink(publicUrl: string, token: string): string {
	return `${publicUrl}/sandbox/mailbox?${new URLSearchParams({ [mailboxTokenName]: token })}`;
}
