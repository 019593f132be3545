/** A request that must not happen twice keeps its key until its outcome is known. */
import { computed, effect, type ReadonlySignal } from "@preact/signals";
import { render } from "preact";
import { type Api, createApi } from "./api/client.ts";
import { RequestProblem } from "./api/problem.ts";
import { chooseLocale, loadWords } from "./locale/choose-words.ts";
import { createFormats } from "./locale/formats.ts";
import { inWords, sentenceOf } from "./locale/problem-words.ts";
import type { Words } from "./locale/words.ts";
import { type App, AppProvider } from "./shell/app.ts";
import { rootIn, startRouting } from "./shell/router.ts";
import { createSession, type Session } from "./shell/session.model.ts";
import { Shell } from "./shell/shell.tsx";
import { createStepUpQuestion } from "./shell/step-up.model.ts";
import { StepUpDialog } from "./shell/step-up-dialog.tsx";
import { Button } from "./ui/button.tsx";

/** Replaces the page: a request that a sign-out ends must add no step to the history. */
function signIn(): void {
	const next = location.pathname + location.search;
	location.replace(`/app/sign-in?${new URLSearchParams({ next })}`);
}

async function start(place: HTMLElement): Promise<void> {
	const locale = chooseLocale(navigator.languages);
	const stepUp = createStepUpQuestion();
	const words = await loadWords(locale);
	const api = createApi({
		root: `${rootIn(location.pathname)}/api`,
		fetch: (...request) => fetch(...request),
		onSignedOut: signIn,
		confirm: stepUp.ask,
		translate: (body) => inWords(words.problems, body),
	});
	const session = await createSession(api, Date.now).catch((error: unknown) => {
		if (error instanceof RequestProblem) return error;
		throw error;
	});
	document.documentElement.lang = locale;
	if (session instanceof RequestProblem) render(<StartFailure words={words} problem={session} />, place);
	else {
		const app = computed(() => appFor(session, { api, words, locale }));
		shareCsrfToken(api, new BroadcastChannel("session"));
		startRouting();
		render(<Application app={app} stepUp={stepUp} />, place);
	}
}

function appFor(session: Session, { api, words, locale }: { api: Api; words: Words; locale: string }): App {
	const record = session.record.value;
	const granted = new Set(record.permissions);
	return {
		api,
		session: record,
		renewSession: () => void session.renew(),
		words,
		formats: createFormats(locale, record.merchant.time_zone),
		may: (permission) => permission === undefined || granted.has(permission),
		now: session.now,
	};
}

function Application({ app, stepUp }: { app: ReadonlySignal<App>; stepUp: ReturnType<typeof createStepUpQuestion> }) {
	return (
		<AppProvider value={app.value}>
			<Shell />
			{stepUp.isOpen.value && <StepUpDialog onAnswer={stepUp.answer} />}
		</AppProvider>
	);
}

/** Keeps the tabs of one session working after one of them changes the cookie, which all share. */
function shareCsrfToken(api: Pick<Api, "csrfToken" | "useCsrfToken">, channel: BroadcastChannel): void {
	channel.onmessage = ({ data }: MessageEvent<string>) => api.useCsrfToken(data);
	effect(() => channel.postMessage(api.csrfToken.value));
}

/** Replaces the whole page when the session cannot be read. Without a session the sign-in page loads instead. */
function StartFailure({ words, problem }: { words: Words; problem: RequestProblem }) {
	if (problem.kind === "signed-out") return <main class="start-failure" aria-busy="true" />;
	return (
		<main class="start-failure panel">
			<h1>{words.shared.problemTitles.failed}</h1>
			<p>{sentenceOf(words, problem)}</p>
			<Button label={words.shared.retry} isPrimary onClick={() => location.reload()} />
		</main>
	);
}

const place = document.getElementById("app");
if (place !== null) await start(place);
