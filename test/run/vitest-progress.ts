import { relative } from "node:path";
import type { Reporter, TestCase, TestModule, TestSpecification } from "vitest/node";
import { root } from "./command.ts";
import { againBy, createProgress, type Progress } from "./progress.ts";

/** Tells the progress of vitest's files. */
export default class VitestProgress implements Reporter {
	#progress: Progress | undefined;

	onTestRunStart(files: readonly TestSpecification[]): void {
		this.#progress = createProgress({ total: files.length, what: "files" });
	}

	onTestCaseResult(test: TestCase): void {
		if (test.result().state !== "failed") return;
		const file = relative(root, test.module.moduleId);
		this.#progress?.failed(`${file}: ${test.fullName}`, againBy.vitest(file, test.name));
	}

	onTestModuleEnd(_file: TestModule): void {
		this.#progress?.ended();
	}
}
