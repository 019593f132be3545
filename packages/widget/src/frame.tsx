/** The page gets only names of invalid fields, the brand and a token. */
import { effect } from "@preact/signals-core";
import type { Marks } from "./form/marks.tsx";
import { createFormState, type FormState } from "./form/state.ts";
import { type FormView, showForm } from "./form/view.tsx";
import { connect } from "./frame/connect.ts";
import { loadFile } from "./frame/files.ts";
import { readPageData } from "./frame/page.ts";
import { createSealer, type Sealer } from "./frame/seal.ts";
import type { Words } from "./locale/en.ts";
import { directionOf, nearestLanguage } from "./locale/languages.ts";
import { applyTheme, ignoredStyles } from "./theme.ts";
import type { FailureCause, FormOptions, ToFrame, ToHost } from "./wire/messages.ts";
import type { PageData } from "./wire/page-data.ts";
import { parseToFrame } from "./wire/parse.ts";
import { loadingMs, sessionMs } from "./wire/time-limits.ts";

type Send = (message: ToHost) => void;

const maximumSessionAttempts = 3;

async function start(): Promise<void> {
	const page = readPageData();
	// The host removes a refused frame, and with it late messages.
	if (page.advice) warnOnce(page.advice);
	const port = await connect(page.origin, location.hash.slice(1));
	if (!port) return;
	const send: Send = (message) => port.postMessage(message);
	if (page.refusal) send({ type: "failed", id: undefined, cause: page.refusal });
	else converse(page, port, send);
}

function converse(page: PageData, port: MessagePort, send: Send): void {
	const sealer = createSealer(page);
	const state = createFormState(sealer.now, page.words);
	const setOptions = optionsSetter(page, state);
	const asked = new Set<number>();
	let view: FormView | undefined;
	let opening: Promise<void> | undefined;

	async function open(options: FormOptions, isDark?: boolean): Promise<void> {
		await setOptions(options, isDark);
		view = present(state, sealer, send);
		void loadFile<Marks>(page.marks).then((marks) => {
			state.marks.value = marks ?? {};
		});
		const cause = await openSession(sealer);
		if (cause && state.isEmpty.value) send({ type: "failed", id: undefined, cause });
	}

	function take(message: ToFrame): void {
		switch (message.type) {
			case "options":
				if (opening) void setOptions(message.options, message.isDark);
				else opening = open(message.options, message.isDark).catch((error) => send(unforeseen(error, undefined)));
				break;
			case "focus": {
				// Otherwise, a page could redirect digits to another field.
				const isReadByPage = message.field === "name" || message.field === "postalCode";
				if (!isReadByPage || !view?.focused()) view?.focus(message.field);
				break;
			}
			case "clear":
				view?.clear();
				break;
			case "tokenize":
				if (asked.has(message.id)) break;
				asked.add(message.id);
				void tokenize(message.id, { state, view, sealer }).then(send);
		}
	}

	port.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
		const message = parseToFrame(data);
		if (message?.type === "options") warnOfIgnoredStyles(data);
		if (message) take(message);
	});
	port.start();
}

async function openSession(sealer: Sealer): Promise<FailureCause | undefined> {
	const latestStart = performance.now() + loadingMs - sessionMs;
	for (let attempt = 1; ; attempt++) {
		const cause = await sealer.open();
		if (cause !== "session" || attempt === maximumSessionAttempts || performance.now() > latestStart) return cause;
	}
}

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

async function tokenize(
	id: number,
	{ state, view, sealer }: { state: FormState; view: FormView | undefined; sealer: Sealer },
): Promise<ToHost> {
	view?.read();
	const wrong = state.judge(view?.focused());
	const [first] = wrong;
	if (first) {
		view?.focus(first);
		return { type: "invalid", id, fields: wrong };
	}
	// Only these values were checked.
	const cardholder = state.cardholder();
	// The next edit makes this token obsolete.
	reported = "token";
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

/** Reports only the name: messages may quote input. */
function unforeseen(error: unknown, id: number | undefined): ToHost {
	const name = error instanceof Error ? error.name : typeof error;
	// biome-ignore lint/suspicious/noConsole: the console is the only place for it, and it holds no card data.
	console.error(`Cardseal: the card form failed (${name}).`);
	return { type: "failed", id, cause: "internal" };
}

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

let reported = "";

function tellChanges({ asked, brand, isEmpty, problems, shown, words }: FormState, send: Send): void {
	effect(() => send({ type: "title", title: words.value.form }));
	effect(() => {
		const summary = {
			complete: Object.keys(problems.value).length === 0,
			empty: isEmpty.value,
			invalid: asked.value.filter((field) => shown.value[field]),
		};
		const report = JSON.stringify(summary);
		if (reported && report !== reported) send({ type: "change", ...summary });
		reported = report;
	});
	let last = brand.peek();
	effect(() => {
		if (brand.value !== last) send({ type: "brand", brand: brand.value });
		last = brand.value;
	});
}

const warned = new Set<string>();

function warnOnce(warning: string): void {
	// biome-ignore lint/suspicious/noConsole: the console is where the merchant's developer looks, once for each warning.
	if (!warned.has(warning)) console.warn(warning);
	warned.add(warning);
}

function warnOfIgnoredStyles(message: unknown): void {
	const { theme } = (message as { options: { theme: unknown } }).options;
	if (typeof theme === "string") warnOnce("Cardseal: theme is not JSON.");
	const ignored = ignoredStyles(theme);
	if (ignored.length) warnOnce(`Cardseal: ignored style options: ${ignored.join(", ")}.`);
}

/** The latest options win, even when earlier words load later. */
function optionsSetter(page: PageData, state: FormState) {
	const root = document.documentElement;
	let turn = 0;
	return async ({ locale, theme, fields, disabled }: FormOptions, isDark = false): Promise<void> => {
		const mine = ++turn;
		applyTheme(theme, isDark).forEach(warnOnce);
		state.listed.value = theme.brands?.split(" ");
		state.ask(fields);
		state.disabled.value = disabled;
		const language = nearestLanguage(locale);
		if (language === root.lang) return;
		const words = await loadFile<Words>(page.languages[language]);
		if (mine !== turn || !words) return;
		root.lang = language;
		root.dir = directionOf(language);
		state.words.value = words;
	};
}

void start();
