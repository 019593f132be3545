/**
 * The script of the frame that holds the card's fields. What is typed here stays here: the merchant's page is told which
 * fields are wrong, which brand it is, and in the end a token.
 */
import { computed, effect, type ReadonlySignal } from "@preact/signals-core";
import { createFormState, type FormState } from "./form/state.ts";
import { type FormView, showForm } from "./form/view.tsx";
import { connect } from "./frame/connect.ts";
import { loadWords } from "./frame/language.ts";
import { readPageData } from "./frame/page.ts";
import { createSealer, type Sealer } from "./frame/seal.ts";
import { directionOf, nearestLanguage } from "./locale/languages.ts";
import { applyTheme } from "./theme.ts";
import type { FormOptions, ToFrame, ToHost } from "./wire/messages.ts";
import type { PageData } from "./wire/page-data.ts";
import { parseToFrame } from "./wire/parse.ts";

type Send = (message: ToHost) => void;

async function start(): Promise<void> {
	const page = readPageData();
	const port = await connect(page.origin, location.hash.slice(1));
	if (!port) return;
	const send: Send = (message) => port.postMessage(message);
	if (page.refusal) send({ type: "failed", id: undefined, cause: page.refusal });
	else converse(page, port, send);
}

/** Shows the form once the host has said how, and from then on answers what the host asks. */
function converse(page: PageData, port: MessagePort, send: Send): void {
	const sealer = createSealer(page);
	const state = createFormState(sealer.now);
	const setOptions = optionsSetter(page, state);
	const asked = new Set<number>();
	let view: FormView | undefined;
	let opening: Promise<void> | undefined;

	async function open(options: FormOptions): Promise<void> {
		const [cause] = await Promise.all([sealer.open(), setOptions(options)]);
		if (cause) send({ type: "failed", id: undefined, cause });
		else view = present(state, sealer, send);
	}

	function take(message: ToFrame): void {
		switch (message.type) {
			case "options":
				if (opening) void setOptions(message.options);
				else opening = open(message.options).catch((error) => send(unforeseen(error, undefined)));
				break;
			case "focus": {
				// Not from one field into these: a page could lead the payer's next digits to where it is told of them.
				const isTold = message.field === "name" || message.field === "postalCode";
				if (!isTold || !view?.focused()) view?.focus(message.field);
				break;
			}
			case "clear":
				view?.clear();
				break;
			case "tokenize":
				// A message that came twice must not become two tokens.
				if (asked.has(message.id)) break;
				asked.add(message.id);
				void tokenize(message.id, { state, view, sealer }).then(send);
		}
	}

	port.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
		const message = parseToFrame(data);
		if (message) take(message);
	});
	port.start();
}

/** Shows the form, and tells the host from now on what becomes of it. */
function present(state: FormState, sealer: Sealer, send: Send): FormView {
	const root = document.getElementById("form") ?? document.body;
	const view = showForm(root, state, {
		focus(field) {
			sealer.prepare();
			send({ type: "focus", field });
		},
		blur: (field) => send({ type: "blur", field }),
		submit: () => send({ type: "submit" }),
	});
	tellSize(root, send);
	tellChanges(state, send);
	send({ type: "ready" });
	return view;
}

/** @returns the answer, in every case: somebody waits for it */
async function tokenize(
	id: number,
	{ state, view, sealer }: { state: FormState; view: FormView | undefined; sealer: Sealer },
): Promise<ToHost> {
	const wrong = state.judge(view?.focused());
	const [first] = wrong;
	if (first) {
		view?.focus(first);
		return { type: "invalid", id, fields: wrong };
	}
	// Read before anything is waited for: only this has been judged.
	const cardholder = state.cardholder();
	try {
		const sealed = await sealer.seal(state.card());
		if ("token" in sealed) return { type: "token", id, token: sealed.token, cardholder };
		state.fail();
		return { type: "failed", id, cause: sealed.cause };
	} catch (error) {
		state.fail();
		return unforeseen(error, id);
	}
}

/**
 * Such as a card whose month ended between being judged and being encrypted, or a mistake of ours. It is told by its name
 * alone: what a message may quote is not known.
 */
function unforeseen(error: unknown, id: number | undefined): ToHost {
	const name = error instanceof Error ? error.name : typeof error;
	// biome-ignore lint/suspicious/noConsole: nobody else hears of it, and nothing of the card is in it.
	console.error(`Cardseal: the card form failed (${name}).`);
	return { type: "failed", id, cause: "internal" };
}

/** Tells how high the form is, now and whenever it changes. */
function tellSize(root: HTMLElement, send: Send): void {
	let last = 0;
	function measure(): void {
		const height = Math.ceil(root.getBoundingClientRect().height);
		if (height !== last) send({ type: "size", height });
		last = height;
	}
	measure();
	new ResizeObserver(measure).observe(root);
}

/** Tells what the form's state is, and the brand, whenever that is something else than before. */
function tellChanges({ asked, brand, problems, shown, values }: FormState, send: Send): void {
	const summary = computed(() => ({
		complete: Object.keys(problems.value).length === 0,
		empty: asked.value.every((field) => values.value[field] === ""),
		invalid: asked.value.filter((field) => shown.value[field]),
	}));
	onNews(summary, (news) => send({ type: "change", ...news }));
	onNews(brand, (news) => send({ type: "brand", brand: news }));
}

/** Calls back with each value that is not as the one before. */
function onNews<T>(source: ReadonlySignal<T>, callback: (value: T) => void): void {
	let last = JSON.stringify(source.peek());
	effect(() => {
		const next = JSON.stringify(source.value);
		if (next !== last) callback(source.value);
		last = next;
	});
}

/** Takes over the host's options. The last ones win, however long the words of those before take to come. */
function optionsSetter(page: PageData, state: FormState): (options: FormOptions) => Promise<void> {
	const root = document.documentElement;
	const warned = new Set<string>();
	let turn = 0;
	return async ({ locale, theme, fields, disabled }) => {
		const mine = ++turn;
		for (const warning of applyTheme(theme)) {
			// biome-ignore lint/suspicious/noConsole: the console is where the merchant's developer looks, once for each warning.
			if (!warned.has(warning)) console.warn(warning);
			warned.add(warning);
		}
		state.ask(fields);
		state.disabled.value = disabled;
		const { language, words } = await loadWords(nearestLanguage(locale), page);
		if (mine !== turn) return;
		root.lang = language;
		root.dir = directionOf(language);
		state.words.value = words;
	};
}

void start();
