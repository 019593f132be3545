import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { BidiConnection } from "./bidi.ts";

/** Keys without a character, in WebDriver's notation. */
const keys = {
	Tab: "\uE004",
	Enter: "\uE007",
	Backspace: "\uE003",
	Delete: "\uE017",
	Home: "\uE011",
	End: "\uE010",
	ArrowLeft: "\uE012",
	ArrowRight: "\uE014",
	Shift: "\uE008",
	Control: "\uE009",
} as const;
type Key = keyof typeof keys;

/** A window or an iframe; the protocol does not distinguish them. */
export class FirefoxContext {
	readonly #connection: BidiConnection;
	readonly #id: string;

	constructor(connection: BidiConnection, id: string) {
		this.#connection = connection;
		this.#id = id;
	}

	/** Resolves when the page and its frames have loaded. */
	async goto(url: string): Promise<void> {
		await this.#connection.send("browsingContext.navigate", { context: this.#id, url, wait: "complete" });
	}

	/** The inner frames with this prefix of their address. */
	async frames(urlStart: string): Promise<FirefoxContext[]> {
		const { contexts } = await this.#connection.send<Tree>("browsingContext.getTree", { root: this.#id });
		const children = contexts[0]?.children ?? [];
		return children
			.filter(({ url }) => url.startsWith(urlStart))
			.map(({ context }) => new FirefoxContext(this.#connection, context));
	}

	/**
	 * Calls a function in the page; the function gets its arguments only.
	 *
	 * @throws Error when the function throws
	 */
	async evaluate<Given, Result>(inPage: (given: Given) => Result, given: Given): Promise<Awaited<Result>> {
		const outcome = await this.#connection.send<Outcome>("script.callFunction", {
			functionDeclaration: `async (given) => JSON.stringify(await (${inPage})(JSON.parse(given))) ?? "null"`,
			arguments: [{ type: "string", value: JSON.stringify(given) }],
			target: { context: this.#id },
			awaitPromise: true,
		});
		if (outcome.type === "exception") throw new Error(outcome.exceptionDetails.text);
		return JSON.parse(outcome.result.value) as Awaited<Result>;
	}

	/** Types into the focused element, key by key. */
	async type(text: string): Promise<void> {
		await this.#act([...text].flatMap(stroke));
	}

	/** Presses a key, with Control or Shift where given: `Control+a`. */
	async press(combination: Key | `${"Control" | "Shift"}+${string}`): Promise<void> {
		const pressed = combination.split("+").map((name) => keys[name as Key] ?? name);
		const down = pressed.map((value) => ({ type: "keyDown", value }));
		const up = pressed.toReversed().map((value) => ({ type: "keyUp", value }));
		await this.#act([...down, ...up]);
	}

	async #act(actions: object[]): Promise<void> {
		await this.#connection.send("input.performActions", {
			context: this.#id,
			actions: [{ type: "key", id: "keyboard", actions }],
		});
	}

	async close(): Promise<void> {
		await this.#connection.send("browsingContext.close", { context: this.#id });
	}
}

function stroke(value: string): object[] {
	return [
		{ type: "keyDown", value },
		{ type: "keyUp", value },
	];
}

interface Tree {
	contexts: { context: string; url: string; children?: Tree["contexts"] | null }[];
}

type Outcome =
	| { type: "success"; result: { value: string } }
	| { type: "exception"; exceptionDetails: { text: string } };

/** A headless Firefox with a temporary profile. */
export class Firefox {
	readonly #connection: BidiConnection;
	readonly #process: ChildProcess;
	readonly #profile: string;

	private constructor(connection: BidiConnection, process: ChildProcess, profile: string) {
		this.#connection = connection;
		this.#process = process;
		this.#profile = profile;
	}

	/** @param program the path of Firefox */
	static async launch(program: string): Promise<Firefox> {
		const profile = await mkdtemp(join(tmpdir(), "cardseal-firefox-"));
		const process = spawn(
			program,
			["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
			{
				stdio: ["ignore", "ignore", "pipe"],
			},
		);
		try {
			const connection = await BidiConnection.open(`${await listeningAt(process)}/session`);
			await connection.send("session.new", { capabilities: {} });
			return new Firefox(connection, process, profile);
		} catch (error) {
			process.kill();
			throw error;
		}
	}

	/**
	 * Opens a page whose requests carry this client address, because the gateway counts sessions by it.
	 *
	 * @param address the payer's, accepted by a gateway that trusts this machine as its proxy
	 */
	async newPage(address: string): Promise<FirefoxContext> {
		const { context } = await this.#connection.send<{ context: string }>("browsingContext.create", { type: "tab" });
		await this.#connection.send("network.setExtraHeaders", {
			headers: [{ name: "X-Forwarded-For", value: { type: "string", value: address } }],
			contexts: [context],
		});
		return new FirefoxContext(this.#connection, context);
	}

	async close(): Promise<void> {
		const ended = once(this.#process, "exit");
		await this.#connection.send("browser.close", {});
		await ended;
		await rm(this.#profile, { recursive: true, force: true });
	}
}

/** Firefox prints its address to stderr. */
async function listeningAt(process: ChildProcess): Promise<string> {
	if (process.stderr === null) throw new Error("Firefox has no output to read.");
	const lines: string[] = [];
	for await (const line of createInterface({ input: process.stderr })) {
		const [, url] = /WebDriver BiDi listening on (ws:\S+)/.exec(line) ?? [];
		if (url !== undefined) return url;
		lines.push(line);
	}
	throw new Error(`Firefox ended before it listened:\n${lines.join("\n")}`);
}
