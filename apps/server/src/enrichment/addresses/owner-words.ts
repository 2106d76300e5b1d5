/*
 * Words in network owners' names, in the registries' languages; names are in lower case without accents. Tried in
 * the order of connection-kind.ts. A word more common for providers than companies is under `provider`.
 */

/** Joins several lines into one expression, without their indentation. */
function anyOf(lines: string): RegExp {
  return new RegExp(lines.replaceAll(/\n */g, ''));
}

/** Research and education networks carry whole countries' universities: carriers, not one institution. */
export const researchNetwork = anyOf(String.raw`
  (research|education|academic|university|universities|science|school|college|scholar).*\b(network|net|backbone|infrastructure)\b
  |\b(nren|rede nacional de ensino|forschungsnetz\w*|renater|interuniversity)\b
`);

export const education = anyOf(String.raw`
  universi|univerz|uniwersy|\buniv\b|\bcolleges?\b|\bcolegio|\bschools?\b|\bschul|schule\b|\bhogeschool
  |\bhogskol|hojskole|yliopisto|korkeakoul|\bacadem|\bakadem
  |institut\w* (\w+ )?(of|de|fur) (technolog|science|tecnolog|education|research)
  |instituto (tecnologico|politecnico|federal)|polyte(ch|k)|politec|politechni|\becoles?\b|\bescola|\bescuela
  |faculdade|\bfaculty|\bcampus\b|\beducation(al)?\b|\beducac|\beduca[ct]|k-?12\b|\bisd\b|\bu\.?s\.?d\.? ?\d
  |\bhoch?schul|gymnasium|fraunhofer|max-planck|\bresearch (institut|cent|council|foundation|organi)
  |\bforschungs|\bcnrs\b|\bcern\b|scientific research|observator
`);

export const government = anyOf(String.raw`
  \bminist(ry|er|ere|erio|erstvo|eriet|arstvo)|\bdep(artmen)?t\.? (of|for)\b|departement of
  |\b(city|county|state|town|township|village|commonwealth|province|borough|parish|port authority|regional municipality) of\b
  |\bcounty\b(?!.*(bank|hospital|health|co-?op))|\bgovernment|\bgov\b|\bgovt\b|\bgoverno\b|\bgobierno
  |\bgouvernement|\barmy\b|\bnavy\b|\bair force|\bmilitary|\bdefen[cs]e (info|agency|force)|\bdod\b|\bpolice\b
  |\bpolizei
  |\bfederal (government|emergency|agency|office|bureau|court|police|reserve|aviation|communications|trade)
  |\bsenate\b|\bsenado\b|\bparl[ia]+ment|\bcongress\b|\bsupreme court|\bcourts?\b|\btribunal|\bmunicipa
  |\bgemeente\b|\bkommun(e|al)?\b|\bprefect|\bprefeitura
  |\bbundes(amt|minist|wehr|anstalt|rechen|agentur|tag|verwaltung|kanzler|bank)|\b(kanton|canton)\s
  |\b(city|county|borough|district|regional) council\b|\bcustoms\b|\brevenue (service|comm|auth)|\busda\b
  |\bnasa\b
  |^u\.? ?s\.? (dep|house|senate|center|geolog|patent|bureau|army|securities|courts?|food|environ|office|nuclear|agency|customs|treasury)
  |\bunited states\s
  |\bnational (aeronautics|oceanic|institutes? of|security|archives|library|laborator|police|assembly|informatics|guard)
  |\bsocial security|\bpostal service|\beuropean (commission|parliament|union|central bank)|\bunited nations
  |\bnato\b|\bembassy|\bveterans affairs|\bhouse of representatives
  |\bstate (police|government|agency|administration)|\bstaats|\bstadt\b|\blandes(amt|verwaltung|betrieb)
  |\b(transit|transport|transportation|housing|hospital|health|airport|tax|regulatory|technology|supercomputer|valley|turnpike|toll|port|water|monetary|maritime|aviation) authority\b
  |\bauthority (of|for)\b|\bsecretaria\b|\bcomune di\b|\bregione\b|\bayuntamiento|\bdiputacion|\bgeneralitat
  |\bjunta de\b|\bxunta\b|\bconseil|\brijks|\bhis majesty|\bher majesty|\bcrown prosec
`);

