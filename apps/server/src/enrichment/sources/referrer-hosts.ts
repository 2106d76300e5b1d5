/**
 * Social networks and messengers, AI assistants, mail and advertising, by the hosts that visitors come from.
 *
 * Each line is: name | hosts. A host includes its subdomains, "*" is any country's ending, and a path means URLs below it.
 * Names of Android applications (referrer android-app://com.example) are listed with the hosts.
 *
 * Social networks and AI assistants: Socials.yml and AIAssistants.yml of github.com/matomo-org/searchengine-and-social-list
 * at 3b3a82d (2026-07-15), CC0-1.0, without defunct networks, with applications and newer hosts added. Mail and
 * advertising: our own lists.
 */
export const aiAssistants = `
Baidu AI | yiyan.baidu.com ai.baidu.com chat.baidu.com
Brave Leo | search.brave.com/ask
Character.AI | character.ai
Chat+ | chatplus.com chat-gpt.org
ChatGLM | chatglm.cn chat.z.ai
ChatGPT | chatgpt.com chat.openai.com labs.openai.com com.openai.chatgpt
Claude | claude.ai com.anthropic.claude
Copilot | copilot.microsoft.com copilot.com copilot.cloud.microsoft m365.cloud.microsoft bing.com/chat edgeservices.bing.com com.microsoft.copilot
DeepSeek | chat.deepseek.com deepseek.com com.deepseek.chat
Doubao | doubao.com
Duck.ai | duck.ai
Felo | felo.ai
Gemini | gemini.google.com bard.google.com com.google.android.apps.bard
Genspark | genspark.ai
GitHub Copilot | github.com/copilot
Grok | grok.com x.com/i/grok ai.x.grok
HuggingChat | huggingface.co/chat
iAsk | iask.ai iask.com
Jasper | app.jasper.ai
Kagi Assistant | kagi.com/assistant assistant.kagi.com
Kimi | kimi.com kimi.ai kimi.moonshot.cn
Le Chat | chat.mistral.ai
Liner | liner.com getliner.com
Lumo | lumo.proton.me
Manus | manus.im
Meta AI | meta.ai
NotebookLM | notebooklm.google.com notebooklm.google
Perplexity | perplexity.ai ai.perplexity.app.android
Phind | phind.com
Pi | pi.ai
Poe | poe.com
Qwen | chat.qwen.ai tongyi.aliyun.com qianwen.com
Writesonic | app.writesonic.com
You.com | you.com
Yuanbao | yuanbao.tencent.com
`;

export const socialNetworks = `
Badoo | badoo.com
Bebo | bebo.com
bilibili | bilibili.com
BlackPlanet | blackplanet.com
Bluesky | bsky.app skyfeed.app xyz.blueskyweb.app
Classmates.com | classmates.com
Cyworld | global.cyworld.com
Discord | discord.com discord.gg discordapp.com com.discord
Disqus | disqus.com disq.us
Douban | douban.com
Douyin | douyin.com
Douyu | douyu.com
Dribbble | dribbble.com
Facebook | facebook.com fb.me fb.com messenger.com com.facebook.katana com.facebook.orca com.facebook.lite
Fetlife | fetlife.com
Flickr | flickr.com
Foursquare | foursquare.com
Gaia Online | gaiaonline.com
Geni.com | geni.com
GitHub | github.com
Google Chat | chat.google.com
Google+ | plus.google.com com.google.android.apps.plus
gree | gree.jp
Habbo | habbo.com
Hacker News | news.ycombinator.com io.github.hidroh.materialistic
hi5 | hi5.com
Huya | huya.com
Instagram | instagram.com com.instagram.android
KakaoTalk | story.kakao.com com.kakao.talk
lang-8 | lang-8.com
Last.fm | last.fm lastfm.*
Lemmy | lemmy.world lemmy.ml
LINE | line.me jp.naver.line.android
LinkedIn | linkedin.com lnkd.in com.linkedin.android
LiveJournal | livejournal.com livejournal.ru
Lnk.Bio | lnk.bio
Mastodon | mastodon.social mastodon.online mastodon.cloud mastodon.technology mastodon.xyz mastodon.at mastodon.art mastodon.scot mastodon.world mastodon.nz mastodon.eus mastodon.jalgi.eus mastodonapp.uk mastodont.cat masto.ai mas.to mamot.fr mstdn.io mstdn.jp mstdn.social mstdn.party pawoo.net friends.nico ro-mastodon.puyo.jp quey.org botsin.space social.tchncs.de knzk.me bitcoinhackers.org fosstodon.org chaos.social cybre.space vis.social typo.social front-end.social hachyderm.io infosec.exchange techhub.social newsie.social indieweb.social sfba.social c.im universeodon.com social.vivaldi.net ohai.social toot.community graphics.social tkm.eus org.joinmastodon.android
Medium | medium.com
MissEvan | missevan.com
Mixi | mixi.jp
Moi Mir | my.mail.ru
MyHeritage | myheritage.com
Myspace | myspace.com
Nasza-klasa.pl | nk.pl
Nextdoor | nextdoor.com
Niconico | nicovideo.jp
Odnoklassniki | ok.ru odnoklassniki.ru
Peepeth | peepeth.com
Pinterest | pinterest.* pin.it com.pinterest
Pixelfed | pixelfed.social pixelfed.de pxlmo.com metapixl.com pix.toot.wales pixelfed.uno pixey.org
Plurk | plurk.com
Product Hunt | producthunt.com
Quora | quora.com
Qzone | qzone.qq.com
Reddit | reddit.com redd.it com.reddit.frontpage
Renren | renren.com
Skype | web.skype.com
Skyrock | skyrock.com
Slack | slack.com slack-redir.net com.slack
Snapchat | snapchat.com com.snapchat.android
SoundCloud | soundcloud.com gate.sc
SourceForge | sourceforge.net
Stack Overflow | stackoverflow.com
Substack | substack.com
Taringa! | taringa.net
Teams | teams.microsoft.com teams.live.com teams.cloud.microsoft teams.cdn.office.net com.microsoft.teams
Telegram | web.telegram.org telegram.me t.me org.telegram.messenger org.telegram.messenger.web org.telegram.plus
Threads | threads.net threads.com com.instagram.barcelona
TikTok | tiktok.com com.zhiliaoapp.musically
Tildes | tildes.net
Tumblr | tumblr.com t.umblr.com
Twitcast | twitcasting.tv
V2EX | v2ex.com
Viadeo | viadeo.com
Vimeo | vimeo.com
VK | vk.com vk.ru vkontakte.ru
WeChat | wechat.com mp.weixin.qq.com open.weixin.qq.com channels.weixin.qq.com com.tencent.mm
Weibo | weibo.com weibo.cn t.cn
WhatsApp | whatsapp.com wa.me com.whatsapp
Workplace | workplace.com
X | x.com twitter.com t.co com.twitter.android
XING | xing.com
YouTube | youtube.com youtu.be com.google.android.youtube
Zhihu | zhihu.com
`;

