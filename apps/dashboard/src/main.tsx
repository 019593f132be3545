import { computed, type ReadonlySignal } from "@preact/signals";
import { type JSX, render } from "preact";
import { type Api, createApi } from "./api/client.ts";
import { RequestProblem } from "./api/problem.ts";
import { chooseLocale, loadWords } from "./locale/choose-words.ts";
import { createFormats } from "./locale/formats.ts";
import { inWords } from "./locale/problem-words.ts";
import type { Words } from "./locale/words.ts";
import { type App, AppProvider } from "./shell/app.ts";
import { rootIn, startRouting } from "./shell/router.ts";
import { createSession, type Session } from "./shell/session.model.ts";
import { shareCsrfToken } from "./shell/share-csrf-token.ts";
import { Shell } from "./shell/shell.tsx";
import { StartFailure } from "./shell/start-failure.tsx";
import { createStepUpQuestion, type StepUpQuestion } from "./shell/step-up.model.ts";
import { StepUpDialog } from "./shell/step-up-dialog.tsx";

/** To the sign-in page, and from there back to where this person is now. */
function signIn(): void {
	const next = location.pathname + location.search;
	location.assign(`/app/sign-in?${new URLSearchParams({ next })}`);
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
	const session = await trySession(api);
	document.documentElement.lang = locale;
	if (session instanceof RequestProblem) render(failure(words, session), place);
	else {
		const app = computed(() => appFor(session, { api, words, locale }));
		shareCsrfToken(api, new BroadcastChannel("session"));
		startRouting();
		render(<Application app={app} stepUp={stepUp} />, place);
	}
}

async function trySession(api: Api): Promise<Session | RequestProblem> {
	try {
		return await createSession(api, Date.now);
	} catch (error) {
		if (error instanceof RequestProblem) return error;
		throw error;
	}
}

/** Builds the app context from the session: zone and permissions come from it. */
function appFor(session: Session, { api, words, locale }: { api: Api; words: Words; locale: string }): App {
	const record = session.record.value;
	const granted = new Set(record.permissions);
	return {
		api,
		session: record,
		renewSession: () => void session.renew(),
		words,
		formats: createFormats(locale, record.merchant.time_zone),
		may: (permission) => granted.has(permission),
		now: session.now,
	};
}

function Application({ app, stepUp }: { app: ReadonlySignal<App>; stepUp: StepUpQuestion }): JSX.Element {
	return (
		<AppProvider value={app.value}>
			<Shell />
			{stepUp.isOpen.value && <StepUpDialog onAnswer={stepUp.answer} />}
		</AppProvider>
	);
}

function failure(words: Words, problem: RequestProblem): JSX.Element {
	return <StartFailure words={words} problem={problem} onRetry={() => location.reload()} />;
}

const place = document.getElementById("app");
if (place !== null) await start(place);
