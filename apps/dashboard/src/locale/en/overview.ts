export const overview = {
	title: "Overview",
	today: "Today",
	month: "Last 30 days",
	currency: "Currency",
	approved: "Approved",
	declined: "Declined",
	refunded: "Refunded",
	amountTaken: "Amount taken",
	approvedPayments: (count: number, written: string) =>
		count === 1 ? "1 approved payment" : `${written} approved payments`,
	countAndMoney: (count: string, money: string) => `${count} · ${money}`,
	byDay: "Payments by day",
	day: "Day",
	asTable: "As a table",
	daySentence: ({ day, approved, amount, declined }: Record<"day" | "approved" | "amount" | "declined", string>) =>
		`${day}: ${approved} approved, ${amount} taken, ${declined} declined`,
	latest: "Latest transactions",
	all: "All transactions",
};