export const mailServices = `
126 Mail | mail.126.com
163 Mail | mail.163.com
1und1 | deref-1und1-02.de
AOL Mail | mail.aol.com com.aol.mobile.aolapp
Bluewin | email.bluewin.ch rich-v01.bluewin.ch rich-v02.bluewin.ch
Daum Mail | mail.daum.net mail2.daum.net
Fastmail | app.fastmail.com com.fastmail.app
Freenet | webmail.freenet.de
Front | app.frontapp.com
Gmail | mail.google.com inbox.google.com com.google.android.gm
GMX | deref-gmx.* lightmailer.gmx.* lightmailer-bs.gmx.* lightmailer-bap.gmx.* navigator.gmx.* bap.navigator.gmx.* de.gmx.mobile.android.mail
HEY | app.hey.com
iCloud Mail | icloud.com/mail
Infomaniak | mail.infomaniak.com
Ionos | email.ionos.* mailbusiness.ionos.*
Libero Mail | mail.libero.it mail1.libero.it
Mail.com | deref-mail.com lightmailer.mail.com 3c-lxa.mail.com navigator-lxa.mail.com
Mail.ru | e.mail.ru touch.mail.ru ru.mail.mailapp
Mailbox.org | office.mailbox.org
Naver Mail | mail.naver.com com.nhn.android.mail
Orange Webmail | orange.fr/webmail mail01.orange.fr mail02.orange.fr wmail.orange.fr messagerie.orange.fr messageriepro3.orange.fr
Outlook.com | outlook.live.com mail.live.com hotmail.com outlook.office.com outlook.office365.com outlook.cloud.microsoft safelinks.protection.outlook.com com.microsoft.office.outlook
Posteo | posteo.de
Proton | mail.proton.me mail.protonmail.com ch.protonmail.android
QQ Mail | mail.qq.com exmail.qq.com
Rambler | mail.rambler.ru
Rediffmail | mail.rediff.com
Seznam Mail | email.seznam.cz
Spark | com.readdle.spark
Superhuman | mail.superhuman.com
T-online | email.t-online.de
TIM | webmail.tim.it
Tuta | app.tuta.com mail.tutanota.com de.tutao.tutanota
UPC | upcmail.hispeed.ch
Ukr.net | mail.ukr.net
ActiveCampaign | activehosted.com
Brevo | sendibm1.com sendibm2.com sendibm3.com sendibt2.com sendibt3.com
Campaign Monitor | createsend.com createsend1.com
CleverReach | cleverreach.com
Constant Contact | rs6.net
HubSpot | hubspotlinks.com hubspotemail.net
Kit | convertkit-mail.com convertkit-mail2.com convertkit-mail4.com
Klaviyo | klaviyomail.com klclick.com klclick1.com klclick2.com klclick3.com
Mailchimp | list-manage.com mailchi.mp campaign-archive.com
Mailjet | mjt.lu
Marketo | mktoweb.com
SendGrid | sendgrid.net
Vodafone | mail.vodafone.de webmail.vodafone.co.nz
Web.de | deref-web.de 3c.web.de 3c-bap.web.de lightmailer-bs.web.de lightmailer-bap.web.de navigator.web.de bap.navigator.web.de
Yahoo! Mail | mail.yahoo.* com.yahoo.mobile.client.android.mail
Yandex Mail | mail.yandex.* ru.yandex.mail
Zoho Mail | mail.zoho.*
`;

