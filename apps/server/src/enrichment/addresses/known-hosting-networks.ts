/*
 * Hosting providers with an unremarkable name. Most are on two public lists:
 * https://github.com/brianhama/bad-asn-list and https://github.com/X4BNet/lists_vpn, both MIT. Each line: number of
 * the autonomous system, and its owner for the reader.
 */
export const hostingNetworks = `
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
