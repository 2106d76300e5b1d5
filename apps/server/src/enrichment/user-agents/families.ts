/*
 * Families of browsers and systems by their common name, one for desktop and mobile. ua-parser-js recognizes
 * most; those it misses, or takes for the underlying browser, match a token here first. Facts from uap-core's
 * test cases (Apache-2.0) and from the strings.
 */

/** Order matters: WeChat includes QQ Browser's token. */
export const browserTokens: [RegExp, string][] = [
  [/\bHeadlessChrome\b/, 'Headless Chrome'],
  [/MicroMessenger\//i, 'WeChat'],
  [/\[FBAN\/(?:Messenger|Orca)|\bOrca-Android\b|\bFB_IAB\/MESSENGER\b/, 'Facebook Messenger'],
  [/\bInstagram /, 'Instagram'],
  [/\bFB(?:AN|AV|_IAB)\/|\bMetaIAB Facebook\b/, 'Facebook'],
  [/\bPinterest(?:\/(?:iOS|Android)| for )/, 'Pinterest'],
  [/BytedanceWebview|musical_ly|\btrill_|\bTikTok\b/, 'TikTok'],
  [/\bTwitterAndroid\b|\bTwitter for i/, 'X'],
  [/\bTelegram-(?:Android|iOS)\//, 'Telegram'],
  [/\bLinkedInApp\b/, 'LinkedIn'],
  [/\bKAKAOTALK\b/i, 'KakaoTalk'],
  [/\bLine\/\d/, 'LINE'],
  [/\bGSA\/\d/, 'Google App'],
  [/\bUC ?Browser|\bUCWEB|\bUCMobile\/|\bUBrowser\//, 'UC Browser'],
  [/QQBrowser/, 'QQ Browser'],
  [/\bAlohaBrowser\//, 'Aloha Browser'],
  [/\bAvastSecureBrowser\/|\bAvast\/\d/, 'Avast Secure Browser'],
  [/\bBrave\b/i, 'Brave'],
  [/\bEcosia\b/, 'Ecosia'],
  [/\bSznProhlizec\//, 'Seznam Browser'],
  [/\bHonorBrowser\//, 'Honor Browser'],
  [/\bQIHU 360|\b360[SE]E\b/, '360 Browser'],
  [/\(BB10;|\bBlackBerry\b.* Safari\/|\bPlayBook\b/, 'BlackBerry Browser'],
  [/\bwOSBrowser\/|\bwebOSBrowser\//, 'webOS Browser'],
  [/\bNokiaBrowser\/|\bBrowserNG\/|\bSymbianOS\b.*\bSafari\//, 'Nokia Browser'],
];

/** By ua-parser-js name in lower case; names not here are families already. */
export const browserFamilies: Record<string, string> = {
  'mobile safari': 'Safari',
  'chrome headless': 'Headless Chrome',
  'chrome webview': 'Android WebView',
  ie: 'Internet Explorer',
  iemobile: 'Internet Explorer',
  'opera mobi': 'Opera',
  'opera mobile': 'Opera',
  'opera tablet': 'Opera',
  'opera touch': 'Opera',
  'opera coast': 'Opera',
  'opera gx': 'Opera',
  fennec: 'Firefox',
  'firefox focus': 'Firefox',
  'firefox reality': 'Firefox',
  klar: 'Firefox',
  silk: 'Amazon Silk',
  yandex: 'Yandex Browser',
  qqbrowser: 'QQ Browser',
  palemoon: 'Pale Moon',
  huaweibrowser: 'Huawei Browser',
  'huawei browser': 'Huawei Browser',
  vivobrowser: 'Vivo Browser',
  'vivo browser': 'Vivo Browser',
  heytap: 'HeyTap Browser',
  '360': '360 Browser',
  '2345': '2345 Browser',
  avant: 'Avant Browser',
  line: 'LINE',
  webkit: '',
  khtml: '',
  mozilla: '',
};

/** Before the library: Windows Phone also claims to be Android and iPhone. */
export const systemTokens: [RegExp, string][] = [
  [/\bWindows Phone|\bwds \d|\bXBLWP7\b/, 'Windows Phone'],
  [/\bHarmonyOS\b|\bOpenHarmony\b/, 'HarmonyOS'],
  [/\bAppleTV|\bApple TV\b|\btvOS\b/, 'tvOS'],
  [/\bwatchOS\b/, 'watchOS'],
  // With desktop pages an iPad claims to be a Mac, but some browsers reveal it; no Mac sends Mobile.
  [/\biPad\b|\biPadOS\b|\bMacintosh\b.*\b(?:CriOS|FxiOS|EdgiOS|OPiOS|OPT|Mobile)\//, 'iPadOS'],
  [/\biPhone\b|\biPod\b|\biOS(?:[ /]\d|;)/, 'iOS'],
  [/\bKAIOS\//, 'KaiOS'],
  [/\bRoku\//, 'Roku OS'],
  // Built on Android, though some strings omit it.
  [/\bOculusBrowser\/|\bGoogleTV\b|\bSilk\//, 'Android'],
];

/** Before the library, which takes some televisions for tablets, as both lack Mobile. */
export const deviceTokens: [RegExp, 'tv' | 'console' | 'wearable'][] = [
  [/\bPlayStation\b|\bNintendo\b|\bXbox\b/i, 'console'],
  [
    /\bGOOGLE ?TV\b|\bAndroid ?TV\b|\bHbbTV\b|\bSMART-?TV\b|\bWeb0S\b|\bNetCast\b|\bVIDAA\b|\bCrKey\b|\bApple ?TV\b|\btvOS\b|\bRoku\/|\bBRAVIA\b|\bMi ?(?:TV|Box)|\bAFT[A-Z]{1,4}\b|\bChromecast\b|[; ]TV Box\b|\bAndroid \d[^;)]{0,9};[^;)]{0,60}\bTV\b/i,
    'tv',
  ],
  [/\bwatchOS\b|\bApple ?Watch|\bWear ?OS\b|; SM-R\d{3}/, 'wearable'],
];

export const systemFamilies: Record<string, string> = {
  'mac os': 'macOS',
  'chromium os': 'ChromeOS',
  'windows phone os': 'Windows Phone',
  'android-x86': 'Android',
  android: 'Android',
  'rim tablet os': 'BlackBerry',
  freebsd: 'FreeBSD',
  openbsd: 'OpenBSD',
  netbsd: 'NetBSD',
  playstation: 'PlayStation',
  series40: 'Nokia S40',
};

/** Distributions, all reported as Linux. */
export const linuxDistributions =
  /^(?:[kxln]?ubuntu|ubuntu touch|debian|(?:open)?suse|gentoo|arch|slackware|fedora|mandriva|centos|pclinuxos|red ?hat|zenwalk|linpus|raspbian|deepin|manjaro|elementary os|mint|mageia|vectorlinux|sabayon|linspire|gnu|joli|linux)$/i;
