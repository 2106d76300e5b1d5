/*
 * Owners whose business is common knowledge, labelled by hand: kind, number, country, IPv4 addresses, IPv6 sites
 * and name as the tables have them. Half of it is what must not be called a company.
 */
import type { Network } from '../connection-kind.ts';

const lines = `
access_provider|10620|CO|1860096|132717|Telmex Colombia S.A.
access_provider|1103|NL|7524832|524033|SURF B.V.
access_provider|11232|US|780032|2160657|Midcontinent Communications
access_provider|1136|NL|7581696|9494858|KPN B.V.
access_provider|11404|US|1968896|9441281|Wave Broadband
access_provider|11492|US|1353728|268632064|CABLE ONE, INC.
access_provider|11537|US|8704|63721|Internet2
access_provider|11776|US|1050112|335872|Breezeline
access_provider|12083|US|856576|1048576|WideOpenWest Finance LLC
access_provider|1213|IE|1843200|0|HEAnet CLG
access_provider|1221|AU|13392128|268501010|Telstra Limited
access_provider|12322|FR|9363456|3282432|Free SAS
access_provider|12338|ES|514048|524288|Euskaltel S.A.
access_provider|12389|RU|8950016|11685629|PJSC Rostelecom
access_provider|12430|ES|4059648|262144|VODAFONE ESPANA S.A.U.
access_provider|1267|IT|7348224|34078720|WIND TRE S.P.A.
access_provider|12741|PL|1619712|262144|Netia SA
access_provider|12874|IT|3563008|589824|Fastweb SpA
access_provider|13030|CH|118272|1638405|Init7 (Switzerland) Ltd.
access_provider|13037|GB|528128|524289|Zen Internet Ltd
access_provider|13285|GB|4282624|3276800|TalkTalk Communications Limited
access_provider|13370|US|63744|65536|Ziply Fiber
access_provider|137|IT|2746880|131071|Consortium GARR
access_provider|14593|EE|814592|283366|Space Exploration Technologies Corporation
access_provider|146869|IN|512|1|SPARKINT-AS-IN - SPARKLIGHT INTERNET PRIVATE LIMITED
access_provider|15108|US|301056|3|Allo Communications LLC
access_provider|151697|IN|512|1|TESCOM BUSINESS INTERNET PRIVATE LIMITED
access_provider|15435|NL|225280|2097159|DELTA Fiber Nederland B.V.
access_provider|15557|FR|15820288|9437191|Societe Francaise Du Radiotelephone - SFR SA
access_provider|15600|CH|319488|11534336|Quickline AG
access_provider|15695|CH|64768|77846|Expereo International BV
access_provider|15943|DE|354304|655362|wilhelm.tel GmbH
access_provider|16086|FI|1890816|2097159|DNA Oyj
access_provider|1653|SE|489728|65534|Vetenskapsradet / SUNET
access_provider|16591|US|2244608|131072|Google Fiber Inc.
access_provider|174|US|24808064|2259062|Cogent Communications
access_provider|17511|JP|2994688|65537|OPTAGE Inc.
access_provider|1759|FI|3400448|852484|Telia Finland Oyj
access_provider|17676|JP|38179072|285278208|SoftBank Corp.
access_provider|1836|CH|556288|1114115|green.ch AG
access_provider|1955|HU|395520|65536|KIFU (Governmental Info Tech Development Agency)
access_provider|19901|US|2970880|70721|Brightspeed
access_provider|199739|IQ|55552|65407|Earthlink Telecommunications Equipment Trading & Services DMCC
access_provider|20115|US|12957696|6327464|Charter Communications
access_provider|201587|FI|3072|524288|verkko-osuuskunta Kuuskaista
access_provider|201838|GB|221952|1114112|Community Fibre Limited
access_provider|20676|DE|918528|1900544|Plusnet GmbH
access_provider|20712|GB|139776|131099|Andrews & Arnold Ltd
access_provider|207565|IQ|256|524288|starlink STARLINK for the Supply & Services of Telecommunication & Internet Co. LTD / Private Company
access_provider|209|US|15654048|17034235|CenturyLink Communications, LLC
access_provider|2119|NO|4247056|19890437|Telenor Norge AS
access_provider|214875|DK|12800|65536|Altibox Danmark AS
access_provider|2152|US|1936320|131068|CENIC
access_provider|2200|FR|2614784|204539|Renater
access_provider|22773|GB|12675072|34602498|Cox Communications Inc.
access_provider|22995|CA|345600|176973|Xplore Inc.
access_provider|23089|US|583936|4|Hotwire Communications
access_provider|237|US|2210432|131089|Merit Network Inc.
access_provider|25019|SA|4550144|62933|Saudi Telecom Company JSC
access_provider|2516|JP|18073856|42139649|KDDI CORPORATION
access_provider|2586|EE|178688|589825|Elisa Eesti AS
access_provider|2611|BE|867840|1703936|BELNET
access_provider|26599|BR|10916608|7272|TELEFONICA BRASIL S.A
access_provider|272273|BR|512|65536|SFR Solucoes em Tecnologia da Informacao Ltda
access_provider|27364|US|315904|1048576|Armstrong
access_provider|28118|DO|565248|131072|ALTICE DOMINICANA S.A.
access_provider|2852|CZ|849920|524288|CESNET z.s.p.o.
access_provider|2856|GB|13823264|524289|British Telecommunications PLC
access_provider|2860|PT|1772544|2097152|NOS COMUNICACOES, S.A.
access_provider|29314|PL|606720|196608|VECTRA S.A.
access_provider|29518|SE|860416|1376259|Bredband2 AB
access_provider|29695|NO|1124608|2818049|Lyse Tele AS
access_provider|30036|US|1470208|757126|Mediacom Communications Corp
access_provider|30600|US|338688|16875520|Metronet
access_provider|30781|FR|105728|4784128|Free Pro SAS
access_provider|3209|DE|12774656|69206027|Vodafone GmbH
access_provider|3215|FR|20143104|589843|Orange S.A.
access_provider|3243|PT|1836288|65536|MEO - SERVICOS DE COMUNICACOES E MULTIMEDIA S.A.
access_provider|3257|DE|5216000|5136390|GTT Communications Inc.
access_provider|3269|IT|20686592|268435459|Telecom Italia S.p.A.
access_provider|3292|DK|5246976|1376523|TDC Holding A/S
access_provider|3301|SE|6872064|1053218|Telia Company AB
access_provider|3303|CH|3645440|3052294|Swisscom (Schweiz) AG
access_provider|3320|DE|34403072|39062851|Deutsche Telekom AG
access_provider|3352|ES|10782464|34078720|TELEFONICA DE ESPANA S.A.U.
access_provider|3356|US|27552928|1036615|Level 3 Communications, Inc.
access_provider|34108|NL|73984|65538|Stichting Breedband Delft
access_provider|34177|FR|226816|2490368|CELESTE SAS
access_provider|34984|TR|1606144|31042811|Superonline Iletisim Hizmetleri A.S.
access_provider|35244|DE|162560|98560|Tele Columbus AG
access_provider|36149|US|369152|65537|Hawaiian Telcom Services Company, Inc.
access_provider|36992|EG|6277120|147489|ETISALAT MISR
access_provider|3737|US|686592|131072|PenTeleData Inc.
access_provider|37611|ZA|476672|1179648|AFRIHOST SP (PTY) LTD
access_provider|4134|CN|100935424|268436348|Chinanet
access_provider|41733|RU|302336|0|JSC "ER-Telecom Holding"
access_provider|4181|US|1807104|1179649|TDS TELECOM
access_provider|41877|GE|4608|65536|Railway Telecom, Ltd
access_provider|4230|BR|5221120|393220|CLARO S.A.
access_provider|42652|DE|101888|1281|inexio Informationstechnologie und Telekommunikation Gmbh
access_provider|44605|BE|512|1|RCS & RDS SA
access_provider|46154|US|6912|65536|Farmers Mutual Telephone Company
access_provider|46375|US|672768|1113855|Sonic Telecom LLC
access_provider|4713|JP|28627968|67239936|NTT Communications Corporation
access_provider|4766|KR|46390996|131080|Korea Telecom
access_provider|4771|NZ|723040|0|Spark New Zealand Trading Limited
access_provider|4804|AU|5481728|32770|SingTel Optus Pty Ltd
access_provider|4837|CN|59660288|26044875|CHINA UNICOM China169 Backbone
access_provider|5089|GB|8494848|8454144|Virgin Media Limited
access_provider|5391|HR|1124608|524288|Hrvatski Telekom d.d.
access_provider|5410|FR|7087616|1048320|Bouygues Telecom SA
access_provider|5432|BE|3917312|5242880|Proximus NV
access_provider|5483|HU|1601024|786437|Magyar Telekom plc.
access_provider|55430|SG|698880|66299|Starhub Internet Pte Ltd
access_provider|559|CH|2189312|3276805|SWITCH
access_provider|5607|GB|6908160|1540096|Sky UK Limited
access_provider|5610|CZ|1540864|720897|O2 Czech Republic, a.s.
access_provider|5617|PL|5478400|133627903|Orange Polska Spolka Akcyjna
access_provider|56300|SG|44288|812|MYREPUBLIC LIMITED
access_provider|56329|GB|106496|1114112|Gigaclear Limited
access_provider|5645|CA|733184|131072|TekSavvy Solutions, Inc.
access_provider|56478|GB|141312|65536|Hyperoptic Ltd
access_provider|5650|US|10270464|1179646|Frontier Communications of America, Inc.
access_provider|5713|ZA|1750272|267452416|Telkom SA Ltd.
access_provider|5769|CA|2699520|524032|Videotron Ltee
access_provider|577|CA|6834944|132548|Bell Canada
access_provider|60294|DE|71680|65536|Deutsche Glasfaser Wholesale GmbH
access_provider|6079|US|3684864|21168210|RCN
access_provider|6128|US|4848128|1638400|Cablevision Systems Corp.
access_provider|6181|US|819200|1114114|Cincinnati Bell Telephone Company LLC
access_provider|62386|BG|3584|16|Bulgarian Telecommunication Group EOOD
access_provider|6327|CA|5313792|1179784|Shaw Communications
access_provider|6461|US|1593856|921605|Zayo Bandwidth
access_provider|6621|US|649984|65535|Hughes Network Systems, LLC
access_provider|6730|CH|1990912|3408391|Sunrise GmbH
access_provider|6799|GR|1957888|524288|Ote SA (Hellenic Telecommunications Organisation)
access_provider|6805|DE|8356096|37822468|Telefonica Germany GmbH & Co.OHG
access_provider|680|DE|7662848|5177298|Verein zur Foerderung eines Deutschen Forschungsnetzes e.V.
access_provider|6830|SK|1174016|1572864|Liberty Global B.V.
access_provider|6848|BE|2305536|17039364|Telenet BV
access_provider|6849|UA|631040|65536|JSC "Ukrtelecom"
access_provider|6855|SK|663552|655621|Slovak Telekom, a.s.
access_provider|7018|US|90392696|38757852|AT&T Enterprises, LLC
access_provider|701|US|40618240|19075073|Verizon Business
access_provider|7029|US|10169088|25301020|Windstream Communications LLC
access_provider|7155|US|1136384|17367040|ViaSat,Inc.
access_provider|7303|AR|8375296|269156352|Telecom Argentina S.A.
access_provider|7545|AU|3115520|209544|TPG Internet Pty Ltd
access_provider|786|GB|6942720|1837331|Jisc Services Limited
access_provider|7922|US|67801856|247567934|Comcast Cable Communications, LLC
access_provider|7992|CA|907520|131072|Cogeco Connexion Inc.
access_provider|8048|VE|2575104|16777216|CANTV Servicios, Venezuela
access_provider|812|CA|5668608|983031|Rogers Communications Canada Inc.
access_provider|8151|MX|13524224|5636305|Uninet S.A. de C.V.
access_provider|81|US|2072064|1114611|MCNC
access_provider|8400|RS|836864|2097152|TELEKOM SRBIJA a.d.
access_provider|8422|DE|573184|2818054|NetCologne Gesellschaft fur Telekommunikation mbH
access_provider|8447|AT|2738688|2621447|A1 Telekom Austria AG
access_provider|8468|GB|358912|589824|Cityfibre Limited
access_provider|8473|SE|599040|1179652|Bahnhof AB
access_provider|852|CA|4716544|195751|TELUS Communications Inc.
access_provider|8551|IL|1245952|2621441|Bezeq International Ltd.
access_provider|8612|IT|526080|131072|Tiscali Italia S.P.A.
access_provider|8708|RO|1785088|1105919|DIGI ROMANIA S.A.
access_provider|8767|DE|527360|2293773|M-net Telekommunikations GmbH
access_provider|8851|GB|462848|1310722|GCI Network Solutions Limited
access_provider|8866|BG|775680|65537|Vivacom Bulgaria EAD
access_provider|8881|DE|1810176|2544656|1&1 Versatel GmbH
access_provider|9057|GB|139264|655360|Level3 Lumen Technologies UK Limited
access_provider|9121|TR|6856704|1048580|Turk Telekomunikasyon Anonim Sirketi
access_provider|9145|DE|925440|2949121|EWE TEL GmbH
access_provider|9318|KR|14595584|196611|SK Broadband Co Ltd
access_provider|9381|HK|444160|172054|HKBN Enterprise Solutions HK Limited
access_provider|9443|AU|1277952|196096|VOCUS PTY LTD
access_provider|9824|JP|4745216|589824|JCOM Co., Ltd.
access_provider|9829|IN|6179328|23221|Bharat Sanchar Nigam Ltd
business|10235|AU|136448|0|National Australia Bank Limited
business|10361|US|593664|0|Bloomberg, LP
business|10455|US|570624|51|Nokia of America Corporation
business|10695|US|1565696|0|Wal-Mart Stores, Inc.
business|10746|US|64768|0|Toshiba America, Inc.
business|10794|US|5698048|0|Bank of America, National Association
business|10808|CA|6144|0|The Globe and Mail
business|10846|US|230912|1|Deere & Company
business|10967|US|159232|16781328|The Home Depot Inc.
business|109|US|1145600|61704|CISCO SYSTEMS, INC.
business|11003|US|4090624|0|The Procter and Gamble Company
business|11030|US|11520|512|Qualcomm, Inc.
business|11198|US|54784|1048576|Schneider Electric IT Corporation
business|11283|US|11776|0|Costco, Inc.
business|11406|US|9216|0|CIGNA
business|11414|US|14080|8194|Nvidia Corporation
business|11520|US|66304|0|Allstate Insurance Company
business|11596|US|130816|0|Best Buy Co., Inc.
business|11740|US|18432|0|Progressive Casualty Insurance Companies
business|11971|US|55296|0|Pfizer Inc.
business|12217|US|75008|0|UNITED PARCEL SERVICE
business|12331|DE|65536|1|Audi AG
business|12422|DE|73728|196608|Evonik Industries AG
business|12551|IT|96512|0|ENEL S.p.A
business|13043|DE|177152|8192|Bayer AG
business|13063|SE|65536|0|SKF Sverige AB
business|13167|DE|68608|65536|Merck KGaA
business|131938|JP|65536|0|NISSAN MOTOR CO.,LTD.
business|134589|AU|11520|0|BHP BILLITON IRON ORE PTY. LTD.
business|135348|AU|131072|0|QANTAS Airways Limited
business|135879|AU|4352|65536|Hyundai Motor Company Australia Pty Ltd
business|13588|US|27904|256|Paychex Incorporated
business|136767|DE|1280|65516|BMW AG (Bayerische Motoren Werke Aktiengesellschaft)
business|13684|US|66816|4096|Medtronic, Incorporated
business|13778|US|7168|1048555|Johnson & Johnson
business|13798|US|66816|0|L'Oreal USA
business|13921|US|0|256|Hecla Mining Company
business|14014|CA|66560|65536|Canadian National Railway
business|14327|US|32768|65536|Portland General Electric Company
business|14381|US|152064|65712|Caterpillar, Inc.
business|14450|US|3584|1|GEICO
business|14495|US|10752|0|Nasdaq, Inc.
business|14762|US|4864|0|AMGEN, Inc.
business|14925|US|3328|0|Delta Air Lines
business|150673|GB|1536|0|Westpac Banking Corporation
business|15224|US|143360|6|Adobe Inc.
business|15465|DE|7040|1|SIEMENS AG
business|15495|DE|66560|65536|BASF Digital Solutions GmbH
business|15580|DE|22528|65535|Allianz Technology SE
business|15625|NL|81920|0|ING Bank N.V.
business|15644|DE|2816|65536|Fresenius SE & Co. KGaA
business|15711|ES|4096|524288|Iberdrola S.A.
business|158|SE|913664|65547|Ericsson Inc.
business|15914|GB|131072|0|British Airways plc
business|16084|SE|80128|0|E.ON Digital Technology GmbH
business|16161|IT|65792|0|Intesa Sanpaolo S.p.A.
business|16236|FR|265216|262144|PSA AUTOMOBILES SA
business|16365|DE|21504|65536|Commerzbank Aktiengesellschaft
business|16662|US|91904|1|AstraZeneca Pharmaceuticals LP
business|16730|CA|5632|0|Royal Bank of Canada
business|16780|CL|196608|0|Banco Santander
business|16868|US|66560|0|Praxair Inc
business|1696|US|5888|0|Citigroup Inc.
business|17052|US|98304|0|Target Corporation
business|17168|US|3072|0|Thomson Reuters U.S. LLC
business|17350|US|8960|256|Moody's Corp.
business|1747|US|49920|0|IBM
business|1766|US|1461504|1024|Exxon Mobil Corporation
business|18071|JP|514304|0|Panasonic Information Systems Co., Ltd
business|1856|US|88832|0|Raytheon BBN Technologies Corp.
business|1906|US|833792|0|Northrop Grumman
business|19113|US|18688|0|Duke Energy Corporation
business|19236|US|2560|256|Steelcase, Inc.
business|1932|US|65536|0|Consolidated Edison Co. of New York, Inc.
business|19510|US|19456|4097|HUMANA
business|196|US|132608|0|The Boeing Company
business|197636|AT|16384|1|UniCredit Services GmbH
business|198987|UA|256|0|Astound Commerce LLC
business|19925|CA|65536|0|Sunnybrook Health Sciences Centre
business|202116|SE|75264|131072|Scania CV AB
business|203689|PL|1536|0|METLIFE SERVICES Sp. z o.o.
business|204011|SA|1024|0|Saudi Aramco Total Refining and Petrochemical Co.
business|20426|US|130816|0|PriceWaterhouseCoopers, LLP
business|20478|US|131072|0|General Mills
business|2047|SG|360704|126976|Hoffmann - La Roche Ltd.
business|20617|FR|102656|0|BNP PARIBAS S.A.
business|206618|DE|97792|64|Volkswagen AG
business|206720|FR|69120|65520|AIRBUS SAS
business|20705|GB|11264|36|HSBC Bank plc
business|207441|NO|131072|0|NORSK HYDRO ASA
business|20765|DE|79616|524280|Henkel AG & Co KGaA
business|20868|CH|301824|0|ABB Information Systems Ltd
business|208697|GB|1280|0|Kellogg Management Services (Europe) Limited
business|211483|DE|1280|65536|Continental AG
business|21188|GB|14080|0|Unilever PLC
business|21272|FR|1280|0|Danone SA
business|216134|DE|223744|524288|ZF Friedrichshafen AG
business|216168|DE|41984|0|rwe-asn RWE Supply & Trading GMBH
business|2165|US|55296|4|HP Inc.
business|21693|US|134400|65536|Xcel Energy Inc.
business|22089|US|65792|0|Hallmark Cards Inc.
business|22093|US|131840|0|Cleveland Clinic Foundation
business|22460|US|269568|65536|PepsiCo, Inc.
business|22641|US|4096|0|Novo Nordisk Pharmaceutical, Inc.
business|22683|NL|32000|1|Koninklijke Philips N.V.
business|22697|US|33792|257|Roblox
business|22717|US|7680|0|Halliburton Company
business|22763|US|256|0|DUCKS UNLIMITED, INC.
business|23045|US|512|0|Kohler Co.
business|23049|US|1536|0|Ecolab, Inc.
business|23074|BR|65536|65536|PETROLEO BRASILEIRO S.A. - PETROBRAS
business|25031|CH|3584|0|Novartis AG
business|25252|SE|198656|524288|Volvo Information Technology AB
business|2526|JP|65536|0|Global Solution 2nd Office. IT Strategy & Digital Integration Division. Hitachi
business|25413|NL|68608|524288|ASML Netherlands B.V.
business|25432|DE|4096|65536|Infineon Technologies AG
business|26280|US|4096|0|Polaris Industries, Inc.
business|26324|US|3840|4|GARMIN INTERNATIONAL INC.
business|26380|US|16128|5|MasterCard Technologies LLC
business|26577|US|278272|0|BAE Systems Inc.
business|26685|US|5632|0|Franklin Resources
business|26944|US|65280|1|RE AMERICA SERVICES - Munich Reinsurance America, Inc.
business|26960|US|9728|0|MICHELIN NORTH AMERICA
business|27271|US|1024|0|United Rentals (North America), Inc.
business|27363|CH|512|0|Swiss Re America Holding Corporation
business|27730|AR|1280|1|BBVA Banco Frances SA
business|28243|BR|4096|0|FCA FIAT CHRYSLER AUTOMOVEIS BRASIL LTDA
business|28680|SE|1792|524288|IKEA IT AB
business|29356|CH|16896|0|Nestle Operational Services Worldwide SA
business|29826|US|9216|0|John Hancock Life Insurance Company (U.S.A.)
business|30070|US|65792|1|The Hershey Company
business|30120|US|1024|1|Sempra Global
business|30337|US|53248|0|Deloitte Services LP
business|30383|US|1086720|65541|General Motors LLC
business|30678|US|3584|0|State Farm Mutual  Automobile Insurance Company
business|31584|NL|1024|0|Akzo Nobel Nederland B.V.
business|31747|US|6912|0|BlackRock Financial Management, Inc.
business|31869|US|4096|1|LL Bean
business|32577|US|65536|65536|The Kroger Co.
business|32701|US|14336|0|The Vanguard Group, Inc.
business|32853|US|256|0|Denso Manufacturing, Tennessee, Inc.
business|3299|FR|6656|0|Societe Generale S.A.
business|33619|IN|20224|0|Advanced Micro Devices, Inc.
business|3379|US|192512|65536|Kaiser Foundation Health Plan, Inc.
business|33814|DE|2048|65536|Rolls-Royce Power Systems AG
business|33848|DE|79872|51|Dr. Ing. h.c. F. Porsche AG
business|3455|US|42496|0|Liberty Mutual Group
business|35039|DE|85248|69632|SAP SE
business|3571|US|131584|0|Ernst & Young LLP
business|3573|NL|173824|196517|Accenture LLP
business|3587|US|57856|0|American Airlines Incorporated
business|3614|US|131840|156|Dell, Inc.
business|36291|US|197888|0|Sanofi
business|36488|US|768|0|Southwest Airlines Co.
business|36712|US|68864|0|United Airlines, Inc.
business|38529|IN|16384|65536|Reliance Industries Limited
business|38816|NL|259584|65537|Shell Information Technology International B.V.
business|3902|US|1024|0|GlaxoSmithKline
business|39060|GB|2048|0|Sainsbury's Supermarkets Ltd
business|3911|US|65792|256|Micron Technology, Inc.
business|394161|US|44544|10|Tesla Motors, Inc.
business|394841|US|4096|0|CoBank
business|394974|US|1024|0|Walmart Canada Corporation
business|395366|US|8448|0|McKinsey & Company, Inc.
business|395484|US|256|0|Petco
business|396037|US|58368|4096|Honeywell International Inc.
business|39722|UA|256|0|PJSC Carlsberg Ukraine
business|398284|US|1024|0|Lufthansa Aviation Training USA, Inc
business|398833|CA|7168|0|Bombardier Inc.
business|39946|US|256|0|Chick-Fil-A, Inc
business|399480|US|4608|0|Texas Instruments Incorporated
business|399610|US|42496|0|HEWLETT PACKARD ENTERPRISE COMPANY
business|400225|US|768|0|Nordson Corporation
business|400895|US|256|0|Samsung Electronics America, Inc.
business|401166|US|512|0|Jabil
business|41707|DK|8192|0|A.P. MOLLER - MAERSK A/S
business|42175|NO|131328|1|Equinor ASA
business|4243|US|307712|0|Wells Fargo Bank, N.A.
business|4249|US|5865728|0|Eli Lilly and Company
business|42650|IT|1024|0|Pirelli & C. S.p.A.
business|45008|GB|67328|65536|American Express Travel Related Services Company, Inc
business|4543|US|57088|0|The New York Times Company
business|45551|VN|256|0|HEINEKEN VIETNAM BREWERY LIMITED COMPANY
business|46453|US|66560|0|Abbott Laboratories
business|4917|US|8192|0|AMDOCS Inc.
business|49758|GB|81920|0|Lloyds Banking Group PLC
business|4983|US|836864|0|Intel Corporation
business|50323|DK|65280|524288|LEGO System A/S
business|5049|CA|225280|0|Morgan Stanley Group Inc.
business|521|US|16907776|254|Ford Motor Company
business|54535|US|15616|0|Nike, Inc.
business|56440|DE|1536|524031|adidas AG
business|57210|LI|2304|65536|thyssenkrupp Presta AG
business|57839|FR|4096|2|CARREFOUR SYSTEMES D'INFORMATION
business|59345|US|768|0|CME Group Singapore Operations Pte Ldt.
business|59785|DE|7168|65536|Coca-Cola Europacific Partners Deutschland GmbH
business|6075|US|51968|0|Lockheed Martin Corporation
business|613|US|393728|65536|BP America, Inc.
business|6195|US|322304|0|The Goldman Sachs Group, Inc.
business|62043|ES|1280|0|REPSOL S.A.
business|6253|US|8713216|0|The Prudential Insurance Company of America
business|62566|US|7936|0|Starbucks Coffee Company
business|62679|CA|512|0|Shopify, Inc.
business|6289|US|328192|0|American Honda Motor Company, Inc.
business|62928|US|1536|0|LVMH MOET HENNESSY LOUIS VUITTON
business|6303|US|132352|0|Barclays Capital
business|6566|US|4096|0|T. Rowe Price
business|6569|US|196864|0|Nationwide Mutual Insurance Company
business|6646|US|16384|0|Aetna, Inc.
business|6949|US|26624|0|Charles Schwab & Co., Inc.
business|7054|US|2817792|4096|Merck and Co., Inc.
business|714|US|16920064|262106|Apple Inc.
business|7227|US|85760|0|KPMG LLP
business|7246|US|198144|9|Bristol-Myers Squibb Company
business|72|US|1152256|0|Schlumberger Limited
business|7310|US|1280|0|Gartner Group
business|7355|US|65536|0|Mitsubishi Electric ITA (HSL)
business|7687|JP|200960|0|TOYOTA SYSTEMS CORPORATION
business|7726|US|534272|135170|FedEx Internet Technologies Corporation
business|7734|CA|18432|0|Toronto Dominion Bank
business|7743|US|67328|10|JPMorgan Chase & Co.
business|7792|US|1008128|0|3M Company
business|7862|US|67840|12288|Chevron Corporation
business|7876|US|2048|0|Dominion Energy Services, Inc.
business|8137|US|8448|0|Disney Worldwide Services, Inc.
business|8211|NL|4608|416|Cooperatieve Rabobank U.A.
business|8217|IT|131072|0|ENI S.p.A.
business|8373|DE|12288|4|Deutsche Bank AG
business|8528|FR|70400|2|RENAULT SAS
business|8590|DE|16384|33|Bayerische Motoren Werke Aktiengesellschaft
business|8640|CH|78848|0|Zurich Insurance Company AG
business|8803|CH|330240|524288|Migros-Genossenschafts-Bund
business|8883|CH|456192|524265|UBS AG
business|9159|FR|262656|0|Credit Agricole SA
business|9183|DE|128256|65535|Robert Bosch Gesellschaft mit Beschraenkter Haftung
education|10148|AU|79360|0|University of Melbourne
education|10755|US|65536|65536|Dartmouth College
education|11078|US|65792|4097|Brown University
education|1312|US|143104|40|Virginia Polytechnic Institute and State Univ.
education|13371|US|151808|18|Duke University
education|14|US|208896|65536|Columbia University
education|15318|CA|82944|1|McGill University
education|15496|FI|65536|0|Aalto University
education|159|US|198656|1|Ohio State University
education|1742|US|199680|69633|Harvard University
education|17956|JP|65536|0|WASEDA University
education|17|US|233728|65295|Purdue University
education|18|US|299520|0|University of Texas at Austin
education|1970|US|132352|131344|Texas A&M University
education|21704|US|66048|0|New York City Board of Education
education|21984|US|65536|1|Fairfax County Public Schools
education|22834|US|65536|65536|Boston College
education|23237|CA|66048|1|McMaster University
education|239|CA|402688|16842752|University of Toronto
education|2501|JP|200704|65536|The University of Tokyo
education|2504|JP|132096|0|Kyoto University
education|262441|BR|16384|256|Fund. Vale do Taquari de Educ. e Desenvolv. Social
education|2637|US|197632|65538|Georgia Institute of Technology
education|2698|US|87552|256|Iowa State University of Science and Technology
education|26|US|197376|16|Cornell University
education|278|MX|131584|65549|Universidad Nacional Autonoma de Mexico
education|2834|SE|58368|0|Uppsala University
education|2846|SE|66048|0|Lund University
education|28571|BR|162816|65536|UNIVERSIDADE DE SAO PAULO
education|2920|US|180992|0|Los Angeles County Office of Education
education|30193|US|16384|0|Los Angeles Unified School District
education|31983|CA|65536|0|Queen's University
education|32|US|329728|65537|Stanford University
education|34878|DE|200704|262160|Karlsruhe Institute of Technology
education|36375|US|826240|131071|University of Michigan
education|36982|ZA|136192|24|University of Cape Town
education|38635|JP|131072|2|Keio University
education|3999|US|443904|0|The Pennsylvania State University
education|3|US|1836800|127039|Massachusetts Institute of Technology
education|47610|DE|265216|524291|RWTH Aachen University
education|513|CH|354816|131072|CERN - European Organization for Nuclear Research
education|553|DE|2110208|1114096|Universitaet Stuttgart
education|56132|AU|236288|65536|Monash University
education|679|AT|132352|65536|Technische Universitat Wien
education|7472|SG|65024|0|National University of Singapore
education|88|US|137472|4097|Princeton University
education|8|US|462592|65536|Rice University
education|9431|NZ|66048|3|The University of Auckland
education|9452|KR|54016|0|Korea University
education|9488|KR|129024|0|Seoul National University
education|9|US|133632|65535|Carnegie Mellon University
government|10754|US|133632|0|Federal Reserve Board
government|11663|US|392704|4096|State of Utah
government|11985|US|18688|65536|Social Security Administration
government|13990|US|23616|0|County of Orange
government|14836|CA|70144|0|City of Toronto
government|15147|US|15104|65536|DEPARTMENT OF HOMELAND SECURITY
government|16502|US|12288|0|City of Phoenix
government|17147|CL|65536|65536|Ministerio del Interior y de Seguridad Publica - Gobierno de Chile
government|1798|US|219392|196864|State of Oregon
government|1998|US|230912|65536|State of Minnesota
government|1999|US|197632|4|U.S. House of Representatives
government|203665|GB|16778208|536870906|UK Ministry of Defence
government|2048|US|272160|0|State of Louisiana Office of Technology Services
government|206353|AT|256|0|Bundesamt fur Eich und Vermessungswesen
government|21331|NO|65536|524288|Oslo kommune, Utviklings- og kompetanseetaten
government|22252|US|194304|0|The City of New York
government|24561|AU|63232|0|WA Police
government|270|US|2119424|0|National Aeronautics and Space Administration
government|27370|US|70144|0|City of Boston
government|28629|BR|4096|1|SENADO FEDERAL
government|29263|NL|4096|65536|Gemeente Den Haag
government|29992|US|453376|285212672|Department of Veterans Affairs
government|30313|US|8192|3|Internal Revenue Service
government|30397|US|0|4096|City of Dallas
government|32457|US|3840|1|City of Houston
government|33614|US|69376|0|City of San Diego
government|3401|US|2048|0|City of Seattle, Dept. of Admin. Services
government|3527|US|332032|16777244|National Institutes of Health
government|3633|CA|906240|0|Province of British Columbia
government|3635|US|256|16|U.S. Department of Commerce, Bureau of Economic Analysis
government|377|US|203520|4096|Sandia National Laboratories
government|38956|SE|66048|1|Uppsala Kommun
government|3923|US|67840|2|Federal Aviation Administration
government|393759|US|4864|0|City of Austin, Texas
government|394534|US|66560|0|City of Chicago
government|401174|US|3072|65536|State of California, Department of Technology
government|401851|US|63488|0|County of San Diego
government|4155|US|3147776|16777216|USDA
government|42848|LU|327680|65536|European Commission
government|43375|LU|65280|65536|EUROPEAN PARLIAMENT
government|4454|US|260864|0|State of Tennessee
government|46286|US|2048|0|Cook County
government|46520|US|65536|0|California Department of Justice
government|49324|GB|8192|0|Nottingham City Council
government|50588|FR|1280|524288|MINISTERE DE L'EUROPE ET DES AFFAIRES ETRANGERES
government|50|US|133632|16|Oak Ridge National Laboratory
government|5110|CA|1536|0|City of Vancouver
government|55759|NZ|5120|65536|Ministry of Foreign Affairs and Trade
government|5774|US|3080704|65536|United States Postal Service
government|6527|US|230400|0|Commonwealth of Massachusetts
government|68|US|328704|255|Los Alamos National Laboratory
government|6966|US|131072|0|U.S. Department of State
government|749|US|222894592|0|United States Department of Defense (DoD)
hosting|12824|PL|204800|524288|home.pl S.A.
hosting|131965|JP|165120|65536|Xserver Inc.
hosting|13335|DE|1615360|2389283|Cloudflare, Inc.
hosting|13649|US|506624|656129|Flexential Colorado Corp.
hosting|136787|US|360448|259|PacketHub S.A.
hosting|14061|US|3183616|269|DigitalOcean, LLC
hosting|15817|DE|35072|524287|Robert Meyer trading as "Mittwald CM Service GmbH & Co. KG"
hosting|15830|NL|1517568|5925738|Equinix (EMEA) Acquisition Enterprises B.V.
hosting|16276|FR|4627456|261140|OVH SAS
hosting|16509|GB|156651392|62462945|Amazon.com, Inc.
hosting|17378|US|847616|3|TierPoint, LLC
hosting|19318|US|177408|7536917|Interserver, Inc
hosting|19551|US|229376|343|Incapsula Inc
hosting|197540|DE|190976|589731|netcup GmbH
hosting|199156|AT|0|1|StackPath LLC
hosting|199524|US|143616|2212|G-Core Labs S.A.
hosting|202053|NL|76032|983044|UpCloud Ltd
hosting|203532|FR|10240|278|Thales Cloud Securise SAS
hosting|20473|US|1499392|8549675|The Constant Company, LLC
hosting|20940|JP|7927488|16968936|Akamai International B.V.
hosting|212238|US|995584|77097059|Datacamp Limited
hosting|214611|DE|16384|0|Google Cloud EMEA Ltd
hosting|216025|SE|256|65536|Mullvad VPN AB
hosting|22616|US|525056|8967|ZSCALER, INC.
hosting|22822|GB|16384|131063|Limelight Networks, Inc.
hosting|24940|DE|3238144|1703942|Hetzner Online GmbH
hosting|24971|CZ|58240|1377283|MasterDC s.r.o.
hosting|26347|US|172032|65535|New Dream Network, LLC
hosting|26496|US|612096|130854|GoDaddy.com, LLC
hosting|29066|DE|215552|917504|velia.net Internetdienste GmbH
hosting|29222|CH|94208|196608|Infomaniak Network SA
hosting|29447|IT|720896|303104|SCALEWAY S.A.S.
hosting|29691|CH|29440|589825|Nine Internet Solutions AG
hosting|29802|US|506944|349585|HIVELOCITY, Inc.
hosting|31034|IT|282368|458752|Aruba S.p.A.
hosting|31898|US|5165056|803805|Oracle Corporation
hosting|32244|US|250368|12290|Liquid Web, L.L.C
hosting|33070|US|799488|65536|Rackspace Hosting
hosting|35908|US|195584|131072|Krypt Technologies
hosting|36351|US|3628800|74506|IBM Cloud
hosting|37963|CN|16888832|67567616|Hangzhou Alibaba Advertising Co.,Ltd.
hosting|39351|SE|17408|262163|31173 Services AB
hosting|396982|US|19948544|2724788|Google LLC
hosting|400958|US|512|257|Vultric Hosting
hosting|40676|US|196608|500049|Psychz Networks
hosting|43350|GB|58624|684298|NForce Entertainment B.V.
hosting|45090|CN|6907392|0|Shenzhen Tencent Computer Systems Company Limited
hosting|47583|BR|1213184|321|Hostinger International Limited
hosting|48337|US|768|1|Linode, LLC
hosting|49505|RU|457728|2228737|JSC Selectel
hosting|50673|NL|59136|2818043|Serverius Holding B.V.
hosting|51167|DE|480768|655363|Contabo GmbH
hosting|53667|US|36352|1842444|FranTech Solutions
hosting|54113|CZ|360960|98996|Fastly, Inc.
hosting|55293|US|90368|0|A2 Hosting, Inc.
hosting|60729|DE|768|263|Stiftung Erneuerbare Freiheit
hosting|60781|NL|428800|17408393|LeaseWeb Netherlands B.V.
hosting|61157|DE|387328|2424833|PlusServer GmbH
hosting|6724|DE|100608|446463|Strato AG
hosting|7506|JP|261888|5|GMO Internet Group, Inc.
hosting|7684|JP|368640|65536|SAKURA Internet Inc.
hosting|7979|NL|504064|2031873|Servers.com, Inc.
hosting|8075|CA|80754944|9247164|Microsoft Corporation
hosting|8100|US|1280|4101|QuadraNet Enterprises LLC
hosting|8315|NL|122368|1114110|WorldStream B.V.
hosting|8560|AT|772608|3014670|IONOS SE
hosting|9009|RO|1544704|5048224|M247 Europe SRL
hosting|9123|RU|227840|1048572|JSC "TIMEWEB"
mobile|12714|RU|1186816|131072|PJSC MegaFon
mobile|138384|JP|420864|16777216|Rakuten Mobile, Inc.
mobile|15796|CH|98304|524288|Salt Mobile SA
mobile|15895|UA|940800|131072|"Kyivstar" PJSC
mobile|16135|TR|1942528|65536|TURKCELL ILETISIM HIZMETLERI A.S.
mobile|206067|GB|529152|164610|Hutchison 3G UK Limited
mobile|21928|US|14050048|1048592|T-Mobile USA, Inc.
mobile|25255|AT|575232|524544|Hutchison Drei Austria GmbH
mobile|29465|NG|605184|65536|MTN NIGERIA Communication limited
mobile|29975|ZA|1812480|0|Vodacom
mobile|33771|KE|1754368|65537|Safaricom Limited
mobile|44034|SE|1007616|524288|Hi3G Access AB
mobile|45609|IN|3901696|28544|Bharti Airtel Limited
mobile|51207|FR|1058816|524288|Free Mobile SAS
mobile|8374|PL|422656|1114112|Polkomtel Sp. z o.o.
mobile|8402|RU|1926656|589824|PJSC "Vimpelcom"
mobile|9141|PL|1612288|2162688|P4 Sp. z o.o.
mobile|9605|JP|2534912|91352|NTT DOCOMO, INC.
mobile|9644|KR|7109632|131072|SK Telecom
mobile|9808|CN|17835264|261877151|China Mobile
`;

export const ownerSample: (Network & { kind: string })[] = lines
  .trim()
  .split('\n')
  .map((line) => {
    const [kind = '', asn, country = '', addresses, sites, owner = ''] = line.split('|');
    return {
      kind,
      asn: Number(asn),
      country,
      addresses: Number(addresses),
      sites: Number(sites),
      owner,
    };
  });
