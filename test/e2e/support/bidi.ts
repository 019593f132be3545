/**
 * The subset of WebDriver BiDi (https://w3c.github.io/webdriver-bidi/) that the Firefox tests need. Playwright drives
 * only its own build of Firefox.
 */

interface Answer {
	id: number;
	result?: unknown;
	error?: string;
	message?: string;
}

/** Time limit of one command, ms. */
const commandLimit = 60_000;

/** A connection to a browser: each command has one answer. */
export class BidiConnection {
	readonly #socket: WebSocket;
	readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
	#lastId = 0;

	private constructor(socket: WebSocket) {
		this.#socket = socket;
		socket.addEventListener("message", ({ data }) => this.#settle(JSON.parse(String(data)) as Answer));
		socket.addEventListener("close", () => this.#rejectAll());
	}

	/** @param url `ws://…/session` */
	static async open(url: string): Promise<BidiConnection> {
		const socket = new WebSocket(url);
		const { promise, resolve, reject } = Promise.withResolvers<void>();
		socket.addEventListener("open", () => resolve());
		socket.addEventListener("error", () => reject(new Error(`No connection to ${url}.`)));
		await promise;
		return new BidiConnection(socket);
	}

	/**
	 * Sends a command of the protocol and returns its result.
	 *
	 * @throws Error when the browser refuses it, closes, or takes more than 60 s
	 */
	async send<Result>(method: string, params: object): Promise<Result> {
		const id = ++this.#lastId;
		const waiting = Promise.withResolvers<unknown>();
		this.#waiting.set(id, waiting);
		this.#socket.send(JSON.stringify({ id, method, params }));
		const limit = setTimeout(
			() => waiting.reject(new Error(`${method}: no answer in ${commandLimit} ms.`)),
			commandLimit,
		);
		try {
			return (await waiting.promise) as Result;
		} finally {
			clearTimeout(limit);
			this.#waiting.delete(id);
		}
	}

	#settle({ id, result, error, message }: Answer): void {
		const waiting = this.#waiting.get(id);
		if (error === undefined) waiting?.resolve(result);
		else waiting?.reject(new Error(`${error}: ${message}`));
	}

	#rejectAll(): void {
		for (const { reject } of this.#waiting.values()) reject(new Error("The browser has ended the connection."));
	}
}
