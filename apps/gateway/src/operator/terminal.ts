import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { CommandRefused } from "@cardseal/platform/operator";

export interface Terminal {
	/** Shows a text until Enter is pressed. Nothing of it stays on the screen or can be scrolled back to. */
	show(text: string): Promise<void>;
	/** Reads a line for each prompt, without an echo. */
	readHidden(prompts: readonly string[]): Promise<string[]>;
}

/** The screen of editors: its text is gone when it is left. */
const enterScreen = "\x1b[?1049h\x1b[2J\x1b[H";
const leaveScreen = "\x1b[2J\x1b[3J\x1b[H\x1b[?1049l";

/** @throws CommandRefused where standard input or output is not a terminal: a pipe might keep secrets */
export function openTerminal(): Terminal {
	const { stdin, stdout } = process;
	if (!stdin.isTTY || !stdout.isTTY) {
		throw new CommandRefused(
			"This command needs a terminal, where custodians read or enter shares: do not redirect its input or output.",
		);
	}
	return {
		async show(text) {
			stdout.write(enterScreen);
			try {
				await readLines([`${text}\n\nPress Enter to go on.`]);
			} finally {
				stdout.write(leaveScreen);
			}
		},
		readHidden: readLines,
	};
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

function readLines(prompts: readonly string[]): Promise<string[]> {
	const lines: string[] = [];
	const ask = () => process.stdout.write(prompts[lines.length] ?? "");
	return new Promise((resolve, reject) => {
		const reader = createInterface({ input: process.stdin, output: nowhere(), terminal: true, historySize: 0 });
		reader.on("line", (line) => {
			if (lines.length === prompts.length) return;
			lines.push(line);
			process.stdout.write("\n");
			if (lines.length < prompts.length) return ask();
			reader.close();
		});
		// Also Ctrl-C and Ctrl-D.
		reader.once("close", () => {
			if (lines.length < prompts.length) reject(new CommandRefused("Stopped."));
			else resolve(lines);
		});
		ask();
	});
}