/** A town that sells internet access. */
export const municipalProvider = anyOf(String.raw`
  broadband|fib(er|re)|cable|telecom|utilit|electric|internet|communications|light|power|network|\bnet\b
`);

/** Trades that companies never add to their own: "Railway Telecom". */
export const surelyProvider = anyOf(String.raw`
  tele?com|telekom|telephone|\bhosting|\bvps\b|broadband|\bcatv\b|\bcable ?(tv|vision|one)
  |\binternet (service )?provider|\bdata ?cent(er|re)s?\b|cloud
`);

/** Large companies without a trade in their names. */
export const companyName = anyOf(String.raw`
  \b(?:
  3m company|abbott|abbvie|accenture|adidas|advanced micro|air france|air liquide|airbus|akzo ?nobel|allergan
  |allianz|allstate|alstom|amadeus|amdocs|american express|anheuser|arcelormittal|arista networks|assa abloy
  |astrazeneca|atlas copco|audi ag|autodesk|bae systems|bain (and|&) company|barclays|baxter|bayerische motoren
  |bechtel|beiersdorf|bertelsmann|best buy|blackrock|blizzard|bloomberg|blue cross|bluecross|bnp paribas
  |boehringer|boeing|bombardier|booking\.com|booz allen|boston consulting|boston scientific|bristol-myers
  |british american tobacco|broadridge|canon (usa|europ|inc)|capgemini|cargill|carlsberg|carrefour|caterpillar
  |cerner|charles schwab|chevron|citigroup|citrix|clifford chance|coca-cola|colgate|commerzbank|conocophillips
  |consolidated edison|continental ag|corning|costco|covestro|cummins|daimler|danone|danske|dell,? inc|deloitte
  |delta air|deutsche (bahn|bank|boerse|post)|diageo|disney|dropbox|duke energy|dupont|easyjet
  |electricite de france|electrolux|electronic arts|emerson electric|endress|equifax|equinor|ericsson
  |ernst (&|and) young|essilor|evonik|expedia|extreme networks|f5 networks|ferrari|fiat chrysler|fluor corp
  |ford motor|franklin resources|fraport|fresenius|fujifilm|garmin|gartner
  |general (dynamics|electric|mills|motors)|gilead|givaudan|glencore|globe and mail|glaxosmith|goldman sachs
  |goodyear|halliburton|hallmark|harley|heineken|henkel|hershey|hewlett|hilton|hitachi|holcim|home depot
  |honeywell|hp inc|humana|hyundai|iberdrola|inditex|infineon|intel corporation|intesa|intuit inc|jaguar land
  |john deere|johnson (&|and|controls)|jp ?morgan|jpmorgan|juniper networks|kellogg|keysight|kimberly|kroger
  |kuehne|l'oreal|lafarge|leidos|lenovo|linkedin|ll bean|lockheed|loreal|lufthansa|maersk|marriott|mastercard
  |mattel|mcdonald|mckesson|mckinsey|medtronic|mercedes|merrill|metlife|michelin|micron technology|migros
  |mitsubishi|moderna|mondelez|moody's|morgan stanley|muenchener rueck|munich re|nasdaq|nestle|new york times
  |nielsen|nintendo|nissan|nomura|norsk hydro|northrop|novartis|novo nordisk|nvidia|palo alto networks|panasonic
  |paychex|paypal|pepsico|pernod|pfizer|philip morris|philips|pirelli|porsche|praxair|price ?waterhouse|procter
  |prudential|qualcomm|raytheon|reckitt|red hat|reliance industries|renault|repsol|rheinmetall|rio tinto|roblox
  |rockwell|rolls-royce|safran|saint-gobain|samsung electronics|sandvik|sanofi|sap (se|ag|america)|sas institute
  |saudi aramco|scania|schaeffler|schindler|schlumberger|schneider electric|seagate|securitas|sempra
  |shell (information|oil|int)|sherwin|siemens|skanska|societe generale|solvay|sony (corp|inter|pictures)
  |spotify|starbucks|state farm|state street|steelcase|stellantis|stmicro|stryker|swarovski|swatch|swiss re
  |syngenta|t\. rowe|takeda|target corp|tata motors|te connectivity|tesla inc|tesla motors|tesla, inc
  |texas instruments|thales|thermo fisher|thomson reuters|thyssen|toshiba|total ?energies|toyota|trumpf
  |uber tech|unicredit|unilever|union pacific|united parcel|unitedhealth|vanguard group|vattenfall|vestas
  |voestalpine|volkswagen|wal-?mart|walgreens|walt disney|wells fargo|western digital|whirlpool|wolters kluwer
  |workday|wuerth|xcel energy|yamaha|zalando|zf friedrichshafen|zumtobel
  )|\b(?:
  abb|adobe|adp|aegon|aetna|ahold|alcoa|amgen|asml|aviva|axa|basf|bayer|bbva|bhp|bmw|bosch|chubb|cigna|cisco
  |deere|denso|dhl|e\.on|ebay|enel |engie|eni s|exxon|fedex|geico|hilti|honda|hsbc|ibm|ikea|iqvia|jabil|kpmg
  |kraft|lego|linde|lvmh|mahle|merck|nike|nikon|nokia|omron|petco|roche|rwe|sika|skf|tesco|tyson|ubs|valeo|volvo
  |wurth|xerox|zeiss
  )\b
`);

