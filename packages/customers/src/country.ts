/** Codes that ISO 3166 reserves, leaves to users or has withdrawn. XK stays, for Kosovo. */
const noCountries = new Set(
	["AC CP CQ DG EA EU EZ IC TA UK UN", "QO XA XB ZZ", "AN BU CS DD DY FX HV NH RH SU TP VD YD YU ZR"].flatMap((codes) =>
		codes.split(" "),
	),
);

/** ISO 3166-1: each alpha-2 code followed by its alpha-3 code. */
const alpha3 = `
	ADAND AEARE AFAFG AGATG AIAIA ALALB AMARM AOAGO AQATA ARARG ASASM ATAUT AUAUS AWABW AXALA AZAZE BABIH BBBRB BDBGD
	BEBEL BFBFA BGBGR BHBHR BIBDI BJBEN BLBLM BMBMU BNBRN BOBOL BQBES BRBRA BSBHS BTBTN BVBVT BWBWA BYBLR BZBLZ CACAN
	CCCCK CDCOD CFCAF CGCOG CHCHE CICIV CKCOK CLCHL CMCMR CNCHN COCOL CRCRI CUCUB CVCPV CWCUW CXCXR CYCYP CZCZE DEDEU
	DJDJI DKDNK DMDMA DODOM DZDZA ECECU EEEST EGEGY EHESH ERERI ESESP ETETH FIFIN FJFJI FKFLK FMFSM FOFRO FRFRA GAGAB
	GBGBR GDGRD GEGEO GFGUF GGGGY GHGHA GIGIB GLGRL GMGMB GNGIN GPGLP GQGNQ GRGRC GSSGS GTGTM GUGUM GWGNB GYGUY HKHKG
	HMHMD HNHND HRHRV HTHTI HUHUN IDIDN IEIRL ILISR IMIMN ININD IOIOT IQIRQ IRIRN ISISL ITITA JEJEY JMJAM JOJOR JPJPN
	KEKEN KGKGZ KHKHM KIKIR KMCOM KNKNA KPPRK KRKOR KWKWT KYCYM KZKAZ LALAO LBLBN LCLCA LILIE LKLKA LRLBR LSLSO LTLTU
	LULUX LVLVA LYLBY MAMAR MCMCO MDMDA MEMNE MFMAF MGMDG MHMHL MKMKD MLMLI MMMMR MNMNG MOMAC MPMNP MQMTQ MRMRT MSMSR
	MTMLT MUMUS MVMDV MWMWI MXMEX MYMYS MZMOZ NANAM NCNCL NENER NFNFK NGNGA NINIC NLNLD NONOR NPNPL NRNRU NUNIU NZNZL
	OMOMN PAPAN PEPER PFPYF PGPNG PHPHL PKPAK PLPOL PMSPM PNPCN PRPRI PSPSE PTPRT PWPLW PYPRY QAQAT REREU ROROU RSSRB
	RURUS RWRWA SASAU SBSLB SCSYC SDSDN SESWE SGSGP SHSHN SISVN SJSJM SKSVK SLSLE SMSMR SNSEN SOSOM SRSUR SSSSD STSTP
	SVSLV SXSXM SYSYR SZSWZ TCTCA TDTCD TFATF TGTGO THTHA TJTJK TKTKL TLTLS TMTKM TNTUN TOTON TRTUR TTTTO TVTUV TWTWN
	TZTZA UAUKR UGUGA UMUMI USUSA UYURY UZUZB VAVAT VCVCT VEVEN VGVGB VIVIR VNVNM VUVUT WFWLF WSWSM XKXKK YEYEM YTMYT
	ZAZAF ZMZMB ZWZWE`
	.trim()
	.split(/\s+/)
	.map((codes): [string, string] => [codes.slice(2).toLowerCase(), codes.slice(0, 2)]);

/** Names that the runtime lacks, as `plainName` writes them. */
const otherNames: [string, string][] = [
	["uk", "GB"],
	["unitedstatesofamerica", "US"],
	["etatsunisdamerique", "US"],
	["greatbritain", "GB"],
	["grandebretagne", "GB"],
	["turkey", "TR"],
	["ivorycoast", "CI"],
	["czechrepublic", "CZ"],
	["republiquetcheque", "CZ"],
	["russianfederation", "RU"],
	["republicofkorea", "KR"],
	["democraticrepublicofthecongo", "CD"],
	["republicofthecongo", "CG"],
	["republiquedemocratiqueducongo", "CD"],
	["republiqueducongo", "CG"],
	["bruneidarussalam", "BN"],
	["holland", "NL"],
	["palestine", "PS"],
];

const named = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

function isCountry(code: string): boolean {
	return /^[A-Z]{2}$/.test(code) && !noCountries.has(code) && named.of(code) !== undefined;
}

/** Removes case, accents, spaces and punctuation; writes "and" for "&" and "Saint" for "St.". */
export function plainName(name: string, and = "and"): string {
	return name
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.toLowerCase()
		.replace(/&/g, and)
		.replace(/\bst\b\.?/g, "saint")
		.replace(/^the /, "")
		.replace(/[^a-z]/g, "");
}

let codes: ReadonlyMap<string, string> | undefined;

/** Deferred to the first use: it asks the runtime a thousand times. */
function codesByName(): ReadonlyMap<string, string> {
	codes ??= new Map([...runtimeNames("en", "and"), ...runtimeNames("fr", "et"), ...otherNames, ...alpha3]);
	return codes;
}

/** Leaves out two-letter abbreviations: the French one of the United States is "EU". */
function runtimeNames(language: string, and: string): [string, string][] {
	return (["short", "long"] as const).flatMap((style) => {
		const names = new Intl.DisplayNames(language, { type: "region", style });
		return alpha3
			.map(([, code]): [string, string] => [plainName(names.of(code) ?? code, and), code])
			.filter(([name]) => name.length > 2);
	});
}

/** Accepts an ISO 3166-1 code, or an English or French name. */
export function countryCode(text: string): string | undefined {
	const code = text.trim().toUpperCase();
	if (isCountry(code)) return code;
	const names = codesByName();
	return names.get(plainName(text)) ?? names.get(plainName(text, "et"));
}
