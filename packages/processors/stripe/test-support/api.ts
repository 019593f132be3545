import type { ContentFault } from "@cardseal/processor-kit";
import type { Books, Dispute, Intent } from "./books.ts";
import { type Bank, createCharges, type Decision, declineWith, found, Refused, type Switches } from "./charges.ts";
import { checkParameters } from "./parameters.ts";

const version = "2026-10-28.endive";

/** Searches know nothing that is newer. https://docs.stripe.com/search#data-freshness */
const searchDelaySeconds = 60;

interface Stored {
	request: string;
	/** `undefined` while the first request runs. */
	answer: { status: number; text: string } | undefined;
}

export interface ApiOptions {
	books: Books;
	switches: Switches;
	banks: ReadonlyMap<string, Bank>;
	accountId: string;
	secretKey: string;
	/** Awaited by each request that moves money, before it starts. */
	gate: () => Promise<void> | undefined;
}

/** https://docs.stripe.com/api */
export function createApi({ books, switches, banks, accountId, secretKey, gate }: ApiOptions) {
	const charges = createCharges(books, switches, banks);
	/** https://docs.stripe.com/api/idempotent_requests; kept for at least 24 h. */
	const stored = new Map<string, Stored>();

	async function handle(request: Request, fault: ContentFault | undefined): Promise<Response> {
		const url = new URL(request.url);
		const path = url.pathname.replace(/^\/v1/, "");
		const text = await request.text();
		try {
			return json(200, await answer(request, path, text || url.search.slice(1), fault));
		} catch (error) {
			if (error instanceof Replayed) return new Response(error.text, { status: error.status, headers: headers() });
			if (!(error instanceof Refused)) throw error;
			return json(error.status, { error: error.body });
		}
	}

	async function answer(
		request: Request,
		path: string,
		query: string,
		fault: ContentFault | undefined,
	): Promise<object> {
		const authorization = request.headers.get("authorization") ?? "";
		if (authorization !== `Bearer ${secretKey}`)
			throw new Refused(401, { message: "Invalid API Key provided: sk_live_****" });
		if (fault === "echo") throw new Refused(400, { message: `Invalid request: ${query} of ${authorization}` });
		if (request.headers.get("stripe-version") !== version)
			throw new Refused(400, { message: "Invalid Stripe API version." });
		const isForm = request.headers.get("content-type") === "application/x-www-form-urlencoded";
		if (request.method === "POST" && !isForm) throw new Refused(400, { message: "Invalid request." });
		if (switches.forbidden.some((prefix) => path.startsWith(prefix))) {
			const message = `The provided key does not have the required permissions for this endpoint on account '${accountId}'.`;
			throw new Refused(403, { message });
		}
		const form = new URLSearchParams(query);
		const problems = checkParameters(request.method, path, form);
		if (problems === undefined)
			throw new Refused(404, { message: `Unrecognized request URL (${request.method}: ${path}).` });
		if (problems[0] !== undefined) throw new Refused(400, { ...problems[0] });
		const decision = decisionOf(fault);
		if (request.method === "GET") return expanded(distorted(await get(path, form), fault), form);
		const key = request.headers.get("idempotency-key");
		if (key === null) return expanded(distorted(post(path, form, key, decision), fault), form);
		return once(key, `${path} ${[...form].toSorted().join("&")}`, async () => {
			await gate();
			const carriedOut = expanded(post(path, form, key, decision), form);
			return distorted(carriedOut, fault);
		});
	}

	/** The first answer is kept, also an error of a request that had started. */
	async function once(key: string, request: string, start: () => Promise<object>): Promise<object> {
		if (key.length > 255) throw new Refused(400, { message: "Idempotency keys are up to 255 characters." });
		const earlier = stored.get(key);
		if (earlier !== undefined && earlier.request !== request) {
			const message =
				"Keys for idempotent requests can only be used with the same parameters they were first used with.";
			throw new Refused(400, { type: "idempotency_error", message });
		}
		if (earlier !== undefined && earlier.answer === undefined) {
			const message = "There is currently another in-progress request using this Idempotent Key.";
			throw new Refused(409, { type: "idempotency_error", code: "idempotency_key_in_use", message });
		}
		if (earlier?.answer !== undefined) throw new Replayed(earlier.answer);
		const entry: Stored = { request, answer: undefined };
		stored.set(key, entry);
		try {
			const body = await start();
			if (switches.crashesNext) {
				switches.crashesNext = false;
				throw new Refused(500, { type: "api_error", message: "An unknown error occurred." }, true);
			}
			entry.answer = { status: 200, text: JSON.stringify(body) };
			return body;
		} catch (error) {
			if (!(error instanceof Refused) || !error.isStored) stored.delete(key);
			else entry.answer = { status: error.status, text: JSON.stringify({ error: error.body }) };
			throw error;
		}
	}

	function post(path: string, form: URLSearchParams, key: string | null, decision: Decision): object {
		const [, kind, id = "", action] = path.split("/");
		if (kind === "payment_intents" && id === "") return charges.create(form, key, decision);
		if (kind === "payment_intents" && action === "capture") return charges.capture(id, form, key);
		if (kind === "payment_intents") return charges.cancel(id, form, key);
		if (kind === "setup_intents" && id === "") return charges.verify(form, key, decision);
		if (kind === "setup_intents") return charges.cancelSetup(id, form);
		if (kind === "refunds")
			return charges.refund(form, key, decision?.answer === "processing" ? "pending" : "succeeded");
		return answerDispute(found(books.disputes, id, "dispute"), form, action === "close");
	}

	function answerDispute(dispute: Dispute, form: URLSearchParams, isClosing: boolean): Dispute {
		if (!["needs_response", "warning_needs_response"].includes(dispute.status)) {
			throw new Refused(400, { message: "This dispute is already closed, or its evidence was submitted." });
		}
		const given = [...form].map(([name, value]) => [/^evidence\[(.+)\]$/.exec(name)?.[1], value] as const);
		for (const [name, value] of given) if (name !== undefined) dispute.evidence[name] = value;
		if (isClosing) dispute.status = "lost";
		else if (form.get("submit") !== "false") {
			dispute.status = "under_review";
			dispute.evidence_details.submission_count += 1;
		}
		return dispute;
	}

	async function get(path: string, form: URLSearchParams): Promise<object> {
		const [, kind, id = ""] = path.split("/");
		const within = (item: { created: number }) => isWithin(item.created, form);
		switch (kind) {
			case "account":
				return { id: accountId, object: "account", charges_enabled: switches.chargesEnabled };
			case "payment_intents":
				if (id === "search") return searched(form);
				if (id !== "") return found(books.intents, id, "payment_intent");
				return page([...books.intents.values()].filter(within), form, "payment_intent");
			case "setup_intents":
				if (id !== "") return found(books.setups, id, "setup_intent");
				return page([...books.setups.values()].filter(within), form, "setup_intent");
			case "refunds": {
				if (id !== "") return found(books.refunds, id, "refund");
				const of = form.get("payment_intent");
				const refunds = [...books.refunds.values()].filter((one) => of === null || one.payment_intent === of);
				return page(refunds.filter(within), form, "refund");
			}
			case "disputes":
				if (id !== "") return found(books.disputes, id, "dispute");
				return page([...books.disputes.values()], form, "dispute");
			case "payouts":
				return page([...books.payouts.values()], form, "payout");
			case "balance_transactions": {
				const of = form.get("payout");
				const all = [...books.balance.values()].filter(({ payout }) => of === null || payout === of);
				return page(
					all.map(({ payout: _, ...transaction }) => transaction),
					form,
					"balance_transaction",
				);
			}
			default: {
				const types = [...form].filter(([name]) => name.startsWith("types[")).map(([, type]) => type);
				if (types.length > 20) throw new Refused(400, { param: "types", message: "At most 20 types." });
				const events = [...books.events.values()].filter(({ type }) => types.length === 0 || types.includes(type));
				return page(events.filter(within), form, "event");
			}
		}
	}

	function searched(form: URLSearchParams): object {
		const wanted = /^metadata\['reference'\]:'([^']+)'$/.exec(form.get("query") ?? "")?.[1];
		if (wanted === undefined) throw new Refused(400, { param: "query", message: "The search query is not valid." });
		const indexed = [...books.intents.values()].filter(
			({ created }) => created <= books.seconds() - searchDelaySeconds,
		);
		const data = indexed.filter(({ metadata }) => metadata.reference === wanted);
		return { object: "search_result", data, has_more: false, next_page: null, url: "/v1/payment_intents/search" };
	}

	/** https://docs.stripe.com/api/expanding_objects */
	function expanded(body: object, form: URLSearchParams): object {
		const copy: { data?: object[] } = structuredClone(body);
		const wanted = [...form].filter(([name]) => name.startsWith("expand[")).map(([, path]) => path);
		const items = copy.data ?? [copy];
		const isWanted = (name: string) => wanted.some((path) => path === name || path === `data.${name}`);
		for (const item of items as Record<string, unknown>[]) {
			if (isWanted("latest_charge")) item.latest_charge = books.charges.get(String(item.latest_charge)) ?? null;
			if (isWanted("source")) {
				const source = String(item.source);
				item.source =
					books.charges.get(source) ?? books.refunds.get(source) ?? books.disputes.get(source) ?? item.source;
			}
			if ("latest_attempt" in item && !isWanted("latest_attempt")) {
				item.latest_attempt = (item.latest_attempt as { id: string }).id;
			}
		}
		return structuredClone(copy);
	}

	function headers(): Record<string, string> {
		return { "Content-Type": "application/json", Date: new Date(books.now()).toUTCString(), "Stripe-Version": version };
	}

	const json = (status: number, body: object) => new Response(JSON.stringify(body), { status, headers: headers() });

	return { handle, decide: charges.decide };
}

