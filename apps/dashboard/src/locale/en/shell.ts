export const shell = {
	skip: "Skip to the content",
	navigation: "Pages",
	more: "More",
	pages: {
		overview: "Overview",
		transactions: "Transactions",
		virtualTerminal: "Virtual terminal",
	},
	demo: "Demo account",
	demoHint: "No money moves here. Only test cards are accepted.",
	account: "Your account",
	signOut: "Sign out",
	roles: { owner: "Owner", administrator: "Administrator", clerk: "Clerk" },
	noPage: "There is no such page",
	noPageHint: "The address may be old or mistyped.",
	toOverview: "Go to the overview",
};
