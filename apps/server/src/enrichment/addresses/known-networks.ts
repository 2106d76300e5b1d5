/*
 * Networks that the rules of connection-kind.ts misjudge: the largest of all, reviewed one by one, and those of
 * known-hosting-networks.ts. Each line: number of the autonomous system, and its owner for the reader.
 */
import type { ConnectionKind } from './address-facts.ts';
import { hostingNetworks } from './known-hosting-networks.ts';

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

/** Includes carriers with fixed-line as well as mobile customers, and research and education networks. */
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

/** Includes the crawlers of large web companies, and proxies between a company and the web. */
const lists: [ConnectionKind, string][] = [
  ['business', business],
  ['government', government],
  ['education', education],
  ['access_provider', accessProvider],
  ['hosting', hostingNetworks],
];

export const knownNetworks: ReadonlyMap<number, ConnectionKind> = new Map(
  lists.flatMap(([kind, lines]) =>
    Array.from(lines.matchAll(/^\d+/gm), ([asn]): [number, ConnectionKind] => [Number(asn), kind]),
  ),
);
