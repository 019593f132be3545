/** The web application has each sentence in French. */
export const eftMessages = {
	acceptedByBank: "Accepted. The payer's bank account is being debited.",
	acceptedFromWallet: "Accepted, and paid from a wallet.",
	paidFromWallet: "Paid from the wallet.",
	paidOut: "Paid out.",
	paidByBank: "Paid by the payer's bank.",
	declined: "The payer declined the request.",
	requestExpired: "The request expired before it was answered.",
	withdrawn: "The payer chose another way to pay, or the payment link was cancelled.",
	// A mail server may accept a mail and its response be lost. A second request could be paid as well.
	notDelivered:
		"The email to the payer may not have arrived. The request is still open. Send another only if you know that the payer cannot see this one.",
	waiting: "Waiting for approval by a second person.",
	rejected: "Rejected by a second person. Nothing was sent.",
	approvalExpired: "Nobody approved the payment within seven days. Nothing was sent.",
} as const;
