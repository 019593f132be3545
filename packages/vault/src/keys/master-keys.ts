import { type MasterKey, parseMasterKey } from "./at-rest.ts";

export interface MasterKeySource {
	masterKey: string;
	/** Called for a key that no known master key wrapped. */
	readMasterKeys?: (() => Promise<string[]>) | undefined;
}

export class MasterKeys {
	readonly given: MasterKey;
	readonly #known: Map<string, MasterKey>;
	readonly #readMore: () => Promise<string[]>;

	constructor({ masterKey, readMasterKeys = async () => [] }: MasterKeySource) {
		this.given = parseMasterKey(masterKey);
		this.#known = new Map([[this.given.id, this.given]]);
		this.#readMore = readMasterKeys;
	}

	async find(id: string): Promise<MasterKey | undefined> {
		const known = this.#known.get(id);
		if (known !== undefined) return known;
		const others = (await this.#readMore()).map(parseMasterKey);
		for (const other of others) this.#known.set(other.id, other);
		return this.#known.get(id);
	}

	async get(id: string): Promise<MasterKey> {
		const found = await this.find(id);
		if (found !== undefined) return found;
		throw new Error(
			`Keys in this database are wrapped by master key ${id}, but the one given is ${this.given.id}. Set ` +
				"MASTER_KEY_FILE to the file that was used before; while a master key is rotated, NEXT_MASTER_KEY_FILE to the other one.",
		);
	}
}
