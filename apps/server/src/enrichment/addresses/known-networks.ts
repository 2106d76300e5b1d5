/*
 * Networks whose kind the rules of connection-kind.ts would get wrong: the largest of all, judged one by one, and
 * providers of hosting with an unremarkable name. Of the latter, most are those that two public lists agree on:
 * https://github.com/brianhama/bad-asn-list and https://github.com/X4BNet/lists_vpn, both MIT. A line is the number
 * of the autonomous system, and its owner for the reader.
 */
import type { ConnectionKind } from './address-facts.ts';

const business = `
35 The MITRE Corporation
72 Schlumberger Limited
82 Attachmate Corp.
109 CISCO SYSTEMS, INC.
122 UPMC
158 Ericsson Inc.
243 L3Harris Technologies, Inc.
521 Ford Motor Company
613 BP America, Inc.
714 Apple Inc.
1341 Rockwell Collins, Inc.
1766 Exxon Mobil Corporation
1906 Northrop Grumman
1958 NCR Corporation
2021 Unisys Corporation
2047 Hoffmann - La Roche Ltd.
2571 DHL Information Services (Europe) s.r.o
3576 Hodgson Russ LLP
3585 TE Connectivity Corporation
4195 D. E. Shaw & Co. LP
4249 Eli Lilly and Company
4309 FRMCO - FMR LLC
4546 S&P Global Inc.
4983 Intel Corporation
5088 FOX CORPORATION
6071 Unisys Corporation
6185 Apple Inc.
6195 The Goldman Sachs Group, Inc.
6253 The Prudential Insurance Company of America
6289 American Honda Motor Company, Inc.
7054 Merck and Co., Inc.
7105 Dow Jones & Company, Inc.
7127 Southern California Edison
7726 FedEx Internet Technologies Corporation
7792 3M Company
7926 Fair Isaac and Company
8011 MongoDB, Inc.
8147 Ericsson Inc.
8729 Credit Suisse Group
8803 Migros-Genossenschafts-Bund
8883 UBS AG
9159 Credit Agricole SA
10264 Scotia Capital Inc.
10310 Oath Holdings Inc.
10361 Bloomberg, LP
10406 Tektronix, Inc.
10455 Nokia of America Corporation
10695 Wal-Mart Stores, Inc.
10801 REGIONS FINANCIAL CORPORATION
10967 The Home Depot Inc.
10982 TiVo, Inc.
11003 The Procter and Gamble Company
11106 Wolfram Research, Inc.
11198 Schneider Electric IT Corporation
11790 Random House, Inc.
12022 OneMain Holdings, Inc
12291 Deutsche Post AG
12422 Evonik Industries AG
13322 FMR LLC
13414 Twitter Inc.
13607 Intuitive Surgical Operations, Inc.
13806 NCR Corporation
13893 Enterprise Holdings, Inc.
14010 Jack Henry & Associates, Inc.
14161 Land O'Lakes, Inc.
14340 Salesforce.com, Inc.
14437 C&S WHOLESALE GROCERS INC.
14499 ALORICA INC
14652 COSTAR GROUP Inc.
14898 Office Depot, LLC
14962 NCR Corporation
15084 Concentrix CVG Corporation
15106 Lennox International Inc.
16236 PSA AUTOMOBILES SA
16667 MGM Resorts International Operations, Inc.
16677 AutoZone Inc
16746 CenterPoint Energy, Inc.
16761 Tenneco Inc.
16839 SERVICENOW, INC.
16875 AON Corporation
16987 UHAUL INTERNATIONAL, INC.
17161 Marsh Inc.
17166 Travelers Property Casualty Corp.
18071 Panasonic Information Systems Co., Ltd
18676 Avaya Inc.
18862 Omnicare, Inc.
19137 Epsilon Interactive LLC
19254 Koch Industries, Inc.
19353 Trans Union, LLC
19443 Staples, Inc
19524 Comerica Incorporated
19555 Kinder Morgan, Inc.
19648 Corporation of the Presiding Bishop of the Church of Jesus Christ of Latter-Day
19690 Hyatt Corporation
19773 Motorola, Inc.
19820 Ball Corporation
20149 NHL Enterprises, Inc.
20249 Jefferies LLC
20258 Analog Devices, Inc.
20868 ABB Information Systems Ltd
21680 Empower Retirement, LLC
21735 Gannett Co. Inc.
22024 Splunk, Inc.
22390 XEROX CORPORATION
22460 PepsiCo, Inc.
22463 CDK Global, LLC
22556 Blackboard Inc.
22807 CINEMARK USA, INC
22843 Proofpoint, Inc.
25746 Unisys Corporation
25844 Skadden, Arps, Slate, Meagher & Flom LLP
26276 The Timken Company
26577 BAE Systems Inc.
26662 XEROX CORPORATION
26844 Pactiv LLC
27205 IHS Global, Inc.
27283 Raymond James Financial, Inc.
27324 Canadian Broadcasting Corporation
27365 Cengage Learning Inc
27460 LANXESS Corporation
30409 SNC-Lavalin, Inc.
30598 Carnival Corporation
31399 Mercedes-Benz Group AG
31890 Rocket Limited Partnership
32513 BATTELLE MEMORIAL INSTITUTE
32563 Canadian Broadcasting Corporation
32667 7-Eleven, Inc.
32912 Publix Super Markets, Inc.
32927 Cleco Corporation
33873 Arvato Systems GmbH
35917 Tesoro Companies, Inc.
35928 BECKMAN COULTER, INC.
36092 Centene Corporation
36459 GitHub, Inc.
36646 Oath Holdings Inc.
36647 Oath Holdings Inc.
38816 Shell Information Technology International B.V.
39960 Barnes & Noble Inc.
40526 Gap, Inc. Direct
40923 FMR LLC
46269 Kronos Inc.
46342 Arthur J. Gallagher & Co.
53736 Nutanix
54115 Facebook Inc
131932 JR East Information Systems Company
197425 Saab AB
202893 Lighting-INTERNET Signify Holding B.V.
209502 Electricite de France SA
216134 ZF Friedrichshafen AG
395266 Keysight Technologies, Inc
395959 XEROX CORPORATION
396417 Salesforce, Inc.
`;