/** Trades that run networks for themselves, whatever else is in the name. */
export const company = anyOf(String.raw`
  \bbank(s|a|ing|en)?\b|\bbanc[ao]s?\b|\bbanque|(?<!data|rack|soft|gigabit)bank\b|sparkasse|\binsurance
  |\bassurance|versicherung|\bseguros\b|\bassicura|\breinsurance|\bcredit union\b|\bmutual\b|\bsecurities\b
  |\bstock exchange|\bbolsa\b|\bborse\b|\bpharma|\bhospitals?\b|\bklinik|\bclinic|\bkrankenh|\bhealthcare
  |\bhealth\b|\bmedical|\bmedicine|\bmotors?\b|\bautomo(tive|bile)|\baerospace|\bairlines?\b|\bairways\b
  |\bairport|\bflughafen|\bbrewer|\bsteel\b|\bstahl|\bpetrol(eum|eos|eo)\b|\bmining\b|\blaw (firm|office)
  |\brailway|\bbundesbahn|\bsupermarket|\bcasinos?\b|\bhotels?\b|\bpaper\b|\bchemi(cal|e)|\bsemiconductor
  |\bmuseum|\bchurch\b|\bfoods?\b|\bbeverage|\btobacco|\bcement|\bfurniture|\bbiotech|\bcosmeti|\bjewel
`);

export const hosting = anyOf(String.raw`
  cloud|hosting|host(er|ed|s)?\b|\bhost(?!age)|\bservers?\b|server|vps\b|\bvps|vpn\b|\bvpn
  |\bdata ?cent(er|re|rum|ro|ra)|\bdatacamp|\bdatahouse|\brechenzentrum|\bcolo(cation)?\b|colocation
  |colocrossing|\bcdn|content delivery|\bdedi(cated|path|zull)?\b|\bprox(y|ies)\b|\bakamai|\bfastly|\bamazon\b
  |\baws\b|\bgoogle\b|\bmicrosoft\b|\bazure\b|\balibaba|\baliyun|\btencent\b|\bovh|\bhetzner|\binfomaniak
  |\bsakura internet|\bmittwald|\bproton\b|lxc\b|\bthink on\b|\blinode|\bvultr|\bleaseweb|\bm247\b|\bcontabo|\bionos\b|\bstrato\b
  |\brackspace|\bscaleway|\bgodaddy|\bzscaler|\bdigital ?ocean|\bequinix|\bstackpath|\bimperva|\bincapsula
  |\bedgecast|\blimelight|\bedgio|\bgcore|\bg-core|\bzenlayer|\bonline s\.?a\.?s|\bsoftlayer|\bchoopa|\binternap
  |\bquadranet|\bpsychz|\bsharktech|\bservercentral|\bservermania|\bpacket ?(hub|exchange)?\b|\bddos|anycast
  |\bdns\b|\bnameserver|\bdomains?\b|\bregist(er|rar)\b(?!ed)|\bvm|vm\b|\bvmware|\bparavirt|\bvercara|\badguard
  |\bzoner\b|\bkirei\b|\bunited ?layer|\biproyal|\bstackaddress|\baspstation|\bservinga
  |\bweb ?(site|hosting|space|services?|solutions?)\b|\bwebzilla|\bbare ?metal|\bbyteplus|\bvolcano engine
  |\btor (exit|project|relay)|\bexit ?node|\banonym(ous|ity|i[sz])|\bprivacy|\berneuerbare freiheit
  |\bprivate internet|\bbaidu|\bhuawei cloud|\bit7 networks|\bxtom\b|\bvirtual (machine|server|private)
  |\bvirtualiz|\bsaas\b|\bpaas\b|\biaas\b|\bnetcup|\bworldstream|\bselectel|\bserverius|\bfdcservers
  |\bgigabit (limited|ltd|hosting)|\bedge (network|tech)|\bcomput(e|ing)\b|\bstreaming\b|\bgame ?servers?
`);

