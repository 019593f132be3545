import { describe, expect, test } from "vitest";
import { readSmtpUrl } from "./smtp-mailer.ts";

describe("SMTP_URL", () => {
	test.each([
		["smtp://mail.example", { host: "mail.example", port: 587, tls: "required", login: undefined }],
		["smtp://mail.example:25", { host: "mail.example", port: 25, tls: "required", login: undefined }],
		["smtps://mail.example", { host: "mail.example", port: 465, tls: "from the start", login: undefined }],
		["smtp://localhost:2525", { host: "localhost", port: 2525, tls: "none", login: undefined }],
		["smtp://127.0.0.9:2525", { host: "127.0.0.9", port: 2525, tls: "none", login: undefined }],
		["smtp://[::1]:2525", { host: "::1", port: 2525, tls: "none", login: undefined }],
		["smtps://localhost", { host: "localhost", port: 465, tls: "from the start", login: undefined }],
	])("%s says how the server is reached", (address, settings) => {
		expect(readSmtpUrl(address)).toEqual(settings);
	});

	test("may hold a login, with what a URL must not have in it encoded", () => {
		expect(readSmtpUrl("smtp://a%40b.example:p%3A%2F%20w@mail.example").login).toEqual({
			user: "a@b.example",
			password: "p:/ w",
		});
	});

	test.each(["smtp://localhost.example", "smtp://127.0.0.1.example", "smtp://10.0.0.1", "smtp://[::2]"])(
		"%s is not this machine, and gets nothing without TLS",
		(address) => {
			expect(readSmtpUrl(address).tls).toBe("required");
		},
	);
});
