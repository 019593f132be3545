import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root; every command runs there unless told otherwise. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/**
 * What Node has compiled once, our TypeScript without its types included, is kept here for whatever starts next: a
 * gateway's modules load in two thirds of the processor's time.
 */
export const compileCache = { NODE_COMPILE_CACHE: join(root, "node_modules/.cache/compiled") };

/** How a command ended. */
export interface Finished {
	/** 0 when it succeeded; 127 when it could not be started, 124 when it ran out of time, 128 when a signal ended it. */
	code: number;
	/** What it wrote to stdout alone, for commands that answer with JSON. */
	stdout: string;
	/** Everything it wrote, in order, for people. */
	output: string;
}

interface CommandOptions {
	directory?: string;
	environment?: Record<string, string>;
	/** After this time the command is ended and counts as failed: a hung tool must not hang the whole run. */
	timeoutSeconds?: number;
}

/**
 * Runs a command to its end. The project's own tools are found by name, also when npm did not start us. Never throws:
 * whatever happens is an exit code and text.
 */
export function run(command: string, args: readonly string[], options: CommandOptions = {}): Promise<Finished> {
	const { directory = root, environment = {}, timeoutSeconds = 600 } = options;
	return new Promise((resolve) => {
		const child = spawn(command, args, {
			cwd: directory,
			// Without colours, since what a tool writes is printed again, indented, and often into a log.
			env: { ...process.env, ...compileCache, PATH: toolPath(), NO_COLOR: "1", ...environment },
			stdio: ["ignore", "pipe", "pipe"],
		});
		const finished: Finished = { code: 128, stdout: "", output: "" };
		const end = (code: number, note = "") => {
			clearTimeout(timer);
			resolve({ ...finished, code, output: finished.output + note });
		};
		const timer = setTimeout(() => {
			child.kill();
			// The command's own children may hold its output open, so its end is not waited for.
			child.once("exit", () => end(124, `\n${command} was ended: it took more than ${timeoutSeconds} s.`));
		}, timeoutSeconds * 1000);
		child.stdout.setEncoding("utf8").on("data", (text: string) => {
			finished.stdout += text;
			finished.output += text;
		});
		child.stderr.setEncoding("utf8").on("data", (text: string) => {
			finished.output += text;
		});
		child.once("error", (error) => end(127, `${command} could not be started: ${error.message}`));
		child.once("close", (code, signal) =>
			end(code ?? 128, signal === null ? "" : `\n${command} was ended by ${signal}.`),
		);
	});
}

function toolPath(): string {
	return [join(root, "node_modules/.bin"), process.env.PATH ?? ""].join(delimiter);
}

/** What a command said, when it failed; undefined when it succeeded. The shape that a check's problem has. */
export async function problemOf(
	command: string,
	args: readonly string[],
	options?: CommandOptions,
): Promise<string | undefined> {
	const { code, output } = await run(command, args, options);
	if (code === 0) return undefined;
	return output.trim() === "" ? `${command} ended with exit code ${code} and said nothing.` : output.trimEnd();
}
