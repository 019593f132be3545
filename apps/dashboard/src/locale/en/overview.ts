export const overview = {
	today: "Today",
	month: "Last 30 days",
	approved: "Approved",
	declined: "Declined",
	refunded: "Refunded",
	amountTaken: "Amount taken",
	approvedPayments: (count: number, written: string) =>
		count === 1 ? "1 approved payment" : `${written} approved payments`,
	countAndMoney: (count: string, money: string) => `${count} · ${money}`,
	needsAttention: (count: number, since: string) =>
		count === 1
			? `1 payment needs attention: its outcome is not known since ${since}.`
			: `${count} payments need attention: their outcomes are not known, the first since ${since}.`,
	seePending: "See pending payments",
	byDay: "Payments by day",
	day: "Day",
	asTable: "As a table",
	daySentence: ({ day, approved, amount, declined }: Record<"day" | "approved" | "amount" | "declined", string>) =>
		`${day}: ${approved} approved, ${amount} taken, ${declined} declined`,
	firstSteps: {
		title: "First steps",
		steps: {
			charge: {
				action: "Take a test payment",
				hint: "Type the test card 4111 1111 1111 1111 at the virtual terminal. Odd whole dollars such as 31.00 are approved.",
			},
			origin: { action: "Allow your shop’s address", hint: "The card form opens only on pages that you have allowed." },
			credential: {
				action: "Create an API credential",
				hint: "Your server charges cards with it. A sample request comes with it.",
			},
		},
		docs: { action: "Read the documentation", hint: "Every request and response of the API." },
	},
	latest: "Latest transactions",
	all: "All transactions",
};
