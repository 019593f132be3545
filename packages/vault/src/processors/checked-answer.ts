import { hasCardNumber } from "@cardseal/card";
import { type Authenticated, authenticationStatuses, knownAddress } from "./authentication.ts";
import { withoutSecrets } from "./hide-secrets.ts";
import {
	adviceCodes,
	checkResults,
	type Decline,
	type DeclineClass,
	type DeclineCode,
	declineClasses,
	type Inquiry,
	processorDeclineCodes,
} from "./processor.ts";

/** The names of the wrong fields, never their values. */
export interface WrongAnswer {
	processor: string;
	reference: string;
	fields: string[];
}

const longestId = 255;
const longestText = 2_000;

const controls = /[\p{Cc}\p{Cs}]+/gu;

/**
 * An adapter is third-party code. Leaves out values that cannot be right, such as control characters or the card's
 * number. The result stays: money may have moved.
 *
 * @throws Error for an answer without a result
 */
export function checkAnswer<Answer extends Inquiry>(
	answer: Answer,
	{ cardNumber, secrets = [] }: { cardNumber?: string | undefined; secrets?: readonly string[] },
): { answer: Answer; fields: string[] } {
	const fields: string[] = [];
	const given: Record<string, unknown> = { ...answer };
	const repeatsCard = (text: string) =>
		cardNumber !== undefined && (text.includes(cardNumber) || hasCardNumber(text, (number) => number === cardNumber));

	function checked<Value, Instead>(name: string, isRight: (value: unknown) => value is Value, instead: Instead) {
		const value = given[name];
		if (isRight(value)) return value;
		fields.push(name);
		return instead;
	}
	const isId = (value: unknown): value is string =>
		typeof value === "string" && value.length <= longestId && value.search(controls) === -1 && !repeatsCard(value);
	const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
	const optional =
		<Value>(isRight: (value: unknown) => value is Value) =>
		(value: unknown): value is Value | undefined =>
			value === undefined || isRight(value);
	const oneOf =
		<Word>(words: readonly Word[]) =>
		(value: unknown): value is Word =>
			words.some((word) => word === value);
	/** Banks write line ends and long texts, which are no alarm. */
	function text(name: string): string {
		const value = given[name];
		if (typeof value === "string" && !repeatsCard(value)) {
			return withoutSecrets(value.slice(0, longestText), secrets).replace(controls, " ");
		}
		fields.push(name);
		return "";
	}

	const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
	const isAuthenticated = (value: unknown): value is Authenticated => {
		if (!isRecord(value)) return false;
		const { status, version, eci, liabilityShift } = value;
		const isShort = (word: unknown) => word === undefined || (typeof word === "string" && /^[\d.]{1,8}$/.test(word));
		const isStatus = authenticationStatuses.some((known) => known === status);
		return isStatus && isShort(version) && isShort(eci) && ["boolean", "undefined"].includes(typeof liabilityShift);
	};

	switch (answer.result) {
		case "approved":
		case "declined": {
			const common = {
				message: text("message"),
				processorTransactionId: checked("processorTransactionId", isId, ""),
				networkTransactionId: checked("networkTransactionId", optional(isId), undefined),
				issuerCode: checked("issuerCode", optional(isId), undefined),
				avsResult: checked("avsResult", optional(oneOf(checkResults)), undefined),
				cvvResult: checked("cvvResult", optional(oneOf(checkResults)), undefined),
				authenticated: checked("authenticated", optional(isAuthenticated), undefined),
			};
			const own =
				answer.result === "approved"
					? {
							authorizationCode: checked("authorizationCode", isId, ""),
							captureBefore: checked("captureBefore", optional(isTime), undefined),
						}
					: {
							declineClass: classAfter(answer, checked("declineClass", oneOf(declineClasses), "soft")),
							declineCode: checked("declineCode", oneOf<DeclineCode>(processorDeclineCodes), "generic"),
							adviceCode: checked("adviceCode", optional(oneOf(adviceCodes)), undefined),
						};
			return { answer: withoutUndefined(answer, { ...common, ...own }), fields };
		}
		case "accepted": {
			const processorTransactionId = checked("processorTransactionId", optional(isId), undefined);
			return { answer: withoutUndefined(answer, { processorTransactionId }), fields };
		}
		case "action": {
			const { url, method, fields: sent } = answer.action;
			const isAddress = url === "" || URL.canParse(url);
			const isRight = repeatsCard(`${url} ${JSON.stringify(sent)}`) === false && isAddress;
			// The charge waits at the processor. Without an address, the gateway ends it there.
			const action = isRight ? { url, method: method === "POST" ? method : "GET", fields: sent } : knownAddress;
			if (!isRight) fields.push("action");
			return {
				answer: { ...answer, processorTransactionId: checked("processorTransactionId", isId, ""), action },
				fields,
			};
		}
		case "unknown":
			return { answer: { ...answer, reason: text("reason") }, fields };
		case "not_received":
			return { answer, fields };
		default:
			throw new Error("The adapter's answer has no result.");
	}
}

/** Networks fine another attempt after their advice 03 or 21. */
function classAfter({ adviceCode }: Decline, declineClass: DeclineClass): DeclineClass {
	return adviceCode === "03" || adviceCode === "21" ? "hard" : declineClass;
}

function withoutUndefined<Answer extends object>(answer: Answer, changes: Record<string, unknown>): Answer {
	const changed = Object.entries(changes).filter(([name, value]) => value !== undefined || name in answer);
	return { ...answer, ...Object.fromEntries(changed) };
}
