// 3-D Secure 2: https://dev.na.bambora.com/docs/guides/3D_secure_2_0
import { randomBytes, randomUUID } from "node:crypto";
import type { PayersEnd, SimulatedPayer } from "@cardseal/processor-kit";

export type Status = "Succeeded" | "Attempted" | "Rejected" | "Failed" | "Unavailable" | "Error";

/** The guide's test cards. */
const cards = { challenged: "4012007153923001", frictionless: "4012000033330026" };

const frictionless: Readonly<Record<string, Status>> = {
	"4012004040524514": "Attempted",
	"4012001775445550": "Failed",
	"4012003360932265": "Rejected",
	"4475853611842840": "Unavailable",
};

const ends: Record<PayersEnd, Status> = {
	right: "Succeeded",
	attempted: "Attempted",
	unavailable: "Unavailable",
	wrong: "Failed",
};

/** True when a payment goes on after an authentication of this status. */
export const goesOn = (status: Status, isRequired: boolean) =>
	status === "Succeeded" || status === "Attempted" || (!isRequired && (status === "Unavailable" || status === "Error"));

interface Session<Payment> {
	payment: Payment;
	termUrl: string;
	creq: string;
	cres: string | undefined;
	status: Status | undefined;
	isUsed: boolean;
}

const bankPath = "/acs/challenge";

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

function formOf(action: string, fields: Record<string, string>): string {
	const inputs = Object.entries(fields).map(
		([name, value]) => `<INPUT type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
	);
	const form = `<FORM action="${escaped(action)}" method="POST" id="form1" name="form1">${inputs.join("")}</FORM>`;
	const script = `<SCRIPT language="JavaScript">document.form1.submit();</SCRIPT>`;
	return `<HTML><HEAD></HEAD><BODY>${form}${script}</BODY></HTML>`;
}

/** @param origin of the bank's page, which is known once the server listens */
export function openThreeDSecure<Payment>(origin: () => string) {
	const sessions = new Map<string, Session<Payment>>();

	/** The bank's page and its answer, a form that returns the payer's browser. */
	async function bank(request: Request): Promise<Response> {
		const form = new URLSearchParams(await request.text());
		const id = form.get("threeDSSessionData") ?? "";
		const session = sessions.get(id);
		if (session === undefined || session.creq !== form.get("creq") || session.cres !== undefined) {
			return new Response("Expired", { status: 410 });
		}
		const end = form.get("end") as PayersEnd | null;
		if (end === null) return html(`<form method="post"><button name="end" value="right">Pay</button></form>`);
		session.status = ends[end];
		session.cres = Buffer.from(JSON.stringify({ messageType: "CRes", id: randomUUID() })).toString("base64url");
		return html(formOf(session.termUrl, { cres: session.cres, "3d_session_data": id }));
	}

	return {
		bank,
		isBank: (pathname: string) => pathname === bankPath,

		/** Returns `undefined` when the bank asks the payer. */
		statusOf(number: string): Status | undefined {
			return number === cards.challenged ? undefined : (frictionless[number] ?? "Succeeded");
		},

		/** The answer that leads to the challenge. */
		begin(payment: Payment, termUrl: string): Response {
			const id = Buffer.from(randomUUID()).toString("base64");
			const creq = randomBytes(40).toString("base64url");
			sessions.set(id, { payment, termUrl, creq, cres: undefined, status: undefined, isUsed: false });
			const contents = encodeURIComponent(formOf(`${origin()}${bankPath}`, { threeDSSessionData: id, creq }));
			const href = `https://api.na.bambora.com/v1/payments/${id}/continue`;
			const body = { "3d_session_data": id, contents, links: [{ rel: "continue", href, method: "POST" }] };
			return Response.json(body, { status: 302, headers: { Location: "https://elsewhere.example/" } });
		},

		/** Ends a session once, with the bank's own answer. */
		take(id: string, cres: string): { payment: Payment; status: Status } | "used" | "wrong" {
			const session = sessions.get(id);
			if (session?.isUsed === true) return "used";
			if (session?.status === undefined || session.cres !== cres) return "wrong";
			session.isUsed = true;
			return { payment: session.payment, status: session.status };
		},

		payer: {
			cards,
			async visit({ url, method, fields }, end) {
				const post = (form: Record<string, string>) => fetch(url, { method, body: new URLSearchParams(form) });
				const shown = await post(fields);
				if (!shown.ok) throw new Error(`The bank's page answers ${shown.status}.`);
				const page = await (await post({ ...fields, end })).text();
				const inputs = page.matchAll(/name="([^"]*)" value="([^"]*)"/g);
				return Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [name, value]));
			},
		} satisfies SimulatedPayer,
	};
}

const html = (page: string) => new Response(page, { headers: { "Content-Type": "text/html" } });

export type ThreeDSecure<Payment> = ReturnType<typeof openThreeDSecure<Payment>>;
