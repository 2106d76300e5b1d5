/**
 * Search engines: their hosts, and the URL parameters with the search term.
 *
 * Each line is: name | query parameters, "-" for none | hosts. A host includes its subdomains. "*" is any country's
 * ending, "=" excludes subdomains (portals), "?" requires a search term in the URL, and a path means URLs below it.
 *
 * Source: SearchEngines.yml of github.com/matomo-org/searchengine-and-social-list at 3b3a82d (2026-07-15), CC0-1.0,
 * condensed to hosts and parameters, without directories and mistyped addresses, with a few engines added.
 */
export const searchEngines = `
1und1 | q | search.1und1.de suche.1und1.de
1.cz | q | 1.cz
118 700 | q | 118700.se
123people | search_term | 123people.*
360 Search | q | ?so.360.cn ?so.com ?sou.com
Abacho | q | abacho.de abacho.com abacho.co.uk abacho.at abacho.fr abacho.es abacho.ch abacho.it
ABCsøk | q | abcsok.no
Acoon | begriff | acoon.de
Aguea | q | chercherfr.aguea.com
Alice Adsl | qs | rechercher.aliceadsl.fr
All.by | query | all.by
Allaverksamheter | What | allaverksamheter.se
Allesklar | words | allesklar.de allesklar.at allesklar.ch
AllTheInternet | q | alltheinternet.com
AllTheWeb | q | alltheweb.com
AlohaFind | q | alohafind.com
AltaVista | q | altavista.com altavista.de altavista.fr
AOL | q | de.aolsearch.com
AOL | query q | aolsearch.com
AOL | query q | search.aol.com search.aol.it aolsearch.aol.com aolrecherche.aol.fr aolrecherches.aol.fr aolimages.aol.fr recherche.aol.fr find.web.aol.com recherche.aol.ca aolsearch.aol.co.uk search.aol.co.uk sucheaol.aol.de suche.aol.de o2suche.aol.de suche.aolsvc.de aolbusqueda.aol.com.mx alicesuche.aol.de alicesuchet.aol.de suchet2.aol.de search.hp.my.aol.com.au search.hp.my.aol.de search.hp.my.aol.it search-intl.netscape.com
Apollo lv | q | apollo.lv/portal/search
Apollo7 | query | apollo7.de
Aport | r | sm.aport.ru
Arama | q | arama.com
Arcor | Keywords | ?=arcor.de
Arianna | query | arianna.libero.it arianna.com
Ask Toolbar | searchfor q | tb.ask.com
Ask | ask q searchfor | ask.com ask.reference.com askkids.com ask.co.uk ?qbyrd.com search-results.com searchqu.com
Atlas | q | searchatlas.centrum.cz
auone | q | search.auone.jp sp-search.auone.jp sp-image.search.auone.jp
Austronaut | q | austronaut.at
Avira SafeSearch | ask q searchfor | search.avira.com search.avira.net safesearch.avira.com
Babylon | q | search.babylon.com searchassist.babylon.com
Baidu | wd word kw | =baidu.com m.baidu.com =baidu.co.th zhidao.baidu.com tieba.baidu.com news.baidu.com
Biglobe | q | cgi.search.biglobe.ne.jp images.search.biglobe.ne.jp
Bing Images | q Q | bing.com/images/search
Bing | q Q | bing.com com.microsoft.bing ?msnbc.msn.com ?dizionario.it.msn.com ?enciclopedia.it.msn.com cc.bingj.com
blekko | q | blekko.com
Blogdigger | q | blogdigger.com
Blogpulse | query | blogpulse.com
Bluewin | searchTerm q | search.bluewin.ch
Brave | q | search.brave.com
Canoe.ca | q | ?=web.canoe.ca
Centrum | q | search.centrum.cz morfeo.centrum.cz
Charter | q | ?=charter.net
Claro Search | q | claro-search.com
Clix | question | pesquisa.clix.pt
Comcast | q | search.comcast.net
CompuServe | query | websearch.cs.com
Conduit.com | q | search.conduit.com
Crawler | q | crawler.com
Cuil | q | cuil.com
Cốc Cốc | query | coccoc.com
Daemon search | q | daemon-search.com
Dalesearch | q | dalesearch.com
DasOertliche | kw | dasoertliche.de
DasTelefonbuch | kw | dastelefonbuch.de
Daum | q | search.daum.net
Delfi EE | q | otsing.delfi.ee
Delfi LV | q | smart.delfi.lv
dir.com | req | fr.dir.com
DisconnectSearch | - | search.disconnect.me
DuckDuckGo | q | duckduckgo.com com.duckduckgo.mobile.android duckduckgogg42xjoc72x3sjasowoarfbgcmvfimaftt6twagswzczad.onion
Earthlink | q | search.earthlink.net
Ecosia | q | ecosia.org
El Mundo | q | ariadna.elmundo.es
Eniro | q search_word | =eniro.se
Entireweb | q | entireweb.com
eo | x_query | eo.st
EpicSearch.in | q | epicsearch.in
Eurip | q | eurip.com
Euroseek | string | euroseek.com
Everyclick | keyword | everyclick.com
Exalead | q | exalead.fr exalead.com
Excite | q | search.excite.it search.excite.fr search.excite.de search.excite.co.uk search.excite.es search.excite.nl msxml.excite.com
Excite | search | ?=excite.co.jp
Fast Browser Search | q | fastbrowsersearch.com
Findhurtig | q | findhurtig.dk
Fireball | q | fireball.de fireball.com
Firstsfind | qry | firstsfind.com
Fixsuche | q | fixsuche.de
Flix.de | keyword | flix.de
Fooooo | q | search.fooooo.com
Forestle | q | forestle.org forestle.mobi
Francite | name | recherche.francite.com
Free | q qs | search.free.fr search1-2.free.fr search1-1.free.fr
FreeCause | p | search.freecause.com
Freenet | query Keywords | suche.freenet.de
Freespoke | q | freespoke.com
Frontier | q | search.frontier.com
GAIS | q | gais.cs.ccu.edu.tw
Genieo | q | search.genieo.com
Geona | q | geona.net
Gibiru | q | gibiru.com
Gigablast | q | gigablast.com ?=dir.gigablast.com
Gnadenmeer | keyword | gnadenmeer.de
Gomeo | Keywords | gomeo.com
goo | MT | search.goo.ne.jp ocnsearch.goo.ne.jp
Google Blogsearch | q | blogsearch.google.*
Google Custom Search | q query | google.com/cse google.*/cse ?cse.google.* google.com/custom google.*/custom
Google Images | q | images.google.* google.com/imgres google.*/imgres
Google Maps | q | ?maps.google.*
Google News | q | ?news.google.*
Google Scholar | q | ?scholar.google.*
Google Shopping | q | google.com/products google.*/products
Google Video | q | ?video.google.com
Google | - | webcache.googleusercontent.com
Google | Keywords | gooofullsearch.com search.hiyo.com search.incredimail.com search1.incredimail.com search2.incredimail.com search3.incredimail.com search4.incredimail.com search.sweetim.com ?fastweb.it
Google | MT | search.smt.docomo.ne.jp
Google | p | search.bt.com
Google | q | =google.* com.google.android.googlequicksearchbox encrypted.google.com ipv6.google.com search.avg.com isearch.avg.com suche.gmx.net search.gmx.com search.incredibar.com delta-search.com search.zonealarm.com ?start.lenovo.com ?wow.com search.leonardo.it ?optuszoo.com.au search.dolphin-browser.jp ?netlavis.azione.jp search.nan.so ?gfsoso.com searches.safehomepage.com monumentbrowser.com ?startab.me search.abv.bg ?kadaza.com googlesyndicatedsearch.com
Google | query | ?darkoogle.com search.foxtab.com search.juno.com search.zum.com find.tdc.dk ?it.luna.tv searchresults.verizon.com search.walla.co.il search.alot.com searches.f-secure.com search.f-secure.com
Google | searchTerm | search.xfinity.com
Google | text | search.chedot.com
GoYellow.de | MDN | goyellow.de
Gule Sider | q | gulesider.no
Haosou | q | haosou.com
Hit-Parade | p7 | hit-parade.com
Holmes | q | holmes.ge
Hooseek | recherche | hooseek.com
Hotbot | query | hotbot.com
I-play | q | start.iplay.com
Icerocket | q | blogs.icerocket.com
Ilse NL | search_for | ilse.nl
iMesh | q si | search.imesh.com
info.com | q | info.com
InfoSpace | - | wsdsold.infospace.com
InfoSpace | q | infospace.com ?dogpile.com ?tattoodle.com ?metacrawler.com ?webfetch.com ?webcrawler.com search.kiwee.com searches.vi-view.com search.webssearches.com search.fbdownloader.com searches3.globososo.com search.avast.com isearch.babylon.com ?start.funmoods.com search.magentic.com search.searchcompletion.com searchmobileonline.com isearch.glarysoft.com search.chatzum.com ?home.speedbit.com search.b1.org searchya.com search.handycafe.com search.v9.com search.iminent.com utorrent.inspsearch.com govome.inspsearch.com
InfoSpace | s | ?start.facemoods.com
Interia | q | =google.interia.pl
Isodelen | Keywords | isodelen.se
Ixquick | query | ixquick.com ixquick.de
Jungle Key | query | junglekey.com junglekey.fr
Jungle Spider | q | jungle-spider.de
Junior Safe Search | q | juniorsafesearch.com
Jyxo | q | jyxo.1188.cz
K9 Safe Search | q | k9safesearch.com
Kagi | q | kagi.com
KARMA | q | karmasearch.org
Kataweb | q | ?=kataweb.it
Kensaq | q | kensaq.com
Kvasir | q search_word | kvasir.no
La Toile du Québec | q | ?toile.com
Laban | q | laban.vn
Latne | q | latne.lv
Lilo | q | search.lilo.org
Lo.st | x_query | lo.st
Local Moxie | q | localmoxie.com
LookAny | - | lookany.com
Lookseek | q | search.lookseek.com
Looksmart | key | =looksmart.com
Lycos | query | search.lycos.com =lycos.*
maailm.com | tekst | maailm.com
Mail.ru | q | go.mail.ru
Mamma | query | mamma.com
Marginalia | query | marginalia-search.com search.marginalia.nu
Meinestadt.de | words | meinestadt.de
Meta.ua | q | meta.ua
MetaCrawler DE | qry | s1.metacrawler.de s2.metacrawler.de s3.metacrawler.de
Metager | eingabe | ?meta.rrzn.uni-hannover.de metager.de
Metager2 | q | metager2.de
Mister Wong | keywords | mister-wong.com mister-wong.de
Mojeek | q | mojeek.com
Monstercrawler | qry | monstercrawler.com
mozbot | q | mozbot.fr mozbot.co.uk mozbot.com
MyPrivateSearch | q | myprivatesearch.com
MyWebSearch | searchfor searchFor | mysearch.com kf.mysearch.myway.com ki.mysearch.myway.com search.myway.com search.mywebsearch.com
Najdi.si | q | =najdi.si
Nate | q | search.nate.com
Naver | query | search.naver.com
Needtofind | searchfor | ko.search.need2find.com
Neti | query | neti.ee
Nifty | kw | videosearch.nifty.com
Nifty | q Text | search.nifty.com search.azby.fmworld.net
Nigma | s | nigma.ru
OceanHero | q | oceanhero.today
Onet.pl | qt | szukaj.onet.pl
OnlySearch | q | only-search.com
Opplysningen 1881 | Query | ?1881.no
Orange | kw | lemoteur.ke.voila.fr lemoteur.orange.fr
Orange | q | busca.orange.es
Paperball | q | paperball.de
PeoplePC | q | search.peoplepc.com
Picsearch | q | picsearch.com
Plazoo | q | plazoo.com
PlusNetwork | q | plusnetwork.com
Poisk.Ru | text | poisk.ru
Presearch | q | presearch.com
PriceRunner | q | pricerunner.*
PrivacyWall | q | privacywall.org
qip.ru | query | search.qip.ru
Qualigo | q | qualigo.at qualigo.ch qualigo.de qualigo.nl
Quendu | q | quendu.com
Qwant | q | qwant.com
Rakuten | qt | websearch.rakuten.co.jp
Rambler | query words | nova.rambler.ru
Riksdelen | What | riksdelen.se
Road Runner | q | search.rr.com
Sapo | q | pesquisa.sapo.pt
Scour.com | - | scour.com
Search.ch | q | search.ch
Search.com | q | search.com
Searchalot | q | searchalot.com
SearchCanvas | q | searchcanvas.com
SearchLock | q | searchlock.com
Searchy | q | searchy.co.uk
SeeSaa | - | search.seesaa.jp
Setooz | query | setooz.com
Seznam | q | search.seznam.cz ?videa.seznam.cz
Sharelook | keyword | sharelook.fr
Shenma | q | m.sm.cn m.sp.sm.cn quark.sm.cn
sm.de | q | sm.de
SmartAddressbar | s | search.smartaddressbar.com
SmartShopping | kwd keywords | search.smartshopping.com
Snap.do | q | search.snap.do
So-net | kw | ?video.so-net.ne.jp
So-net | query | ?=so-net.ne.jp
Sogou | keyword | m.sogou.com wap.sogou.com english.sogou.com
Sogou | query | =sogou.com
Soso | w | soso.com
Sputnik | q | sputnik.ru
Startpage | query | startpage.com s6-eu5.ixquick.com startpagel6srwcjlue4zgq3zevrujfaow726kjytqbbjyrswwmjzcqd.onion
Startpagina | q query | startgoogle.startpagina.nl
Startsiden | q | =startsiden.no
Stract | q | stract.com
Suche.info | Keywords | suche.info
Suchmaschine.com | suchstr | suchmaschine.com
Suchnase | q | suchnase.de
Surf Canyon | q | surfcanyon.com
Swiggle | q | swiggle.org.uk
Swisscows | query | swisscows.com
T-Online | q | suche.t-online.de brisbane.t-online.de navigationshilfe.t-online.de
talimba | search | talimba.com
Tarmot | q | tarmot.com
Teoma | q | teoma.com
Terra | query | buscador.terra.es buscador.terra.cl buscador.terra.com.br
Tiscali | q key | search.tiscali.it search-dyn.tiscali.it
Tiscali | query | hledani.tiscali.cz
Tixuma | sc | tixuma.de
Toolbarhome | q | toolbarhome.com
Toppreise.ch | search | toppreise.ch
Torry | q | torry.io
Trouvez.com | query | trouvez.com
TrovaRapido | q | trovarapido.com
Trusted Search | w | trusted-search.com
Trustnav | q | search.trustnav.com
TUSK Search | q | tusksearch.com
uol.com.br | q | busca.uol.com.br
Vinden | q | vinden.nl
Vindex | search_for | vindex.nl
Virgilio | qrs | mobile.virgilio.it
Virgilio | qs | ricerca.virgilio.it ricercaimmagini.virgilio.it ricercavideo.virgilio.it ricercanews.virgilio.it
Voila | rdata kw | search.ke.voila.fr ?lemoteur.fr
Volny | search | ?=web.volny.cz
Vuhuv | q | vuhuv.com
Walhello | key | walhello.info walhello.com walhello.de walhello.nl
Web.de | su q | suche.web.de
Web.nl | zoekwoord | ?=web.nl
weborama | QUERY | ?=weborama.fr
WebSearch | qkw q | websearch.com
Wedoo | keyword | fr.wedoo.com en.wedoo.com es.wedoo.com
Winamp | q | search.winamp.com
Wirtualna Polska | szukaj | szukaj.wp.pl
Witch | search | witch.de
Woopie | kw | woopie.jp
www värav | query | search.www.ee
X-Recherche | MOTS | x-recherche.com
Yahoo! Directory | p | search.yahoo.com/search/dir
Yahoo! Images | p va | images.search.yahoo.com ?images.yahoo.com
Yahoo! Japan | keyword | ?home.kingsoft.jp
Yahoo! Japan | p vp | search.yahoo.co.jp
Yahoo! Japan | p | image.search.yahoo.co.jp video.search.yahoo.co.jp
Yahoo! Japan | q | jwsearch.jword.jp
Yahoo! Japan | query | ?jp.hao123.com
Yahoo! | - | r.search.yahoo.com
Yahoo! | p q | search.yahoo.com cade.yahoo.com one.cn.yahoo.com
Yahoo! | q | cercato.it search.offerbox.com benefind.de ?ys.mirostart.com
Yam | k | search.yam.com
Yandex Images | text | images.yandex.*
Yandex | text | =yandex.* clck.yandex.* m.yandex.* =ya.ru
Yasni | query | yasni.de yasni.com yasni.co.uk yasni.ch yasni.at
Yatedo | q | yatedo.com yatedo.fr
Yep | q | yep.com
Yippy | query | search.yippy.com
Yongzin | word | yongzin.com
YouGoo | q | yougoo.fr
ZapMeta | q query | zapmeta.* zapmetasearch.*
Zhongsou | w | p.zhongsou.com
Zoek | q | zoek.nl
Zoeken | q | zoeken.nl
Zoohoo | q | zoohoo.cz
Zoznam | s | zoznam.sk
Zxuso | wd | zxuso.com
묻지마 검색 | search | kwzf.net
`;