export const mobile = anyOf(String.raw`
  t-mobile|\bvodafone|\bvodacom|(?<!exxon )\bmobil(e|is|ni|na|y|ink|com|tel|fon|net)?\b|\bmobile|\bmovil|\bmovel
  |\bmoviles|\bcellular|\bcelular|\bcelcom|\bgsm\b|\blte\b|\b[345]g\b|\btelcel|\btelenor pakistan|\bdocomo
  |\bairtel\b|\bmtn\b|\bturkcell|\blifecell|\bkyivstar|\bbeeline|\bvimpelcom|\bmegafon|\bmts pjsc|\btele2
  |\bhutchison (3g|drei)|\bhi3g|\bsk telecom|\bsafaricom|\bglobe telecom|\bsmart communications|\bmaxis\b
  |\bzain\b|\bdigicel|\bethio telecom|\bsmartone|\bcricket wireless|\bus cellular|\bboost\b|\bwataniya
  |\bsunrise\b|\bpolkomtel|\bp4 sp
`);

export const provider = anyOf(String.raw`
  tele?com|tele?kom|telef|teleph|telev|teles|\btel[ei]?[a-z]?\b|telco|\btel\w|[a-z]tel\b|broad ?band|\bcable\b
  |\bcabl[eo]|kabel|catv|\bfib(er|re|ra)|fib(er|re|ra)\b|\bftth|\binternet|internet\b|\bisps?\b|\bnets?\b
  |[a-z]{2}nets?\b|\bnet[a-z]|networks?|netz\b|netwerk|\bcomm\b|\bcommunicat|communications?\b|comunica|kommunik
  |\bkomunik|wireless|\bwi-?fi|\bwimax|\bwisp|\bwire\b|satel|\bdsl\b|\bxdsl|\bonline|online\b|\bprovider
  |\bprovedor|\bcarrier|\bbackbone|unicom|china ?net|\bconnect|connect\b|\bconex|\bconect|\bredes?\b|\boptic
  |\boptik|optic\b|\bix\b|\bixp\b|internet exchange|peering|\btransit\b|link\b|\blink|\bwave|wave\b|\bairspan
  |\bspeed|speed\b|\bgiga|\bbit\b|\bline\b|\bvoice|\bkraft ekonomisk|\bvoip|\bpbx|\bphone|\bsip\b|\bdial
  |\bhughes|\biridium|\bstarlink|\binmarsat|\bviasat|\bintelsat|\beutelsat|\bcomcast|\bcharter\b|\bcox\b
  |\bverizon|\bvirgin media|\bdirectv|\bdna oyj|\bcircuitos|fibe\b|\bdish network|\bsix degrees|\bsetplex|\bjriver|\bretn\b|\booma\b
  |\bsinch\b|\bpeoplefone|\bbandwidth\b|\bvonage|\bringcentral|\bsingle digits|\bglexia|\bat&t|\borange\b
  |\btelia|\btelenor|\btelstra|\bswisscom|\bproximus|\bkpn\b|\bbt\b|\bsky\b|\bspectrum|\bfrontier|\bwindstream
  |\bcentury ?link|\blumen\b|\blevel 3|\bcogent|\bzayo|\bgtt\b|\bntt\b|\bkddi|\bsoftbank|\biliad
  |\bfree (sas|mobile)|\bbouygues|\bsfr\b|\baltice|\blibert(y|is)\b|\bdigi\b|\brcs & rds|\bupc\b|\bziggo
  |\bstadtwerke|\bcooperative\b|\bco-?op\b|\belectric (coop|power board|membership)|\brural\b|\butilit(y|ies)\b
  |\bmultimedia|\bsistemas|\binformatica|\bict\b|\bit[- ](service|solution|system|dienst)|\binfocom
  |\binfo(tech|sys|com|net)|\bserv(ice|icio|izi|ico)s? (provider|de internet)|\bprovid|\bexchange\b|\bnoc\b
  |\bregional internet|\blacnic|\bripe\b|\bapnic|\barin\b|\bafrinic|autonomous system|\basn?\b|\b(wan|lan|man)\b
  |\bdata\b|\bdigital\b|\bcyber|\bantenn|\bradio ?(link|net)|\btv\b|\bsmart ?city|\bcity ?(net|carrier|link)
  |\bteknoloji|\bbilisim|\biletisim|\bsvyaz|\bsviaz|\bservis|\blocal(net|area)|\bhome\b|\bdom\b|\bseti\b|\bset\b
`);

