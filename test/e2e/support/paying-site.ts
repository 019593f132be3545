import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

export interface Account {
	gatewayUrl: string;
	clientId: string;
	clientSecret: string;
}

interface Answered {
	status: number;
	body: { transaction_id?: string; transaction_result?: string; next_action?: { url: string } | null };
}

const words = {
	APPROVED: "Paid. Thank you!",
	DECLINED: "Your card was declined.",
	PENDING: "We do not know yet whether you paid.",
} as const;

/**
 * The merchant's server as the guide has it: charges 31 dollars with 3-D Secure, and passes `next_action` on. A page
 * without `post-to` is sent to the bank.
 */
export async function charge(account: Account, request: IncomingMessage, response: ServerResponse): Promise<void> {
	const isJson = request.headers["content-type"] === "application/json";
	const sent = await text(request);
	const order = isJson ? JSON.parse(sent) : Object.fromEntries(new URLSearchParams(sent));
	const returnUrl = new URL("/order", `http://${request.headers.host}`).href;
	const { status, body } = order.transaction_id
		? await ask(account, `/transaction-service/transaction/${order.transaction_id}`)
		: await ask(account, "/transaction-service/sale", {
				amount: 31,
				token: order.token,
				three_d_secure: "auto",
				...(!isJson && { return_url: returnUrl }),
			});
	const message = wordsFor(body);
	if (isJson) {
		const isPaid = body.transaction_result === "APPROVED";
		response.writeHead(isPaid ? 200 : 402, { "Content-Type": "application/json" });
		response.end(JSON.stringify({ message, next_action: body.next_action }));
	} else if (body.next_action) response.writeHead(303, { Location: body.next_action.url }).end();
	else response.writeHead(status, { "Content-Type": "text/plain" }).end(message);
}

/** The page of `return_url`. */
export async function showOrder(account: Account, transactionId: string, response: ServerResponse): Promise<void> {
	const { body } = await ask(account, `/transaction-service/transaction/${transactionId}`);
	response.writeHead(200, { "Content-Type": "text/html" }).end(`<title>Order</title><p>${wordsFor(body)}</p>`);
}

function wordsFor({ transaction_result: result }: Answered["body"]): string {
	return words[result as keyof typeof words] ?? "Something went wrong.";
}

async function ask({ gatewayUrl, clientId, clientSecret }: Account, path: string, body?: object): Promise<Answered> {
	const credentials = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
	const granted = await fetch(`${gatewayUrl}/oauth/token`, { method: "POST", body: new URLSearchParams(credentials) });
	const { access_token: token } = (await granted.json()) as { access_token: string };
	const answer = await fetch(gatewayUrl + path, {
		method: body === undefined ? "GET" : "POST",
		headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
		...(body && { body: JSON.stringify(body) }),
	});
	return { status: answer.status, body: (await answer.json()) as Answered["body"] };
}