const government = `
127 Jet Propulsion Laboratory
306 DoD Network Information Center
357 DoD Network Information Center
361 DoD Network Information Center
367 DoD Network Information Center
637 DoD Network Information Center
647 DoD Network Information Center
721 DoD Network Information Center
1540 Headquarters, USAISC
1761 General Services Commission
2665 Shared Services Canada
3766 Shared Services Canada
4010 Headquarters, USAISC
5852 DoD Network Information Center
5972 DoD Network Information Center
14298 Environmental Protection Agency
19399 Region Stockholm
27046 DoD Network Information Center
27064 DoD Network Information Center
37937 China eGovNet Information Center
42952 NHS England
393952 Service Alberta
`;

const education = `
1237 KISTI
7497 CNIC-CAS
20312 Fundacion Centro Nacional de Innovacion Tecnologica (CENIT)
`;

/** Also carriers whose customers are on fixed lines as well as mobile, and networks of research and education. */
const accessProvider = `
137 Consortium GARR
224 SIKT - KUNNSKAPSSEKTORENS TJENESTELEVERANDOR
559 SWITCH
680 Verein zur Foerderung eines Deutschen Forschungsnetzes e.V.
786 Jisc Services Limited
1101 SURF B.V.
1103 SURF B.V.
1221 Telstra Limited
1257 Tele2 Sverige AB
1273 Vodafone Group PLC
1835 Forskningsnettet - Danish network for Research and Education
1916 Rede Nacional de Ensino e Pesquisa
1930 Fundacao para a Ciencia e a Tecnologia, I.P.
1955 KIFU (Governmental Info Tech Development Agency)
2200 Renater
2497 Internet Initiative Japan Inc.
2607 Zdruzenie pouzivatelov Slovenskej akademickej datovej siete
2614 Agentia de Administrare a Retelei Nationale de Informatica pentru Educatie si C
2828 Verizon Business
2852 CESNET z.s.p.o.
2907 Research Organization of Information and Systems, National Institute of Informa
3209 Vodafone GmbH
3329 VODAFONE-PANAFON HELLENIC TELECOMMUNICATIONS COMPANY SA
4538 China Education and Research Network Center
4694 IDC Frontier Inc.
5378 Vodafone Limited
6730 Sunrise GmbH
6739 VODAFONE ONO, S.A.
6908 Six Degrees Technology Group Limited
7018 AT&T Enterprises, LLC
7545 TPG Internet Pty Ltd
7633 Software Technology Parks of India - Bangalore
8015 US Signal Company, L.L.C.
8220 COLT Technology Services Group Limited
8308 NAUKOWA I AKADEMICKA SIEC KOMPUTEROWA - PANSTWOWY INSTYTUT BADAWCZY
8551 Bezeq International Ltd.
8676 PRT Systems Limited
11686 Zayo Bandwidth
12083 WideOpenWest Finance LLC
12302 Vodafone Romania S.A.
12353 Vodafone Portugal - Communicacoes Pessoais S.A.
12430 VODAFONE ESPANA S.A.U.
12816 Leibniz-Rechenzentrum
13041 Consorci de Serveis Universitaris de Catalunya
14593 Space Exploration Technologies Corporation
16019 Vodafone Czech Republic a.s.
16591 Google Fiber Inc.
23910 China Next Generation Internet CERNET2
24364 CERNET2 IX at Shanghai Jiaotong University
26554 US Signal Company, L.L.C.
30036 Mediacom Communications Corp
30722 Vodafone Italia S.p.A.
33363 Charter Communications, Inc
33915 Vodafone Libertel B.V.
45528 Tikona Infinet Ltd.
54858 Wave Broadband
`;

