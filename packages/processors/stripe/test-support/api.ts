import type { ContentFault } from "@cardseal/processor-kit";
import type { Books, Dispute, Intent } from "./books.ts";
import { createCharges, found } from "./charges.ts";
import { createIdempotency, Replayed } from "./idempotency.ts";
import { checkParameters } from "./parameters.ts";
import { type Bank, checkEvidence, declineWith, Refused, type Switches } from "./rules.ts";

const version = "2026-10-28.endive";

/** Searches know nothing that is newer. https://docs.stripe.com/search#data-freshness */
const searchDelaySeconds = 60;

export interface ApiOptions {
	books: Books;
	switches: Switches;
	banks: ReadonlyMap<string, Bank>;
	accountId: string;
	secretKey: string;
	/** Awaited by each request with an idempotency key, before it starts. */
	gate: () => Promise<void> | undefined;
}

/** https://docs.stripe.com/api */
export function createApi({ books, switches, banks, accountId, secretKey, gate }: ApiOptions) {
	const charges = createCharges(books, switches, banks);
	const idempotency = createIdempotency(switches);

	async function handle(request: Request, fault: ContentFault | undefined): Promise<Response> {
		const url = new URL(request.url);
		const path = url.pathname.replace(/^\/v1/, "");
		const query = (await request.text()) || url.search.slice(1);
		try {
			checkHeaders(request, query, fault);
			return respond(200, JSON.stringify(await answer(request, path, new URLSearchParams(query), fault)));
		} catch (error) {
			if (error instanceof Replayed) return respond(error.status, error.text);
			if (error instanceof Refused) return respond(error.status, JSON.stringify({ error: error.body }));
			throw error;
		}
	}

	function checkHeaders({ method, headers }: Request, query: string, fault: ContentFault | undefined): void {
		const authorization = headers.get("authorization") ?? "";
		if (authorization !== `Bearer ${secretKey}`)
			throw new Refused(401, { message: "Invalid API Key provided: sk_live_****" });
		if (fault === "echo") throw new Refused(400, { message: `Invalid request: ${query} of ${authorization}` });
		if (headers.get("stripe-version") !== version) throw new Refused(400, { message: "Invalid Stripe API version." });
		const isForm = headers.get("content-type")?.startsWith("application/x-www-form-urlencoded");
		if (method === "POST" && !isForm) throw new Refused(400, { message: "Invalid request." });
	}

	async function answer(
		{ method, headers }: Request,
		path: string,
		form: URLSearchParams,
		fault: ContentFault | undefined,
	): Promise<object> {
		if (switches.forbidden.some((prefix) => path.startsWith(prefix))) {
			const message = `The provided key does not have the required permissions for this endpoint on account '${accountId}'.`;
			throw new Refused(403, { message });
		}
		charges.endHolds();
		const problems = checkParameters(method, path, form);
		if (problems === undefined) throw new Refused(404, { message: `Unrecognized request URL (${method}: ${path}).` });
		if (problems[0] !== undefined) throw new Refused(400, { ...problems[0] });
		if (method === "GET") return distorted(expanded(get(path, form), form), fault);
		const key = headers.get("idempotency-key");
		const start = () => distorted(expanded(post(path, form, key, bankOf(fault)), form), fault);
		if (key === null) return start();
		return idempotency.once(key, `${path} ${[...form].toSorted().join("&")}`, async () => {
			await gate();
			return start();
		});
	}

	function post(path: string, form: URLSearchParams, key: string | null, told: Bank | undefined): object {
		const [, kind, id = "", action = "create"] = path.split("/");
		const reason = form.get("cancellation_reason");
		const isLate = told?.answer === "processing";
		const calls: Record<string, () => object> = {
			"payment_intents create": () => charges.create(form, key, told),
			"payment_intents capture": () => charges.capture(id, form, key),
			"payment_intents cancel": () => charges.cancel(id, reason, key),
			"setup_intents create": () => charges.verify(form, key, told),
			"setup_intents cancel": () => charges.cancelSetup(id, reason),
			"refunds create": () => charges.refund(form, key, isLate ? "pending" : "succeeded"),
			"disputes create": () => submitEvidence(openDispute(books, id), form, switches),
			"disputes close": () => Object.assign(openDispute(books, id), { status: "lost" }),
		};
		const call = calls[`${kind} ${action}`];
		if (call === undefined) throw new Error("The simulator lacks an endpoint.");
		return call();
	}

	function get(path: string, form: URLSearchParams): object {
		const [, kind, id = ""] = path.split("/");
		if (kind === "account") return { id: accountId, object: "account", charges_enabled: switches.chargesEnabled };
		if (id === "search") return searched(form);
		const lists: Record<string, ReadonlyMap<string, { id: string; created: number }>> = {
			payment_intents: books.intents,
			setup_intents: books.setups,
			refunds: books.refunds,
			disputes: books.disputes,
			payouts: books.payouts,
			balance_transactions: books.balance,
			events: books.events,
		};
		const items = lists[kind ?? ""];
		if (items === undefined) throw new Error("The simulator lacks an endpoint.");
		const name = kind?.slice(0, -1) ?? "";
		if (id !== "") return found(items, id, name);
		return page(
			[...items.values()].filter((item) => isWanted(item, form)),
			form,
			name,
		);
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
		const copy: { data?: Record<string, unknown>[] } = structuredClone(body);
		const isWanted = (name: string) =>
			[...form].some(([param, path]) => param.startsWith("expand[") && (path === name || path === `data.${name}`));
		for (const item of copy.data ?? [copy as Record<string, unknown>]) {
			if (isWanted("latest_charge")) item.latest_charge = books.charges.get(String(item.latest_charge)) ?? null;
			if (isWanted("source")) item.source = sourceOf(books, item.source, isWanted("source.payment_intent"));
			const attempt = item.latest_attempt as { id: string } | undefined;
			if (attempt && !isWanted("latest_attempt")) item.latest_attempt = attempt.id;
		}
		return structuredClone(copy);
	}

	function respond(status: number, text: string): Response {
		const date = new Date(books.now()).toUTCString();
		return new Response(text, { status, headers: { "Content-Type": "application/json", Date: date } });
	}

	return { handle, decide: charges.decide };
}

