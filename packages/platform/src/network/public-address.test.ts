import { describe, expect, test } from "vitest";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";

describe("addresses of the public internet", () => {
	test.each(["8.8.8.8", "93.184.215.14", "1.1.1.1", "172.15.255.255", "172.32.0.1", "2606:4700:4700::1111"])(
		"%s is public",
		(address) => {
			expect(isPublicAddress(address)).toBe(true);
		},
	);

	test.each([
		["this network", "0.0.0.0"],
		["loopback", "127.0.0.1"],
		["loopback", "127.255.255.254"],
		["private", "10.1.2.3"],
		["private", "172.16.0.1"],
		["private", "172.31.255.255"],
		["private", "192.168.1.1"],
		["carrier-grade NAT, metadata of Alibaba Cloud", "100.100.100.200"],
		["link-local, metadata of most clouds", "169.254.169.254"],
		["metadata of Azure", "168.63.129.16"],
		["metadata of Oracle Cloud", "192.0.0.192"],
		["documentation", "203.0.113.7"],
		["benchmarking", "198.18.0.1"],
		["multicast", "224.0.0.1"],
		["reserved", "240.0.0.1"],
		["broadcast", "255.255.255.255"],
		["unspecified", "::"],
		["loopback", "::1"],
		["IPv4-mapped loopback", "::ffff:127.0.0.1"],
		["IPv4-mapped public", "::ffff:8.8.8.8"],
		["IPv4-compatible", "::127.0.0.1"],
		["IPv4-translated", "::ffff:0:127.0.0.1"],
		["NAT64", "64:ff9b::7f00:1"],
		["local NAT64", "64:ff9b:1::7f00:1"],
		["6to4", "2002:7f00:1::1"],
		["Teredo", "2001::7f00:1"],
		["unique local, metadata of AWS", "fd00:ec2::254"],
		["link-local", "fe80::1"],
		["link-local with a zone", "fe80::1%eth0"],
		["site-local", "fec0::1"],
		["multicast", "ff02::1"],
		["documentation", "2001:db8::1"],
		["discard", "100::1"],
		["not assigned", "4000::1"],
		["a name", "localhost"],
		["nothing", ""],
	])("%s is not: %s", (_range, address) => {
		expect(isPublicAddress(address)).toBe(false);
	});
});

test("loopback addresses are told from all others", () => {
	expect(["127.0.0.1", "127.9.9.9", "::1"].map(isLoopbackAddress)).toEqual([true, true, true]);
	expect(["8.8.8.8", "10.0.0.1", "::ffff:127.0.0.1", "localhost", ""].filter(isLoopbackAddress)).toEqual([]);
});