/** Technology names, as common for small hosting and access providers as for companies that use it. */
export const unclear = anyOf(String.raw`
  tech|soft|\bnew media|solution|system|data|\bdigi|\bit\b|\blabs?\b|comput|media|infra|secur|server|platform
  |virtual|cyber|smart|\bip\b|\bai\b|consult|services|managed|stack|node|rack|core|byte|logic|inform|voip
  |concept|\bweb|click|hub\b|space|virt|plex|automati|tek\b|pop\b|\bix\b
`);

/** Shows that the owner is not a person; networks with a person's name are hobbyists'. */
export const legalForm = anyOf(String.raw`
  \b(?:
  inc|incorporated|llc|ltd|limited|corp|corporation|company|co|gmbh|ag|kg|kgaa|se|sa|s\.a|sas|sarl|bv|b\.v|nv
  |n\.v|ab|as|asa|a/s|aps|oy|oyj|spa|s\.p\.a|srl|s\.r\.l|sl|s\.l|slu|sau|plc|lp|llp|pllc|pty|kk|k\.k|pte|lda|ehf
  |hf|group|gruppe|holdings?|association|foundation|society|institute|centre|center|agency|trust
  )\b
`);

/** Trades that suggest a company, unless an earlier word or the network's size contradicts. */
export const trade = anyOf(String.raw`
  \bfinanc|\bcapital\b|\binvest|\basset|\bequity|\bfund\b|\btrading\b|\bmanufactur|\bengineering|\bconstruct
  |\blogisti|\bshipping|\btransport|\bretail|\bstores?\b|\bconsult|\baccount(ing|ants)|\badvis(or|er)|\bpublish
  |\bnewspaper|\bverlag|\bstudios?\b|\bgames?\b|\bentertainment|\bsoftware|\blaborator|\benergy\b|\bpower\b
  |\belectri(c|city)\b|\bfoundation\b|\bindustr|\binsurers?|\bbrands?\b|\bfashion|\bfarm|\bwater\b|\bgas\b
  |\boil\b|\bproperties|\breal estate|\bpayments?\b|\bcard\b|\blaw\b|\bseed|\btool|\bmachine|\binstruments?\b
  |\bequipment|\bproducts\b
`);

/** Countries in which companies commonly have their own network; elsewhere nearly all unclear names are small providers. */
export const countriesOfCompanies: ReadonlySet<string> = new Set(
  'AT AU BE CA CH DE DK ES FI FR GB IE IL IS IT JP KR LI LU NL NO NZ PT SE SG US'.split(' '),
);
