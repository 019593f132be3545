import type { Answer } from "./merchant.ts";

const colours = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;

export interface Screen {
	/** Shows the current step, on a terminal only. */
	progress(text: string): void;
	clear(): void;
	line(text?: string): void;
	paint(colour: keyof typeof colours, text: string): string;
}

export interface Output {
	isTTY?: boolean;
	write(text: string): unknown;
}

const clearLine = "\r\u001B[2K";

/** Prints plain lines to files and pipes (https://no-color.org). */
export function createScreen(output: Output, environment: Record<string, string | undefined>): Screen {
	if (output.isTTY !== true || environment.NO_COLOR) {
		return {
			progress() {},
			clear() {},
			line: (text = "") => output.write(`${text}\n`),
			paint: (_colour, text) => text,
		};
	}
	return {
		progress: (text) => output.write(`${clearLine}\u001B[2m${text} …\u001B[0m`),
		clear: () => output.write(clearLine),
		line: (text = "") => output.write(`${clearLine}${text}\n`),
		paint: (colour, text) => `\u001B[${colours[colour]}m${text}\u001B[0m`,
	};
}

const resultColours: Record<string, keyof typeof colours> = { APPROVED: "green", DECLINED: "red", PENDING: "yellow" };

/** The fields that a 402 adds to the record. */
const aroundTheRecord = new Set(["status", "code", "message", "request_id"]);

export function recordLines({ status, body }: Answer, screen: Pick<Screen, "paint">): string[] {
	const result = String(body.transaction_result);
	const outcome = screen.paint(resultColours[result] ?? "bold", result);
	const known = Object.entries(body).filter(([name, value]) => value !== null && !aroundTheRecord.has(name));
	const width = Math.max(...known.map(([name]) => name.length));
	return [
		`${outcome}, HTTP ${status}`,
		...(typeof body.message === "string" ? [body.message] : []),
		...known.map(([name, value]) => `  ${screen.paint("dim", name.padEnd(width))}  ${JSON.stringify(value)}`),
	];
}