export const adNetworks = `
AdRoll | adroll.com
Adform | adform.net
Amazon Ads | amazon-adsystem.com
Criteo | criteo.com criteo.net
Google | googleadservices.com doubleclick.net 2mdn.net googlesyndication.com adsensecustomsearchads.com syndicatedsearch.goog imasdk.googleapis.com
Index Exchange | casalemedia.com
Magnite | rubiconproject.com
Microsoft Advertising | adnxs.com
OpenX | openx.net servedbyopenx.com
Outbrain | paid.outbrain.com
PubMatic | pubmatic.com
RTB House | creativecdn.com
Taboola | taboola.com
The Trade Desk | adsrvr.org
Yandex Direct | an.yandex.* yabs.yandex.*
`;

/**
 * Common utm_source and utm_medium values, in lower-case letters and digits only. Hosts in utm_source ("chatgpt.com")
 * are looked up above.
 */
export const tagNames = `
AOL | aol
Baidu | baidu
Bing | bing msbing microsoftads bingads
Brave | brave
DuckDuckGo | duckduckgo ddg
Ecosia | ecosia
Google | google googleads adwords googleadwords googleorganic gads
Naver | naver
Qwant | qwant
Startpage | startpage
Yahoo! | yahoo
Yandex | yandex
Bluesky | bluesky bsky
Discord | discord
Facebook | facebook fb facebookads fbads meta metaads
GitHub | github
Hacker News | hackernews hn
Instagram | instagram ig insta igshopping
LinkedIn | linkedin li linkedinads
Mastodon | mastodon
Pinterest | pinterest
Product Hunt | producthunt
Quora | quora
Reddit | reddit
Slack | slack
Snapchat | snapchat
Teams | msteams microsoftteams
Telegram | telegram
Threads | threads
TikTok | tiktok tiktokads
Tumblr | tumblr
VK | vk vkontakte
WeChat | wechat
Weibo | weibo
WhatsApp | whatsapp
X | x twitter xads twitterads
XING | xing
YouTube | youtube yt
ChatGPT | chatgpt openai
Claude | claude
Copilot | copilot microsoftcopilot
DeepSeek | deepseek
Gemini | gemini bard
Grok | grok
Kimi | kimi
Le Chat | lechat
Meta AI | metaai
Perplexity | perplexity perplexityai
Gmail | gmail
Outlook.com | outlook
ActiveCampaign | activecampaign
Brevo | brevo sendinblue
Campaign Monitor | campaignmonitor
CleverReach | cleverreach
Constant Contact | constantcontact
HubSpot | hsemail hsautomation
Kit | convertkit
Klaviyo | klaviyo
Mailchimp | mailchimp
Mailjet | mailjet
Marketo | marketo
SendGrid | sendgrid
Outbrain | outbrain
Taboola | taboola
`;

/**
 * Sites that people only pass through to pay or sign in: no referrers. Our own list; as above, a host includes its
 * subdomains.
 */
export const passedThrough = `
accounts.google.com accounts.youtube.com appleid.apple.com idmsa.apple.com login.microsoftonline.com login.live.com
login.windows.net b2clogin.com auth0.com okta.com oktapreview.com onelogin.com duosecurity.com amazoncognito.com
clerk.accounts.dev accounts.dev workos.com login.yahoo.com login.salesforce.com
paypal.com paypalobjects.com stripe.com stripe.network klarna.com adyen.com mollie.com checkout.com braintreegateway.com
braintree-api.com squareup.com square.link pay.google.com pay.amazon.com payments.amazon.com apple-pay-gateway.apple.com
afterpay.com clearpay.co.uk affirm.com sofort.com giropay.de worldpay.com cardinalcommerce.com sagepay.com
opayo.eu.elavon.com saferpay.com datatrans.com payone.com wirecard.com computop-paygate.com secupay.com
paddle.com fastspring.com gocardless.com razorpay.com payu.com payu.in przelewy24.pl ideal.nl bancontact.com
mercadopago.com alipay.com unzer.com heidelpay.com authorize.net 2checkout.com chargebee.com recurly.com
3dsecure.io arcot.com securesuite.co.uk rsa3dsauth.com
`;
