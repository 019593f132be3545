import { type FileHandle, open } from "node:fs/promises";

/** After so many more writes, one finds the disk full when its data is written but not yet safe. Later ones find room again. */
export async function fillDiskAfter(writes: number): Promise<void> {
	const file = await open("/dev/null");
	const handles: FileHandle = Object.getPrototypeOf(file);
	await file.close();
	const sync = handles.datasync;
	let left = writes;
	handles.datasync = async function (this: FileHandle) {
		if (left-- > 0) return sync.call(this);
		handles.datasync = sync;
		throw new Error("ENOSPC: no space left on device");
	};
}
