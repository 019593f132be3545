import { type FileHandle, open } from "node:fs/promises";
import { vi } from "vitest";

/** After so many more writes, the next one finds the disk full once its data was written but not yet safe. */
export async function fillDiskAfter(writes: number): Promise<void> {
	const file = await open("/dev/null");
	const handles: FileHandle = Object.getPrototypeOf(file);
	await file.close();
	const write = handles.datasync;
	const spy = vi.spyOn(handles, "datasync");
	for (let passed = 0; passed < writes; passed++) {
		spy.mockImplementationOnce(function (this: FileHandle) {
			return write.call(this);
		});
	}
	spy.mockRejectedValueOnce(new Error("ENOSPC: no space left on device"));
}
