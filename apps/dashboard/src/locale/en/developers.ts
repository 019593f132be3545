export const developers = {
	title: "Developers",
	tabs: { developers: "Requests" },
	requests: {
		caption: "API requests, newest first",
		explanation:
			"The requests of your servers and partners in the last seven days, without their contents. A request appears within two seconds.",
		none: "No requests yet",
		noneHint: "They appear here once a server uses one of your credentials.",
		noneMatch: "No request matches these filters",
		noneMatchHint: "Requests are kept for seven days. Widen the dates or clear a filter.",
		columns: {
			time: "Time",
			request: "Request",
			status: "Status",
			duration: "Duration",
			credential: "Credential",
			transaction: "Transaction",
		},
		filters: {
			status: "Status",
			method: "Method",
			route: "Part of the route",
			clientId: "Client id",
			requestId: "Request id",
			transactionId: "Transaction id",
		},
		statuses: { "2xx": "2xx: successful", "4xx": "4xx: refused", "5xx": "5xx: failed" },
		shed: (count: string, isOne: boolean) =>
			isOne ? "1 request was not recorded, because of load" : `${count} requests were not recorded, because of load`,
		milliseconds: (duration: string) => `${duration} ms`,
		showTransaction: "Show",
		showTransactionOf: (request: string) => `Show the transaction of ${request}`,
	},
};
