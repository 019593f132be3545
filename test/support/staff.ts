import { randomBytes, scryptSync } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import { type Answer, send } from "./client.ts";
import type { TestGateway } from "./gateway.ts";

/** A browser as far as signing in goes: it keeps cookies, and sends forms as pages show them. */
export interface StaffBrowser {
	cookies: Map<string, string>;
	/** Goes to a page, by its path. */
	get(path: string, headers?: Record<string, string>): Promise<Answer>;
	/** Sends the form of the page that was shown last, with its hidden fields, to where it goes. */
	submit(fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer>;
	/** Calls the web application's API with the session's token. */
	api(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
}

const accepted = "text/html,application/xhtml+xml,*/*;q=0.8";

const formPattern = /<form\b[^>]*? method="post" action="([^"]+)".*?<\/form>/s;

/** The values of the hidden fields of a page's first form, and where it goes. */
function formOf(page: string): { action: string; hidden: [string, string][] } {
	const [form = "", action = ""] = formPattern.exec(page) ?? [];
	const fields = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)];
	return { action, hidden: fields.map(([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")]) };
}

/** @param url a gateway's address; @param address where the browser is, for a gateway that trusts this machine as a proxy */
export function staffBrowser(url: string, address?: string): StaffBrowser {
	const cookies = new Map<string, string>();
	let page = "";

	async function request(path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Answer> {
		const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
		const forwarded = address === undefined ? {} : { "X-Forwarded-For": address };
		const answer = await send(`${url}${path}`, { ...init, headers: { Cookie, ...forwarded, ...init.headers } });
		for (const line of answer.headers.getSetCookie()) {
			const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
			if (/Max-Age=0/.test(line)) cookies.delete(name);
			else cookies.set(name, value);
		}
		// From a page without a form one goes back to the one that was sent.
		if (formPattern.test(answer.text)) page = answer.text;
		return answer;
	}

	let csrfToken = "";
	return {
		cookies,
		get: (path, headers = {}) => request(path, { headers: { Accept: accepted, ...headers } }),
		submit(fields, headers = {}) {
			const { action, hidden } = formOf(page);
			const body = new URLSearchParams([...hidden, ...Object.entries(fields)]);
			return request(action, { method: "POST", body, headers: { Accept: accepted, ...headers } });
		},
		async api(method, path, body, headers = {}) {
			if (csrfToken === "") csrfToken = String((await request("/app/api/session")).body.csrf_token);
			const json = body === undefined ? {} : { "Content-Type": "application/json" };
			return request(`/app/api/${path}`, {
				method,
				...(body !== undefined && { body: JSON.stringify(body) }),
				headers: { "X-CSRF-Token": csrfToken, ...json, ...headers },
			});
		},
	};
}

export interface Credentials {
	email: string;
	password: string;
}

/** Signs in by the page, as far as the password goes. */
export async function signInStaff(
	url: string,
	{ email, password }: Credentials,
	address?: string,
): Promise<StaffBrowser> {
	const browser = staffBrowser(url, address);
	await browser.get("/app/sign-in");
	const answer = await browser.submit({ email, password });
	expect(answer.status, answer.text).toBe(303);
	return browser;
}

/**
 * Has the demo accounts' passwords hashed at a thousandth of the cost, with which each is still right: a test of what comes
 * after the password need not spend a second on it.
 */
export async function cheapenPasswords({ demo, database }: Pick<TestGateway, "demo" | "database">): Promise<void> {
	for (const { email, password } of [demo, demo.second_merchant]) {
		const salt = randomBytes(16);
		const hash = scryptSync(password, salt, 32, { N: 128, r: 8, p: 1 });
		const password_hash = ["scrypt", 128, 8, 1, salt.toString("base64"), hash.toString("base64")].join("$");
		await database.tables.updateTable("staff").set({ password_hash }).where("email", "=", email).execute();
	}
}

/** Comes back once somebody's attempt to prove themselves waits for a row of `staff` that a test has locked. */
export async function anAttemptWaits({ database }: Pick<TestGateway, "database">): Promise<void> {
	for (let look = 1; look <= 2_000; look++) {
		const { rows } = await sql<{ waiting: number }>`
			select count(*)::integer as waiting from pg_stat_activity
			where datname = current_database() and wait_event_type = 'Lock' and query like '%update staff%'`.execute(
			database.tables,
		);
		if (rows[0]?.waiting) return;
	}
	throw new Error("No attempt came to wait.");
}
