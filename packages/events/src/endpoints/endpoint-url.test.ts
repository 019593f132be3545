import { describe, expect, test } from "vitest";
import { refusalOfUrl } from "./endpoint-url.ts";

const live = { isSandbox: false };
const sandbox = { isSandbox: true };

describe("the URL of an endpoint", () => {
	test("in a sandbox that other machines reach, http goes to the demo shop alone on this machine", () => {
		const shared = { isSandbox: true, onlyLocalOrigin: "http://localhost:8081" };
		expect(refusalOfUrl("http://localhost:8081/webhooks", shared)).toBeUndefined();
		for (const url of [
			"http://localhost:8082/",
			"http://127.0.0.1:8081/",
			"http://localhost.:8081/",
			"http://localhost/",
		])
			expect(refusalOfUrl(url, shared), url).toBe("endpoint_url_not_https");
		expect(refusalOfUrl("http://localhost:8082/", sandbox)).toBeUndefined();
	});

	test.each([
		"https://shop.example.com/hooks",
		"https://shop.example.com:8443/hooks?key=1",
		"https://8.8.8.8/hooks",
		"https://[2606:4700:4700::1111]/hooks",
	])("%s is taken", (url) => {
		expect(refusalOfUrl(url, live)).toBeUndefined();
		expect(refusalOfUrl(url, sandbox)).toBeUndefined();
	});

	test.each([
		["", "endpoint_url_invalid"],
		["shop.example.com/hooks", "endpoint_url_invalid"],
		["https://", "endpoint_url_invalid"],
		[`https://shop.example.com/${"a".repeat(2_000)}`, "endpoint_url_invalid"],
		["https://shop.example.com/4111111111111111", "endpoint_url_invalid"],
		["https://shop.example.com/%34%31%31%31111111111111", "endpoint_url_invalid"],
		["ftp://shop.example.com/", "endpoint_url_not_https"],
		["http://shop.example.com/hooks", "endpoint_url_not_https"],
		["https://ada:secret@shop.example.com/", "endpoint_url_has_credentials"],
		["https://ada@shop.example.com/", "endpoint_url_has_credentials"],
		["https://localhost/", "endpoint_address_not_public"],
		["https://localhost./", "endpoint_address_not_public"],
		["https://hooks.localhost/", "endpoint_address_not_public"],
		["https://127.0.0.1/", "endpoint_address_not_public"],
		["https://2130706433/", "endpoint_address_not_public"],
		["https://0x7f.1/", "endpoint_address_not_public"],
		["https://0177.0.0.1/", "endpoint_address_not_public"],
		["https://169.254.169.254/latest/meta-data/", "endpoint_address_not_public"],
		["https://[::1]/", "endpoint_address_not_public"],
		["https://[::ffff:10.0.0.1]/", "endpoint_address_not_public"],
		["https://[fd00:ec2::254]/", "endpoint_address_not_public"],
	])("%s is refused: %s", (url, refusal) => {
		expect(refusalOfUrl(url, live)).toBe(refusal);
		expect(refusalOfUrl(url, sandbox)).toBe(refusal);
	});

	test.each(["http://localhost:3000/hooks", "http://127.0.0.1:3000/", "http://[::1]:3000/", "http://shop.localhost/"])(
		"%s is taken in the sandbox only",
		(url) => {
			expect(refusalOfUrl(url, sandbox)).toBeUndefined();
			expect(refusalOfUrl(url, live)).toBe("endpoint_url_not_https");
		},
	);

	test("the sandbox sends no http to another machine", () => {
		expect(refusalOfUrl("http://192.168.1.5:3000/", sandbox)).toBe("endpoint_url_not_https");
		expect(refusalOfUrl("http://0.0.0.0:3000/", sandbox)).toBe("endpoint_url_not_https");
	});
});
