import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root, where every command runs by default. */
export const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** Keeps Node's compiled code between starts: a gateway's modules then load in two thirds of the processor time. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, "node_modules/.cache/compiled") };

export interface Finished {
	/** 0 for success, 127 when the command could not start, 124 after a time-out, 128 after a signal. */
	code: number;
	/** For commands that answer with JSON. */
	stdout: string;
	/** Both streams in order. */
	output: string;
}

interface CommandOptions {
	directory?: string;
	environment?: Record<string, string>;
	/** A command that exceeds this limit is ended and fails. */
	timeoutSeconds?: number;
	/** Prints what the command writes to `progressDescriptor`. */
	showsProgress?: boolean;
}

/** Runs a command to its end and never throws. It finds the project's own tools by name. */
export function run(command: string, args: readonly string[], options: CommandOptions = {}): Promise<Finished> {
	const { directory = root, environment = {}, timeoutSeconds = 600, showsProgress = false } = options;
	return new Promise((resolve) => {
		const child = spawn(command, args, {
			cwd: directory,
			// Without colours, because the output is printed again, indented.
			env: { ...process.env, ...compileCache, PATH: toolPath(), NO_COLOR: "1", ...environment },
			// The fourth is `progressDescriptor`.
			stdio: ["ignore", "pipe", "pipe", ...(showsProgress ? [process.stdout] : [])],
		});
		const finished: Finished = { code: 128, stdout: "", output: "" };
		const end = (code: number, note = "") => {
			clearTimeout(timer);
			resolve({ ...finished, code, output: finished.output + note });
		};
		const timer = setTimeout(() => {
			child.kill();
			// The command's children may hold its output open, so its end is not awaited.
			child.once("exit", () => end(124, `\n${command} was ended: it took more than ${timeoutSeconds} s.`));
		}, timeoutSeconds * 1000);
		child.stdout?.setEncoding("utf8").on("data", (text: string) => {
			finished.stdout += text;
			finished.output += text;
		});
		child.stderr?.setEncoding("utf8").on("data", (text: string) => {
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

/** Runs a command to its end and returns its output. @throws when it fails */
export async function succeed(command: string, args: readonly string[], options?: CommandOptions): Promise<string> {
	const { code, output, stdout } = await run(command, args, options);
	if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${output}`);
	return stdout.trim();
}

/** Returns the output of a failed command, and nothing for a successful one. */
export async function problemOf(
	command: string,
	args: readonly string[],
	options?: CommandOptions,
): Promise<string | undefined> {
	const { code, output } = await run(command, args, options);
	if (code === 0) return undefined;
	return output.trim() === "" ? `${command} ended with exit code ${code} and said nothing.` : output.trimEnd();
}
