/** Where the web application stands below the gateway's origin. */
export const root = "/app";

/** Every page's address. A part in braces is an id. The gateway answers exactly these with the application's page. */
export const addresses = {
	overview: "/app",
	transactions: "/app/transactions",
	transaction: "/app/transactions/{transaction_id}",
	virtualTerminal: "/app/virtual-terminal",
} as const;

export type PageName = keyof typeof addresses;
