import { plainName } from "./country.ts";

/** ISO 3166-2 without the country, with English and French names. */
const provinces: Record<string, string> = {
	CA: `
		AB:Alberta BC:British Columbia/Colombie-Britannique MB:Manitoba NB:New Brunswick/Nouveau-Brunswick
		NL:Newfoundland and Labrador/Terre-Neuve-et-Labrador/Newfoundland/Terre-Neuve/NF NS:Nova Scotia/Nouvelle-Écosse
		NT:Northwest Territories/Territoires du Nord-Ouest NU:Nunavut ON:Ontario
		PE:Prince Edward Island/Île-du-Prince-Édouard QC:Quebec/PQ SK:Saskatchewan YT:Yukon/Yukon Territory/Territoire du Yukon`,
	US: `
		AK:Alaska AL:Alabama AR:Arkansas AS:American Samoa/Samoa américaines AZ:Arizona CA:California/Californie CO:Colorado
		CT:Connecticut DC:District of Columbia/District de Columbia/Washington DC DE:Delaware FL:Florida/Floride
		GA:Georgia/Géorgie GU:Guam HI:Hawaii/Hawaï IA:Iowa ID:Idaho IL:Illinois IN:Indiana KS:Kansas KY:Kentucky
		LA:Louisiana/Louisiane MA:Massachusetts MD:Maryland ME:Maine MI:Michigan MN:Minnesota MO:Missouri
		MP:Northern Mariana Islands/Îles Mariannes du Nord MS:Mississippi MT:Montana NC:North Carolina/Caroline du Nord
		ND:North Dakota/Dakota du Nord NE:Nebraska NH:New Hampshire NJ:New Jersey NM:New Mexico/Nouveau-Mexique NV:Nevada
		NY:New York OH:Ohio OK:Oklahoma OR:Oregon PA:Pennsylvania/Pennsylvanie PR:Puerto Rico/Porto Rico RI:Rhode Island
		SC:South Carolina/Caroline du Sud SD:South Dakota/Dakota du Sud TN:Tennessee TX:Texas
		UM:United States Minor Outlying Islands UT:Utah VA:Virginia/Virginie VI:U.S. Virgin Islands/Virgin Islands/Îles Vierges
		VT:Vermont WA:Washington WI:Wisconsin WV:West Virginia/Virginie-Occidentale WY:Wyoming`,
};

const codes = new Map(
	Object.entries(provinces).map(([country, list]) => {
		const entries = list.trim().split(/\s+(?=[A-Z]{2}:)/);
		const named = entries.flatMap((entry) => {
			const [code = "", names = ""] = entry.split(":");
			return [code, `${country}-${code}`, ...names.split("/")].map((name): [string, string] => [plainName(name), code]);
		});
		return [country, new Map(named)];
	}),
);

interface Place {
	country?: string | null | undefined;
	province?: string | null | undefined;
}

/** Knows codes and names of Canada and the United States only. */
function provinceCode({ country, province }: Place): string | undefined {
	return codes.get(country ?? "")?.get(plainName(province ?? ""));
}

/** An unknown text stays: it must not fail a charge. */
export function normalizeProvince(place: Place): string | null | undefined {
	return provinceCode(place) ?? place.province;
}

/** Returns `null` for an unknown text where records promise a code. */
export function provinceInRecord(place: Place): string | null {
	return provinceCode(place) ?? (codes.has(place.country ?? "") ? null : (place.province ?? null));
}
