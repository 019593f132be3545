import { relative } from "node:path";
import type { FullConfig, Reporter, Suite, TestCase, TestResult } from "@playwright/test/reporter";
import { root } from "./command.ts";
import { againBy, createProgress, type Progress } from "./progress.ts";

/** Tells the progress of Playwright's tests. */
export default class PlaywrightProgress implements Reporter {
	#progress: Progress | undefined;

	onBegin(_config: FullConfig, suite: Suite): void {
		this.#progress = createProgress({ total: suite.allTests().length, what: "tests" });
	}

	onTestEnd(test: TestCase, { status }: TestResult): void {
		const file = relative(root, test.location.file);
		if (status !== test.expectedStatus) {
			this.#progress?.failed(`${file}: ${test.title}`, againBy.playwright(file, test.title));
		}
		this.#progress?.ended();
	}

	printsToStdio(): boolean {
		return false;
	}
}