function sourceOf({ charges, refunds, disputes, intents }: Books, id: unknown, withIntent: boolean): unknown {
	const source = charges.get(String(id)) ?? refunds.get(String(id)) ?? disputes.get(String(id));
	if (source === undefined || !withIntent) return source ?? id;
	return { ...source, payment_intent: intents.get(source.payment_intent) };
}

function bankOf(fault: ContentFault | undefined): Bank | undefined {
	if (fault === "accepted") return { answer: "processing" };
	return typeof fault === "object" ? declineWith(fault.declined) : undefined;
}

function openDispute(books: Books, id: string): Dispute {
	const dispute = found(books.disputes, id, "dispute");
	if (["needs_response", "warning_needs_response"].includes(dispute.status)) return dispute;
	throw new Refused(400, { message: "This dispute is already closed, or its evidence was submitted." });
}

function submitEvidence(dispute: Dispute, form: URLSearchParams, switches: Switches): Dispute {
	const evidence = [...form].flatMap(([param, value]): [string, string][] => {
		const name = /^evidence\[(.+)\]$/.exec(param)?.[1];
		return name === undefined ? [] : [[name, value]];
	});
	checkEvidence(evidence, switches);
	Object.assign(dispute.evidence, Object.fromEntries(evidence));
	// https://docs.stripe.com/api/disputes/update#update_dispute-submit
	if (form.get("submit") === "false") return dispute;
	dispute.evidence_details.submission_count += 1;
	return Object.assign(dispute, { status: "under_review" });
}

/** The filters of a list. */
function isWanted(
	item: { created: number; type?: string; payout?: string; payment_intent?: string },
	form: URLSearchParams,
) {
	const types = [...form].filter(([name]) => name.startsWith("types[") || name === "type").map(([, type]) => type);
	if (types.length > 20) throw new Refused(400, { param: "types", message: "At most 20 types." });
	const bound = (name: string, otherwise: number) => Number(form.get(`created[${name}]`) ?? otherwise);
	const isIn = item.created >= bound("gte", 0) && item.created <= bound("lte", Number.POSITIVE_INFINITY);
	const isOf = (name: "payout" | "payment_intent") => !form.has(name) || form.get(name) === item[name];
	return isIn && isOf("payout") && isOf("payment_intent") && (types.length === 0 || types.includes(item.type ?? ""));
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
	if (after !== null && before !== null) throw new Refused(400, { message: "You may pass only one of these cursors." });
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
