import { describe, expect, test } from "vitest";
import { clientNetwork, clientNetworks } from "./client-network.ts";

describe("clientNetwork", () => {
	test.each([
		["203.0.113.9", "203.0.113.9"],
		["::ffff:203.0.113.9", "203.0.113.9"],
		["::FFFF:203.0.113.9", "203.0.113.9"],
		["::ffff:cb00:7109", "203.0.113.9"],
		["::ffff:203.0.113.9%eth0", "203.0.113.9"],
		["0:0:0:0:0:ffff:203.0.113.9", "203.0.113.9"],
		["0::ffff:cb00:7109", "203.0.113.9"],
		["0000:0000:0000:0000:0000:FFFF:CB00:7109", "203.0.113.9"],
		["::ffff:0:0", "0.0.0.0"],
		["::ffff:0:203.0.113.9", "0:0:0:0::/64"],
		["::203.0.113.9", "0:0:0:0::/64"],
		["1:2:3:4:5:6:7::", "1:2:3:4::/64"],
		["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
		["2001:DB8:0001:0002::1", "2001:db8:1:2::/64"],
		["2001:db8::1", "2001:db8:0:0::/64"],
		["2001:db8:1:2::", "2001:db8:1:2::/64"],
		["::1", "0:0:0:0::/64"],
		["::", "0:0:0:0::/64"],
		["64:ff9b::203.0.113.9", "64:ff9b:0:0::/64"],
		["fe80::1%eth0", "fe80:0:0:0::/64"],
	])("F-04 counts %s under %s", (address, network) => expect(clientNetwork(address)).toBe(network));

	test("F-04 counts all addresses of a /64 as one network, and the next /64 as another", () => {
		expect(clientNetwork("2001:db8::1")).toBe(clientNetwork("2001:db8:0:0:ffff:ffff:ffff:ffff"));
		expect(clientNetwork("2001:db8::1")).not.toBe(clientNetwork("2001:db8:0:1::1"));
	});
});

describe("clientNetworks", () => {
	test.each([
		["203.0.113.9", ["203.0.113.9"]],
		["::ffff:203.0.113.9", ["203.0.113.9"]],
		["2001:db8:1:2ff::1", ["2001:db8:1:2ff::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"]],
		["2001:db8::1", ["2001:db8:0:0::/64", "2001:db8:0:0::/56", "2001:db8:0::/48"]],
		["not an address", ["not an address"]],
	])("X-39 counts %s at /64, /56 and /48", (address, networks) => expect(clientNetworks(address)).toEqual(networks));
});
