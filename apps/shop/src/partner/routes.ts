import type { Context, Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Assets } from "../http/assets.ts";
import { partnerWords } from "../locale/en/partner.ts";
import type { Log } from "../log.ts";
import type { PartnerDesk, PartnerNews } from "./desk.ts";
import { partnerPage, paymentsPage } from "./page.ts";

interface PartnerPages {
	readonly assets: Assets;
	readonly partner: PartnerDesk;
	readonly publicUrl: string;
	readonly log: Log;
}

/** The demo partner: a business of its own that only happens to live on the shop's server. */
export function partnerRoutes(app: Hono, { assets, partner, publicUrl, log }: PartnerPages): void {
	const keys = visitCookie(publicUrl);

	/** Tells on the page what became of it, so that a reload does nothing again. */
	async function tell(c: Context, work: () => Promise<PartnerNews>): Promise<Response> {
		return c.redirect(`/partner?${await orFailed(work)}`, 303);
	}

	async function orFailed<Result>(work: () => Promise<Result>): Promise<Result | PartnerNews> {
		try {
			return await work();
		} catch (error) {
			// The name of the failure only: its message may repeat what the gateway was sent.
			log({ level: "error", message: `The partner failed: ${error instanceof Error ? error.name : "unknown"}` });
			return "failed";
		}
	}

	app.get("/partner", (c) => {
		const connection = partner.connectionOf(keys.read(c));
		return c.html(partnerPage(assets, { connection, news: readNews(c) }));
	});

	app.get("/partner/connect", async (c) => {
		const key = keys.read(c) ?? partner.newKey();
		keys.give(c, key);
		const address = await orFailed(() => partner.begin(key));
		return c.redirect(address === "failed" ? "/partner?failed" : address, 303);
	});

	app.get("/partner/callback", (c) => tell(c, () => partner.finish(keys.read(c), new URL(c.req.url).searchParams)));

	app.get("/partner/payments", async (c) => {
		const payments = await orFailed(() => partner.latestPayments(keys.read(c) ?? ""));
		return typeof payments === "string"
			? c.redirect(`/partner?${payments}`, 303)
			: c.html(paymentsPage(assets, payments));
	});

	app.post("/partner/refresh", (c) => tell(c, () => partner.refresh(keys.read(c) ?? "")));
	app.post("/partner/disconnect", (c) => tell(c, () => partner.disconnect(keys.read(c) ?? "")));
}

function readNews(c: Context): PartnerNews | undefined {
	const names = Object.keys(partnerWords.news) as PartnerNews[];
	return names.find((name) => c.req.query(name) !== undefined);
}

const visitSeconds = 86_400;

/** By which the partner knows a browser again; "Lax", since it comes back from the gateway's page. */
function visitCookie(publicUrl: string) {
	const secure = publicUrl.startsWith("https:");
	const name = secure ? "__Host-partner" : "partner";
	return {
		read(c: Context): string | undefined {
			const value = getCookie(c, name);
			return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined;
		},
		give(c: Context, key: string): void {
			setCookie(c, name, key, { path: "/", httpOnly: true, sameSite: "Lax", secure, maxAge: visitSeconds });
		},
	};
}
