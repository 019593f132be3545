import { type CardForm, CardFormError, mount } from "@cardseal/widget";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useApp } from "../../shell/app.ts";

export interface CardHandle {
	/** Returns a token of the typed card; undefined after the form has shown why there is none. */
	tokenize(): Promise<string | undefined>;
	clear(): void;
}

export interface CardFrameProps {
	publicKey: string;
	/** Filled while the form is on the page. */
	handle: RefObject<CardHandle | null>;
	onProblem: (sentence: string) => void;
	onSubmit: () => void;
}

/** The card form in a frame of another origin: digits typed into it reach neither this page nor its scripts. */
export function CardFrame({ publicKey, handle, onProblem, onSubmit }: CardFrameProps) {
	const { formats, session, words } = useApp();
	const { origin: gateway = location.origin, ticket } = session.card_form ?? {};
	const place = useRef<HTMLDivElement>(null);
	const submit = useRef(onSubmit);
	submit.current = onSubmit;
	useEffect(() => {
		if (place.current === null) return undefined;
		const form = mount(place.current, {
			publicKey,
			gateway,
			locale: formats.locale,
			...(ticket !== undefined && { ticket }),
		});
		form.on("submit", () => submit.current());
		handle.current = { tokenize: () => tokenOf(form), clear: () => form.clear() };
		return () => {
			handle.current = null;
			form.destroy();
		};
	}, [publicKey, gateway, ticket, formats]);

	async function tokenOf(form: CardForm): Promise<string | undefined> {
		try {
			const { token } = await form.tokenize();
			return token;
		} catch (error) {
			if (!(error instanceof CardFormError)) throw error;
			// Field errors appear inside the frame.
			onProblem(error.code === "invalid" ? words.shared.cardWrong : words.shared.cardFormFailed);
			return undefined;
		}
	}

	return <div ref={place} class="card-frame" />;
}
