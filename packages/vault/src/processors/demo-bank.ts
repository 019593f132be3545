import { timingSafeEqual } from "node:crypto";
import type { Brand } from "@cardseal/card";
import type { AuthenticationStatus } from "./authentication.ts";
import type { BankBehaviour } from "./demo-authentication.ts";

/** The code of every payer. */
export const payersCode = "1234";

export interface Challenge {
	reference: string;
	returnAddress: string;
	behaviour: BankBehaviour;
	amountCents: number;
	currency: string;
	brand: Brand;
	suffix: string;
}

interface Result {
	reference: string;
	transStatus: AuthenticationStatus;
}

/** The payer's time; the gateway's is the same. */
const challengeMs = 15 * 60_000;

/** A gateway that stopped may hand a result on much later. */
const resultMs = 24 * 60 * 60_000;

export interface DemoBankOptions {
	/** An origin. */
	url: string;
	mac: (message: string) => Buffer;
	/** Real time, ms since 1970. */
	now: () => number;
}

/** The bank of the sandbox's cards: signs what passes through the payer's browser. */
export interface DemoBank {
	url: string;
	ask(challenge: Challenge): string;
	/** Returns `undefined` for what this bank did not sign, or too long ago. */
	readChallenge(creq: string): Challenge | undefined;
	answer(challenge: Pick<Challenge, "reference">, status: AuthenticationStatus): string;
	/** Returns `undefined` for a forged or old `cres`, or that of another charge. */
	readResult(cres: string, reference: string): AuthenticationStatus | undefined;
	/** The challenge of an own record, however old. */
	recorded(creq: string): Challenge;
}

export function createDemoBank({ url, mac, now }: DemoBankOptions): DemoBank {
	const macOf = (kind: Kind, content: string) => mac(`demo bank ${kind} ${content}`);
	function signed(kind: Kind, content: object, lifeMs: number): string {
		const text = Buffer.from(JSON.stringify({ ...content, expiresAt: now() + lifeMs })).toString("base64url");
		return `${text}.${macOf(kind, text).toString("base64url")}`;
	}
	function read(kind: Kind, token: string): unknown {
		const [text = "", given = "", ...more] = token.split(".");
		const wanted = macOf(kind, text);
		const mac = Buffer.from(given, "base64url");
		if (more.length > 0 || mac.length !== wanted.length || !timingSafeEqual(mac, wanted)) return undefined;
		const content = contentOf(text) as { expiresAt: number };
		return content.expiresAt > now() ? content : undefined;
	}
	return {
		url,
		ask: (challenge) => signed("creq", challenge, challengeMs),
		readChallenge: (creq) => read("creq", creq) as Challenge | undefined,
		answer: ({ reference }, transStatus) => signed("cres", { reference, transStatus } satisfies Result, resultMs),
		readResult(cres, reference) {
			const result = read("cres", cres) as Result | undefined;
			return result?.reference === reference ? result.transStatus : undefined;
		},
		recorded: (creq) => contentOf(creq.split(".")[0] ?? "") as Challenge,
	};
}

type Kind = "creq" | "cres";

function contentOf(text: string): unknown {
	return JSON.parse(Buffer.from(text, "base64url").toString());
}
