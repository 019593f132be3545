import { describe, expect, test } from "vitest";
import { customerDetailsOf } from "./customer-details.ts";
import { normalizeProvince, provinceInRecord } from "./province.ts";

/** ISO 3166-2. */
const codes = {
	CA: "AB BC MB NB NL NS NT NU ON PE QC SK YT",
	US:
		"AK AL AR AS AZ CA CO CT DC DE FL GA GU HI IA ID IL IN KS KY LA MA MD ME MI MN MO MP MS MT NC ND NE NH NJ NM NV " +
		"NY OH OK OR PA PR RI SC SD TN TX UM UT VA VI VT WA WI WV WY",
};

describe("province is an ISO 3166-2 code of the country where the country is CA or US", () => {
	test.each(Object.entries(codes))("%s: each of its codes, in any case and with the country", (country, list) => {
		const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
		const pairs = letters.flatMap((first) => letters.map((second) => first + second));
		const taken = pairs.filter((province) => provinceInRecord({ country, province }) !== null);
		const former = country === "CA" ? ["NF", "PQ"] : [];
		expect(taken).toEqual([...list.split(" "), ...former].sort());
		for (const code of list.split(" ")) {
			for (const province of [code, code.toLowerCase(), `${country}-${code}`]) {
				expect(normalizeProvince({ country, province }), province).toBe(code);
			}
		}
	});

	test.each([
		["CA", "ON", ["Ontario", " ontario "]],
		["CA", "QC", ["Québec", "Quebec", "QUÉBEC", "Qc", "P.Q."]],
		["CA", "BC", ["British Columbia", "Colombie-Britannique", "B.C."]],
		["CA", "PE", ["Prince Edward Island", "Île-du-Prince-Édouard"]],
		["CA", "NL", ["Newfoundland & Labrador", "Newfoundland", "Terre-Neuve-et-Labrador"]],
		["CA", "NT", ["Northwest Territories", "Territoires du Nord-Ouest"]],
		["US", "CA", ["California", "Californie"]],
		["US", "NY", ["New York", "N.Y."]],
		["US", "DC", ["District of Columbia", "Washington, D.C."]],
		["US", "WV", ["West Virginia", "Virginie-Occidentale"]],
	])("%s: names of %s become it", (country, code, names) => {
		for (const province of names) {
			expect(customerDetailsOf({ country, province }).province, province).toBe(code);
			expect(provinceInRecord({ country, province }), province).toBe(code);
		}
	});

	test.each([
		["CA", "NY"],
		["CA", "Atlantis"],
		["CA", ""],
		["US", "ON"],
		["US", "AE"],
	])("%s: a customer keeps the unknown text %j, and an EFT record shows null", (country, province) => {
		expect(normalizeProvince({ country, province })).toBe(province);
		expect(provinceInRecord({ country, province })).toBeNull();
	});

	test.each([
		["FR", "Bretagne"],
		[null, "Ontario"],
		["__proto__", "ON"],
	])("elsewhere (%s) %s stays as it is", (country, province) => {
		expect(normalizeProvince({ country, province })).toBe(province);
		expect(provinceInRecord({ country, province })).toBe(province);
	});

	test.each([null, undefined])("no province stays none: %s", (province) => {
		expect(customerDetailsOf({ country: "CA", province }).province).toBeNull();
		expect(provinceInRecord({ country: "CA", province: province ?? null })).toBeNull();
	});
});
