import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** Linux keeps the files of this folder in memory. */
const memory = "/dev/shm";

/** The tests hold a tenth of it. Containers often have 64 MB. */
const neededBytes = 2 * 2 ** 30;

/**
 * Moves temporary files of this process and its children into memory, where PostgreSQL creates a database of 850 files in a fraction
 * of the processor time. They are removed at the end of this process; those of a killed one, by the next. Does nothing with TMPDIR, or
 * without enough memory.
 */
export function useMemory(): void {
	if (process.env.TMPDIR !== undefined || !isSuitable()) return;
	removeAbandoned(memory, /^cardseal-(\d+)$/);
	const folder = join(memory, `cardseal-${process.pid}`);
	// Under root, PostgreSQL runs as another user, who needs access.
	mkdirSync(folder, { mode: 0o711 });
	process.env.TMPDIR = folder;
	process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}

/** Some tests run programs from temporary folders. */
function isSuitable(): boolean {
	if (process.platform !== "linux") return false;
	const mount = readFileSync("/proc/mounts", "utf8").match(/^\S+ \/dev\/shm tmpfs (\S+)/m);
	if (mount === null || mount[1]?.split(",").includes("noexec")) return false;
	const { bavail, bsize } = statfsSync(memory);
	return bavail * bsize >= neededBytes;
}

/**
 * Removes folders of killed processes.
 *
 * @param name its first group is the process id
 */
export function removeAbandoned(directory: string, name: RegExp): void {
	for (const found of readdirSync(directory)) {
		const [, pid] = name.exec(found) ?? [];
		if (pid === undefined || isRunning(Number(pid))) continue;
		rmSync(join(directory, found), { recursive: true, force: true });
	}
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		// A process that we may not signal is running.
		return error instanceof Error && "code" in error && error.code === "EPERM";
	}
}