/** Also where the large companies of the web fetch pages from, and proxies between a company and the web. */
const hosting = `
2635 Automattic, Inc
3223 Voxility LLP
5577 root SA
6870 RECONN LLC
7349 TierPoint, LLC
7506 GMO Internet Group, Inc.
7850 Tarakona Networks, LLC
8001 Cologix, Inc
8075 Microsoft Corporation
8455 atom86 BV
9123 JSC "TIMEWEB"
9166 Cegeka NV
9370 SAKURA Internet Inc.
10207 Intervolve Pty Ltd
10297 eNET Inc.
10439 CariNet, Inc.
11320 LightEdge Solutions
11377 SendGrid, Inc.
11588 Lambda
11831 eSecureData
11878 tzulo, inc.
12637 SEEWEB s.r.l.
12824 home.pl S.A.
13213 UK-2 Limited
13335 Cloudflare, Inc.
13445 Cisco Webex LLC
13649 Flexential Colorado Corp.
13768 Aptum Technologies
13926 Strong Technology, LLC.
14127 Iland Internet Solutions Corporation
14618 Amazon.com, Inc.
14992 NewtekOne, Inc.
15083 Infolink Global Corporation
15169 Google LLC
15626 GREEN FLOID LLC
15967 Nazwa.pl Sp.z.o.o.
16262 Datacheap LLC
16509 Amazon.com, Inc.
16628 DedFiberCo
17054 Expedient
17216 DC74 LLC
17378 TierPoint, LLC
17561 Larus Limited
18120 Gemini Software Solutions (P) Limited
18450 WebNX, Inc.
18978 Enzu Inc
19084 ColoUp
19281 Quad9
19531 Nodes Direct
19551 Incapsula Inc
19624 Data Room, Inc
19844 SBA Edge, LLC
19871 Network Solutions, LLC
20021 Ntirety, Inc.
20264 Webair Internet Development Company Inc.
20473 The Constant Company, LLC
20598 Autonomous System number for Cyber Space,
20692 Matthias Rojahn
20738 Heart Internet limited
21100 GREEN FLOID LLC
21159 NovoServe B.V.
22205 DataPipe, Inc.
22363 Powerhouse Management, Inc.
22552 eSited Solutions
22616 ZSCALER, INC.
22781 Strong Technology, LLC.
22903 Databank Holdings, Ltd
23033 Wowrack.com
23342 Unitedlayer, Inc.
23352 DEFT.COM
23470 ReliableSite.Net LLC
24482 SG.GS
24768 ALMOUROLTEC SERVICOS DE INFORMATICA E INTERNET LDA
24806 INTERNET CZ, a.s.
24875 NovoServe B.V.
24961 WIIT AG
24971 MasterDC s.r.o.
25379 PEKITEL Ltd.
26347 New Dream Network, LLC
26383 Baxet Group Inc.
26978 Quality Technology Services, LLC
27257 Webair Internet Development Company Inc.
29066 velia.net Internetdienste GmbH
29182 JSC IOT
29550 Team Blue Carrier Limited
29691 Nine Internet Solutions AG
29748 Quality Technology Services, LLC
29802 HIVELOCITY, Inc.
30083 velia.net
30103 Zoom Video Communications, Inc
30475 Handy Networks, LLC
30693 Eonix Corporation
30893 No ACK Group Holding AB
30900 Sternforth Ltd. trading as WebWorld
30998 NAL-AS
31034 Aruba S.p.A.
31103 Keyweb AG
31898 Oracle Corporation
32097 WholeSale Internet, Inc.
32181 GigeNET
32244 Liquid Web, L.L.C
32489 Amanah Tech Inc.
32780 Hosting Services, Inc.
32934 Facebook, Inc.
33083 AxcelX Technologies LLC
33302 Data102
33387 Nocix, LLC
33480 Web Werks
33517 Oracle Corporation
33569 ALLHOSTSHOP.COM
33696 NextArray LLC.
33724 VOLICO
33891 Core-Backbone GmbH
34305 Base IP B.V.
34432 dogado GmbH
34927 iFog GmbH
34989 ServeTheWorld AS
35048 Biterika Group LLC
35366 ISPpro Internet KG
35908 Krypt Technologies
35913 DediPath
35916 MULTACOM CORPORATION
35974 Quality Technology Services, LLC
36007 Kamatera, Inc.
36114 VegasNAP, LLC
36236 NetActuate, Inc
36408 CDNetworks Inc.
36692 Cisco OpenDNS, LLC
37153 Xneelo (Pty) Ltd
38001 NewMedia Express Pte Ltd
39020 Comvive Servidores S.L.
39326 Syntura Group Limited
39351 31173 Services AB
39392 SH.cz s.r.o.
39572 DataWeb Global Group B.V.
40156 The Optimal Link Corporation
40244 Turnkey Internet Inc.
40715 Cologix, Inc
40819 Liquid Web, L.L.C
40861 Paradise Networks LLC
41653 Aqua Ray SAS
41665 Tekhnolohii Maibutnioho LLC
42160 DC STAR nv
42210 NetActuate Inc
42465 Forcepoint UK Limited
42695 Cleura AB
42699 axilaris GmbH
42708 GleSYS AB
42730 EVANZO e-commerce GmbH
43260 DGN TEKNOLOJI A.S.
43289 Trabia SRL
43317 SIA VEESP
43350 NForce Entertainment B.V.
44050 Petersburg Internet Network ltd.
44066 firstcolo GmbH
44477 AS44477
44803 Webdock.io ApS
44901 Belcloud LTD
45102 Alibaba (US) Technology Co., Ltd.
45470 8 To Infinity Pte Ltd
45815 ESDS Software Solution Limited.
46261 QuickPacket, LLC
46430 TELX INC.
46475 Limestone Networks, Inc.
46562 Performive LLC
46606 Unified Layer
46652 DigitalOcean, LLC
46664 VolumeDrive
46805 Angelnet Limited
46816 DirectSpace Networks, LLC.
47328 DigitalOne AG
47447 23M GmbH
49349 DOTSI LDA
49367 Seflow S.N.C. Di Marco Brame' & C.
49453 Global Layer B.V.
49532 Eonix Corporation
49544 i3D.net B.V
49581 Ferdinand Zink trading as Tube-Hosting
49949 Complior AB
50613 Advania Island ehf
51159 CT1 Technologies Ltd
51191 Core-Backbone GmbH
51395 Datasource AG
51852 Private Layer INC
52173 Sia Nano IT
53281 Computer Design & Integration LLC
53340 VegasNAP, LLC
53559 KST Networks
53597 Hoyos Consulting LLC
53667 FranTech Solutions
53755 Input Output Flood LLC
53889 WJY LLC
54203 Strong Technology, LLC.
54253 Oracle Corporation
54334 Swiftnode LLC
54455 MadeIT inc.
54489 CoreSpace, Inc.
54600 PEG TECH INC
55286 B2 Net Solutions Inc.
56630 Melbikomas UAB
56934 Zhemoedov Sergey Mihaylovich
57169 EDIS GmbH
57230 Aria Web Development LLC
57858 Angelnet Limited
58061 Scalaxy B.V.
58073 YISP B.V.
58305 SYN LTD
59349 GMO-Z.COM PTE. LTD.
59432 GINERNET S.L.
59729 GREEN FLOID LLC
60011 Mythic Beasts Ltd
60118 INVITE Systems SRL
60362 ALWAYSDATA SARL
60404 The Infrastructure Group B.V.
60485 Angelnet Limited
60505 Spokkie B.V.
60558 PHOENIX NAP, LLC.
60729 Stiftung Erneuerbare Freiheit
61147 Dstny Global Services NL B.V.
61317 Hivelocity Inc
62005 BlueVPS OU
62217 Vinters IT Ltd
62240 Clouvider Limited
62282 UAB Delska Lithuania
62310 axilaris GmbH
62370 Snel.com B.V.
62471 SupremeBytes, LLC
62540 Drake Holdings LLC
62904 Eonix Corporation
63119 Angelnet Limited
63293 Facebook, Inc.
64022 Kamatera, Inc.
64102 Oracle Corporation
64245 DigitalFyre Internet Solutions, LLC.
64286 LogicWeb Inc.
64484 Hexanode SARL
132070 Intervolve Pty Ltd
132779 RackBank Datacenters Private Ltd
132839 POWER LINE (HK) CO., LIMITED
133296 Web Werks India Pvt. Ltd.
134175 DingFeng XinHui(HongKong) Technology Limited
134451 NewMedia Express Pte Ltd
134548 DingFeng XinHui(HongKong) Technology Limited
136258 BrainStorm Network, Inc
136907 HUAWEI INTERNATIONAL PTE. LTD.
139341 ACEVILLE PTE.LTD.
197155 Artnet Sp. z o.o.
197328 GEOCOM LLC
197648 CLOUDLAYER8 LIMITED
198198 TELEFONICA GLOBAL SOLUTIONS SL
198375 INULOGIC SARL
199653 Aruba S.p.A.
199883 Aruba S.p.A.
200532 LLP "Kompaniya Hoster.KZ"
200651 FlokiNET ehf
200904 FOXCLOUD LLP
201011 Core-Backbone GmbH
202118 Luthfi Quartziosa Sulistiyo
202276 IBOSS, INC
202448 MVPS LTD
204601 Zomro B.V.
204957 GREEN FLOID LLC
205016 HERN Labs AB
206216 Advin Services LLC
208323 Foundation for Applied Privacy
208795 "Cloud Services Kazakhstan" LLP
208969 Biterika Group LLC
210329 Kamatera Inc
210558 1337 Services GmbH
210644 AEZA INTERNATIONAL LTD
210731 Forening for DotSrc
212861 Invermae Solutions SL
213010 Gening Nikita Dmitrievich
213887 WAIcore Ltd
214574 Biterika Group LLC
394256 Tech Futures Interactive Inc.
395089 Hextet Systems
396356 Latitude.sh
398343 Baxet Group Inc.
398355 Data Ideas llc.
`;

const lists: [ConnectionKind, string][] = [
  ['business', business],
  ['government', government],
  ['education', education],
  ['access_provider', accessProvider],
  ['hosting', hosting],
];

export const knownNetworks: ReadonlyMap<number, ConnectionKind> = new Map(
  lists.flatMap(([kind, lines]) =>
    Array.from(lines.matchAll(/^\d+/gm), ([asn]): [number, ConnectionKind] => [Number(asn), kind]),
  ),
);
