import { parseArgs } from "node:util";
import { Advice } from "../first-sale/advice.ts";

const usage = `Usage: npm run listen -- [--forward-to URL] [--after SEQUENCE]

Prints the merchant's events as they come, and posts them, signed, to a program on this machine.

  --forward-to URL   such as http://localhost:3000/webhooks
  --after SEQUENCE   begin behind this event; by default with new ones

The sandbox's demo merchant is used, or the one of CARDSEAL_URL, CLIENT_ID and CLIENT_SECRET. Events are signed with
WEBHOOK_SECRET, or with a new secret, which is printed.`;

export interface ListenArguments {
	forwardTo: string | undefined;
	/** `undefined`: new events only. */
	after: number | undefined;
}

/** @throws Advice */
export function readArguments(given: string[]): ListenArguments {
	const { forwardTo, after } = parse(given);
	if (forwardTo !== undefined && !isOnThisMachine(forwardTo)) {
		throw new Advice(`--forward-to takes the URL of a program on this machine.\n\n${usage}`);
	}
	if (after !== undefined && !/^[0-9]{1,15}$/.test(after)) {
		throw new Advice(`--after takes the sequence of an event.\n\n${usage}`);
	}
	return { forwardTo, after: after === undefined ? undefined : Number(after) };
}

function parse(given: string[]): { forwardTo: string | undefined; after: string | undefined } {
	try {
		const { values } = parseArgs({
			args: given,
			options: { "forward-to": { type: "string" }, after: { type: "string" } },
		});
		return { forwardTo: values["forward-to"], after: values.after };
	} catch {
		throw new Advice(usage);
	}
}

const thisMachine = new Set(["localhost", "127.0.0.1", "[::1]"]);

function isOnThisMachine(text: string): boolean {
	if (!URL.canParse(text)) return false;
	const { protocol, hostname } = new URL(text);
	return (protocol === "http:" || protocol === "https:") && thisMachine.has(hostname);
}
