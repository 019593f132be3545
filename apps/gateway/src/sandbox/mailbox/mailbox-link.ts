export const mailboxTokenName = "token";

export function mailboxLink(publicUrl: string, token: string): string {
	return `${publicUrl}/sandbox/mailbox?${new URLSearchParams({ [mailboxTokenName]: token })}`;
}
