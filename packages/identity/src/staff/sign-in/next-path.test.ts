import { describe, expect, test } from "vitest";
import { homePath, nextPath } from "./next-path.ts";

describe("nextPath", () => {
	test.each([
		"/app",
		"/app/",
		"/app/transactions",
		"/app/transactions?status=APPROVED&limit=25",
		"/app?view=overview",
		"/oauth/authorize?response_type=code&client_id=abc&redirect_uri=https%3A%2F%2Fpartner.example%2Fcb&state=%2F%2Fx",
	])("returns to %s", (path) => {
		expect(nextPath(path)).toBe(path);
	});

	test.each([
		"https://evil.example",
		"//evil.example",
		"///evil.example",
		"////evil.example/app",
		"/\\evil.example",
		"\\\\evil.example",
		"\\/evil.example",
		"/app\\..\\..\\\\evil.example",
		"/\t/evil.example",
		"/app\n//evil.example",
		"/\u0000/evil.example",
		" /app",
		" //evil.example",
		"/ /evil.example",
		"javascript:alert(1)",
		"JaVaScRiPt:alert(1)",
		"data:text/html,<script>alert(1)</script>",
		"http:evil.example",
		"https:/evil.example",
		"https:\\evil.example",
		"//evil.example/app",
		"//app@evil.example",
		"//localhost@evil.example/app",
		"/app/..//evil.example",
		"/app/../../evil",
		"/app/%2e%2e//evil.example",
		"/app/%2E%2E/sandbox/mailbox",
		"/app/.%2e/docs",
		"/%2f%2fevil.example",
		"/%5cevil.example",
		"%2f%2fevil.example",
		"/app%2f..%2f..",
		"/application",
		"/appevil.example",
		"/app.evil.example",
		"/app@evil.example",
		"/oauth/authorized",
		"/oauth/token",
		"/oauth/authorize/../../sandbox",
		"/sandbox/clock",
		"evil.example",
		"app",
		"?next=//evil.example",
		"#//evil.example",
		"/\u2028/evil.example",
		"/\uff0fevil.example",
		"//\u3002evil.example",
		"",
	])("X-28 opens the home page instead of %j", (path) => {
		expect(nextPath(path)).toBe(homePath);
	});

	test.each([
		"/app/sign-in",
		"/app/sign-in?next=/app/sign-in",
		"/app/sign-out",
		"/app/api/session",
		"/app/live/api/session",
		"/app/demo/sign-out",
		"/app/x/../sign-out",
	])("never returns to a sign-in step or an address that is not a page: %s", (path) => {
		expect(nextPath(path)).toBe(homePath);
	});

	test("X-28 opens the home page instead of an overlong address", () => {
		expect(nextPath(`/app?state=${"x".repeat(10_000)}`)).toBe(homePath);
		expect(nextPath(undefined)).toBe(homePath);
	});
});
