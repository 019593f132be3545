import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { operator, recordEvent } from "@cardseal/platform/audit";
import {
	type Answer,
	type Command,
	CommandRefused,
	defineCommand,
	defineOfflineCommand,
	type Place,
	UsageError,
} from "@cardseal/platform/operator";
import {
	createShareCollection,
	listKeys,
	ShareRefused,
	shareLimits,
	shareLines,
	splitMasterKey,
} from "@cardseal/vault";
import { readConfig } from "../../../config.ts";
import { createMasterKeyFiles, type MasterKeyFile } from "../../../master-key/master-key.ts";
import type { GatewayContext } from "../../context.ts";
import type { Terminal } from "../../terminal.ts";

const refusals = {
	exists: (file: string) => new CommandRefused(`${file} exists. A master key is never overwritten: name another file.`),
	noKeys: () => new CommandRefused("This database has no keys yet. A gateway creates them when it starts."),
	otherKey: (masterKeyId: string) =>
		new CommandRefused(
			`Neither MASTER_KEY_FILE nor NEXT_MASTER_KEY_FILE has master key ${masterKeyId} of this database.`,
		),
	noFile: () => new CommandRefused("MASTER_KEY_FILE must name a file with the master key."),
};

export const masterKeyCommands: readonly Command<GatewayContext>[] = [
	defineOfflineCommand({
		verb: "create-master",
		summary: "Writes a new master key, sealed by the HSM if MASTER_KEY_HSM is set.",
		operands: ["FILE"],
		run: (place, [file]) => createMaster(place, resolve(file)),
	}),
	defineCommand({
		verb: "check-master",
		summary: "Reads the configured master keys as a gateway does, and asks the HSM even after a wrong PIN.",
		run: (context) => checkMaster(context),
	}),
	defineCommand({
		verb: "split",
		summary: "Shows shares of the master key, one to each custodian.",
		options: {
			shares: { type: "string", required: true, value: "N", meaning: "The number of custodians." },
			quorum: { type: "string", required: true, value: "M", meaning: "The number of them who give the key together." },
		},
		run: (context, _operands, { shares, quorum }) => splitMaster(context, sharesIn(shares, quorum)),
	}),
	defineCommand({
		verb: "join",
		summary: "Asks custodians for their shares, and checks them. With --to it writes the master key.",
		options: {
			to: { type: "string", value: "NEW-FILE", meaning: "A new file; sealed by the HSM if MASTER_KEY_HSM is set." },
		},
		run: (context, _operands, { to }) => joinMaster(context, to === undefined ? undefined : resolve(to)),
	}),
];

async function createMaster({ env }: Place, file: string): Promise<Answer> {
	const files = createMasterKeyFiles(readConfig(env), { triesAfterWrongPin: true });
	if (!(await files.create(file))) throw refusals.exists(file);
	const created = await files.read(file);
	const { masterKeyId, sealedBy } = created ?? {};
	return { text: `${file}: master key ${masterKeyId}, ${storage(sealedBy)}`, json: { file, masterKeyId, sealedBy } };
}

async function checkMaster({ config, database }: GatewayContext): Promise<Answer> {
	const { master } = await listKeys(database.withTables());
	const files = createMasterKeyFiles(config, { triesAfterWrongPin: true });
	const found: ({ file: string; isCurrent: boolean } & Omit<MasterKeyFile, "masterKey">)[] = [];
	for (const file of [config.masterKeyFile, config.nextMasterKeyFile]) {
		const read = file && (await files.read(file));
		if (!file || !read) continue;
		const { masterKeyId, sealedBy } = read;
		found.push({ file, masterKeyId, sealedBy, isCurrent: masterKeyId === master?.masterKeyId });
	}
	const lines = found.map(
		({ file, masterKeyId, sealedBy, isCurrent }) =>
			`${file}: master key ${masterKeyId}${isCurrent ? " of this database" : ""}, ${storage(sealedBy)}`,
	);
	const isComplete = master === undefined ? found.length > 0 : found.some(({ isCurrent }) => isCurrent);
	if (!isComplete)
		lines.push(master === undefined ? refusals.noFile().message : refusals.otherKey(master.masterKeyId).message);
	return { text: lines.join("\n"), json: { masterKeyId: master?.masterKeyId, files: found }, isComplete };
}

function storage(sealedBy: string | undefined): string {
	return sealedBy === undefined ? "in the clear" : `sealed by ${sealedBy}`;
}

