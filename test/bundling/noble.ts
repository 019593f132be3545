import type { Plugin } from "vite";

/** Names of properties that only the encryption's own objects have, most of them inside hashes: they can be shortened. */
const privateProperties = [
	"kem_suite_id",
	"suite_id",
	"shared_secret",
	"base_nonce",
	"isNative",
	"x_2",
	"x_3",
	"blockLen",
	"outputLen",
	"padOffset",
	"windowSize",
	"iHash",
	"oHash",
	"canXOF",
	"finished",
	"destroyed",
	"digestInto",
	"roundClean",
	"_cloneInto",
	"_cloneIntoMeta",
	"_updateBlock",
	"nonceLength",
	"varSizeNonce",
	"withAAD",
	"tagMask",
	"authKey",
	"adjustScalarBytes",
	"scalarMultBase",
	"powPminus2",
];

/** Shortens the private names of the encryption, which a minifier cannot know to be private. */
export const shortenedProperties = { include: new RegExp(`^(${privateProperties.join("|")})$`) };

/**
 * Takes the messages out of the errors that a library throws: a sixteenth of the file. They tell a developer which
 * argument was wrong; the only caller here is our own code, whose arguments are checked.
 */
export function withoutErrorMessages(library: string): Plugin {
	return {
		name: "without-error-messages",
		transform(code, id) {
			if (!id.includes(library)) return undefined;
			const messages = [...findThrownArguments(this.parse(code))];
			return {
				code: messages.reduceRight((text, [start, end]) => text.slice(0, start) + text.slice(end), code),
				map: null,
			};
		},
	};
}

/** Returns the start and the end of the arguments of every `throw new …Error(…)` and `throw refusal(…)`. */
function* findThrownArguments(node: unknown): Generator<[start: number, end: number]> {
	if (typeof node !== "object" || node === null) return;
	if (isThrownError(node)) {
		const { arguments: given } = node.argument;
		const [first, last] = [given.at(0), given.at(-1)];
		if (first && last) yield [first.start, last.end];
		return;
	}
	for (const child of Object.values(node)) yield* findThrownArguments(child);
}

interface ThrownError {
	argument: { arguments: { start: number; end: number }[] };
}

function isThrownError(node: object): node is ThrownError {
	const { type, argument } = node as { type?: string; argument?: { type: string; callee?: { name?: string } } };
	const name = type === "ThrowStatement" ? argument?.callee?.name : undefined;
	return argument?.type === "NewExpression" ? name?.endsWith("Error") === true : name === "refusal";
}
