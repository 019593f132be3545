import { CardsealError, parsePublicKey } from "@cardseal/encrypt";
import { nearestLanguage, type PageRefusal } from "@cardseal/widget/server";

export interface AdvisedRequest {
	/** Other values arrive as their shape: each word's first character, then `x`; a dash for none. */
	publicKey: string;
	origin: string;
	/** BCP 47, or arbitrary text. */
	locale: string;
	/** A field of pages written for Payfirma's frame. */
	environment?: string | undefined;
	controls?: string | undefined;
}

export function adviceFor(request: AdvisedRequest, refusal: PageRefusal | null): string | null {
	const sentences =
		refusal === "key"
			? [keyAdvice(request.publicKey)]
			: refusal === "origin"
				? [originAdvice(request)]
				: pageAdvice(request);
	return sentences.length > 0 ? `Cardseal: ${sentences.join(" ")}` : null;
}

const whereToCopy = "Copy the public key from the web application: Settings, Encryption keys.";

function keyAdvice(key: string): string {
	if (key === "-") return `the public key is missing: attribute public-key, option publicKey. ${whereToCopy}`;
	if (/^sx{20,}$/i.test(key)) {
		return `this is a client secret, not a public key. Remove it from the page and revoke it. ${whereToCopy}`;
	}
	if (/^ex+\.e/.test(key)) {
		return `this is an access token, not a public key. Remove it from the page and revoke it. ${whereToCopy}`;
	}
	if (/^\wx{19}$/.test(key)) return `this is a client id, which is for your server, not a public key. ${whereToCopy}`;
	if (!/^pk(?:test|live)1/i.test(key))
		return `this is not a public key, which begins with pktest1 or pklive1. ${whereToCopy}`;
	if (/…|\.\.\.|^pk(?:test|live)1$/i.test(key)) return `this public key is the placeholder of a sample. ${whereToCopy}`;
	try {
		parsePublicKey(key);
	} catch (error) {
		// Quotes nothing of the key.
		if (error instanceof CardsealError) return error.message.replace("The", "the");
		throw error;
	}
	return /^pklive/i.test(key)
		? `this gateway does not know this live key. A sandbox has test keys only. ${whereToCopy}`
		: `this gateway does not know this test key. Each gateway has its own, and a sandbox new ones with new data. ${whereToCopy}`;
}

function originAdvice({ publicKey, origin }: AdvisedRequest): string {
	return (
		`${origin} is not registered for the key ${publicKey.slice(0, 14)}…, so it cannot show its form. Add it in the web ` +
		`application: Settings, Allowed origins. Or run: npm run admin -- origin add ${publicKey} ${origin}`
	);
}

/** Hints may be wrong, so only test keys get them. */
function pageAdvice({ publicKey, environment, controls = "", locale }: AdvisedRequest): string[] {
	const mode = /^pklive/i.test(publicKey) ? "live" : "test";
	const isContradicted = environment && /live|prod/i.test(environment) !== (mode === "live");
	const charged = mode === "live" ? "real cards are charged" : "no real card is charged";
	const types = controls.split(",");
	const advice: [boolean, string][] = [
		[
			Boolean(isContradicted),
			`environment "${environment}" contradicts the ${mode} key, which decides: ${charged}. Write "${mode}", or leave it out.`,
		],
	];
	if (mode === "test") {
		advice.push(
			[
				/^[1-9]/.test(controls),
				"the card is outside of the form, which is submitted without it. Put <cardseal-card> inside.",
			],
			[
				types.includes("button") && !types.includes("submit"),
				'no button submits the form: one with type="button" does not. Leave type out, or call requestSubmit() or tokenize() yourself.',
			],
			[
				locale !== "" && nearestLanguage(locale) === "en" && !/^en/i.test(locale),
				`the form has no language "${locale}", so it is in English.`,
			],
		);
	}
	return advice.filter(([applies]) => applies).map(([, sentence]) => sentence);
}