async function splitMaster(context: GatewayContext, split: { shares: number; quorum: number }): Promise<Answer> {
	const terminal = context.openTerminal();
	const { masterKey, masterKeyId } = await currentMasterKey(context);
	const texts = await splitMasterKey(masterKey, split);
	await recordShares(context, { type: "key.master_split", masterKeyId, shares: split.shares });
	for (const [index, text] of texts.entries()) {
		const place = `share ${index + 1} of ${split.shares} of master key ${masterKeyId}`;
		await terminal.show(`The next page shows ${place}.\nOnly its custodian may see it.`);
		await terminal.show(`This is ${place}. Write it down.\nAny ${split.quorum} shares give the key.\n\n${text}`);
	}
	return {
		text: [
			`Master key ${masterKeyId} was split into ${split.shares} shares; any ${split.quorum} of them give it.`,
			"Let the custodians check what they wrote: npm run keys -- join",
		].join("\n"),
		json: { masterKeyId, ...split },
	};
}

async function currentMasterKey({ config, database }: GatewayContext): Promise<MasterKeyFile> {
	const masterKeyId = await registeredId(database);
	const files = createMasterKeyFiles(config);
	for (const file of [config.masterKeyFile, config.nextMasterKeyFile]) {
		const found = file && (await files.read(file));
		if (found && found.masterKeyId === masterKeyId) return found;
	}
	throw refusals.otherKey(masterKeyId);
}

async function registeredId(database: GatewayContext["database"]): Promise<string> {
	const { master } = await listKeys(database.withTables());
	if (master === undefined) throw refusals.noKeys();
	return master.masterKeyId;
}

async function joinMaster(context: GatewayContext, file: string | undefined): Promise<Answer> {
	const terminal = context.openTerminal();
	const masterKeyId = await registeredId(context.database);
	if (file !== undefined && existsSync(file)) throw refusals.exists(file);
	const { masterKey, shares } = await collect(terminal, masterKeyId, context.reportProgress);
	await recordShares(context, { type: "key.master_joined", masterKeyId, shares });
	const fits = `These ${shares} shares give master key ${masterKeyId} of this database.`;
	if (file === undefined) return { text: fits, json: { masterKeyId, shares } };
	const files = createMasterKeyFiles(context.config, { triesAfterWrongPin: true });
	if (!(await files.create(file, masterKey))) throw refusals.exists(file);
	const sealedBy = (await files.read(file))?.sealedBy;
	return { text: `${fits}\n${file} has it, ${storage(sealedBy)}.`, json: { masterKeyId, shares, file, sealedBy } };
}

const lines = Array.from({ length: shareLines }, (_, index) => `Line ${index + 1} of ${shareLines}: `);

/** Asks again for a refused share. */
async function collect(terminal: Terminal, masterKeyId: string, report: (line: string) => void) {
	const collection = createShareCollection(masterKeyId);
	for (let shares = 0; ; ) {
		report("A custodian enters a share. It is not shown.");
		const typed = await terminal.readHidden(lines);
		try {
			const { number, missing } = collection.add(typed.join(""));
			shares++;
			report(missing > 0 ? `Share ${number} is right. ${missing} more are needed.` : `Share ${number} is right.`);
			if (missing === 0) return { masterKey: await collection.join(), shares };
		} catch (error) {
			if (!(error instanceof ShareRefused)) throw error;
			report(error.message);
		}
	}
}

async function recordShares(
	{ database, clocks, login }: GatewayContext,
	{
		type,
		masterKeyId,
		shares,
	}: { type: "key.master_split" | "key.master_joined"; masterKeyId: string; shares: number },
): Promise<void> {
	const about = { object: masterKeyId, merchantId: null, caller: operator(login) };
	await recordEvent(database, clocks, { ...about, type, details: { shares } });
}

function sharesIn(sharesText: string, quorumText: string): { shares: number; quorum: number } {
	const [shares, quorum] = [sharesText, quorumText].map((text) => (/^[0-9]{1,3}$/.test(text) ? Number(text) : 0));
	const { minimum, maximum } = shareLimits;
	if (!shares || !quorum || shares > maximum || quorum < minimum || quorum > shares) {
		throw new UsageError(
			`--shares and --quorum are whole numbers from ${minimum} to ${maximum}, and the quorum is not larger.`,
		);
	}
	return { shares, quorum };
}