/** A stored answer, of whatever status. */
class Replayed extends Error {
	readonly status: number;
	readonly text: string;
	constructor({ status, text }: { status: number; text: string }) {
		super("replayed");
		this.status = status;
		this.text = text;
	}
}

function decisionOf(fault: ContentFault | undefined): Decision {
	if (fault === "accepted") return { answer: "processing" };
	return typeof fault === "object" ? declineWith(fault.declined) : undefined;
}

function isWithin(created: number, form: URLSearchParams): boolean {
	const bound = (name: string) => (form.has(`created[${name}]`) ? Number(form.get(`created[${name}]`)) : undefined);
	const [gt, gte, lt, lte] = [bound("gt"), bound("gte"), bound("lt"), bound("lte")];
	return (
		created > (gt ?? -1) &&
		created >= (gte ?? 0) &&
		created < (lt ?? Number.POSITIVE_INFINITY) &&
		created <= (lte ?? Number.POSITIVE_INFINITY)
	);
}

/** https://docs.stripe.com/api/pagination: the newest first, also of the items before a cursor. */
function page<Item extends { id: string }>(oldestFirst: Item[], form: URLSearchParams, kind: string): object {
	const limit = Number(form.get("limit") ?? 10);
	const all = oldestFirst.toReversed();
	const placeOf = (id: string) => {
		const place = all.findIndex((item) => item.id === id);
		if (place < 0) throw new Refused(404, { code: "resource_missing", message: `No such ${kind}: '${id}'` });
		return place;
	};
	const [after, before] = [form.get("starting_after"), form.get("ending_before")];
	const start = after === null ? 0 : placeOf(after) + 1;
	const end = before === null ? all.length : placeOf(before);
	const data = before === null ? all.slice(start, start + limit) : all.slice(Math.max(0, end - limit), end);
	const hasMore = before === null ? start + limit < all.length : end > limit;
	return { object: "list", data, has_more: hasMore, url: `/v1/${kind}s` };
}

function distorted(body: object, fault: ContentFault | undefined): object {
	const changes = changesOf(fault);
	if (changes === undefined) return body;
	const isIntent = (item: object): item is Intent => "object" in item && item.object === "payment_intent";
	const change = (item: object) => (isIntent(item) ? { ...item, ...changes(item) } : item);
	if ("data" in body && Array.isArray(body.data)) return { ...body, data: body.data.map(change) };
	return change(body);
}

function changesOf(fault: ContentFault | undefined): ((intent: Intent) => object) | undefined {
	switch (fault) {
		case "other_amount":
			return ({ amount }) => ({ amount: amount + 1_00, amount_received: amount + 1_00 });
		case "other_currency":
			return ({ currency }) => ({ currency: currency === "usd" ? "cad" : "usd" });
		case "other_reference":
			return ({ metadata }) => ({ metadata: { ...metadata, reference: `${metadata.reference}0` } });
		case "unknown_result":
			return () => ({ status: "astonished" });
		default:
			return undefined;
	}
}
