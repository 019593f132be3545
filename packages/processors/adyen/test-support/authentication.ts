// 3-D Secure by redirect: https://docs.adyen.com/online-payments/3d-secure/redirect-3ds2/api-only
import { randomBytes } from "node:crypto";
import type { PayersEnd, SimulatedPayer } from "@cardseal/processor-kit";

/** https://docs.adyen.com/development-resources/testing/3d-secure-2-authentication */
const cards = { challenged: "4212345678910006", frictionless: "5201281505129736" };

type Body = Record<string, unknown>;

interface Session {
	request: Body;
	end: PayersEnd | undefined;
	redirectResult: string | undefined;
	isUsed: boolean;
}

const pagePath = "/checkoutshopper/threeDS/redirect";

/** EMV 3DS transStatus, ECI of Visa, and the shift of liability. */
const results = {
	right: { status: "Y", eci: "05", shift: true },
	attempted: { status: "A", eci: "06", shift: true },
	unavailable: { status: "U", eci: "07", shift: false },
	wrong: { status: "N", eci: "07", shift: false },
} as const satisfies Record<PayersEnd, object>;

/** https://docs.adyen.com/api-explorer/Payment/68/post/authorise#responses-200-additionalData-ResponseAdditionalDataCommon */
export function dataAfter(end: PayersEnd, flow: "challenge" | "frictionless"): Record<string, string> {
	const { status, eci, shift } = results[end];
	const isChallenge = flow === "challenge";
	return {
		threeDOffered: "true",
		threeDOfferedResponse: isChallenge ? "C" : status,
		threeDAuthenticated: String(status === "Y"),
		threeDAuthenticatedResponse: isChallenge ? status : "N/A",
		threeDSVersion: "2.2.0",
		liabilityShift: String(shift),
		eci,
	};
}

const noData = {
	threeDOffered: "false",
	threeDOfferedResponse: "N/A",
	threeDAuthenticated: "false",
	threeDAuthenticatedResponse: "N/A",
	liabilityShift: "false",
	eci: "N/A",
};

const authenticationDataOf = (body: Body) => (body.authenticationData ?? {}) as Record<string, unknown>;

const mayAuthenticate = (body: Body) => authenticationDataOf(body).attemptAuthentication !== "never";

/** Returns the name of a field without which web payments have no 3-D Secure, or of one that is wrong. */
export function authenticationProblemOf(body: Body): string | undefined {
	const { mpiData, origin, returnUrl } = body;
	const given = (mpiData ?? {}) as Record<string, string | undefined>;
	if (mpiData !== undefined) return mpiProblemOf(given, mayAuthenticate(body));
	if (!mayAuthenticate(body)) return undefined;
	const needed = ["channel", "browserInfo", "origin", "billingAddress"].find((name) => body[name] === undefined);
	if (needed !== undefined) return needed;
	if (body.shopperEmail === undefined && body.shopperIP === undefined) return "shopperIP";
	if (new URL(String(origin)).origin !== origin) return "origin";
	if (!/^https?:\/\//.test(String(returnUrl))) return "returnUrl";
	const { colorDepth } = body.browserInfo as { colorDepth: number };
	return [1, 4, 8, 15, 16, 24, 30, 32, 48].includes(colorDepth) ? undefined : "browserInfo.colorDepth";
}

function mpiProblemOf(given: Record<string, string | undefined>, authenticatesToo: boolean): string | undefined {
	const { cavv, eci = "", directoryResponse = "", threeDSVersion = "", dsTransID } = given;
	if (authenticatesToo) return "authenticationData.attemptAuthentication";
	if (!/^0\d$/.test(eci)) return "mpiData.eci";
	if (!/^2\.\d\.\d$/.test(threeDSVersion)) return "mpiData.threeDSVersion";
	if (dsTransID === undefined || !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(dsTransID))
		return "mpiData.dsTransID";
	const isWithout = cavv === undefined && !/^[YA]$/.test(directoryResponse);
	return isWithout || Buffer.from(cavv ?? "", "base64").length === 20 ? undefined : "mpiData.cavv";
}

export type Authentication = ReturnType<typeof openAuthentication>;

/** @param origin of the page, which is known once the server listens */
export function openAuthentication(origin: () => string) {
	const sessions = new Map<string, Session>();

	return {
		/** What the bank and the rules of Adyen do: `data` is that of the answer. */
		wanted(
			body: Body,
		): { kind: "challenge" } | { kind: "refused" } | { kind: "goes_on"; data: Record<string, string> } {
			const { number } = body.paymentMethod as { number: string };
			const status = (body.mpiData as { directoryResponse?: string } | undefined)?.directoryResponse;
			if (status !== undefined) {
				const end = (Object.keys(results) as PayersEnd[]).find((one) => results[one].status === status) ?? "wrong";
				return { kind: "goes_on", data: dataAfter(end, "frictionless") };
			}
			const isAlways = authenticationDataOf(body).attemptAuthentication === "always";
			if (!mayAuthenticate(body)) {
				return number === cards.challenged ? { kind: "refused" } : { kind: "goes_on", data: noData };
			}
			if (number === cards.frictionless) return { kind: "goes_on", data: dataAfter("right", "frictionless") };
			return number === cards.challenged || isAlways ? { kind: "challenge" } : { kind: "goes_on", data: noData };
		},

		/** Returns the action of the answer. */
		begin(request: Body) {
			const token = randomBytes(16).toString("hex");
			sessions.set(token, { request, end: undefined, redirectResult: undefined, isUsed: false });
			const url = `${origin()}${pagePath}?token=${token}`;
			return { paymentMethodType: "scheme", type: "redirect", method: "GET", url };
		},

		/** Returns the request whose payer came back; once. */
		take(redirectResult: unknown): { request: Body; end: PayersEnd } | undefined {
			const session = [...sessions.values()].find((one) => one.redirectResult === redirectResult);
			if (session?.end === undefined || session.isUsed) return undefined;
			session.isUsed = true;
			return { request: session.request, end: session.end };
		},

		isPage: (pathname: string) => pathname === pagePath,

		/** The bank's page: what the payer chooses is in its form. */
		async page(request: Request): Promise<Response> {
			const { searchParams } = new URL(request.url);
			const session = sessions.get(searchParams.get("token") ?? "");
			if (session === undefined || session.end !== undefined) return new Response("Expired", { status: 410 });
			if (request.method === "GET") {
				const buttons = Object.keys(results).map((end) => `<button name="end" value="${end}">${end}</button>`);
				const html = `<!doctype html><form method="post">${buttons.join("")}</form>`;
				return new Response(html, { headers: { "Content-Type": "text/html" } });
			}
			const end = new URLSearchParams(await request.text()).get("end") as PayersEnd;
			session.end = end;
			session.redirectResult = `X6${randomBytes(60).toString("base64")}`;
			const back = new URL(String(session.request.returnUrl));
			back.searchParams.set("redirectResult", session.redirectResult);
			return new Response(null, { status: 302, headers: { Location: back.href } });
		},

		payer: {
			cards,
			async visit({ url, method, fields }, end) {
				if (method !== "GET" || Object.keys(fields).length > 0) throw new Error("Adyen's page wants no form.");
				const shown = await fetch(url);
				if (!shown.ok) throw new Error(`Adyen's page answers ${shown.status}.`);
				const sent = await fetch(url, { method: "POST", body: new URLSearchParams({ end }), redirect: "manual" });
				return Object.fromEntries(new URL(sent.headers.get("location") ?? "").searchParams);
			},
		} satisfies SimulatedPayer,
	};
}
