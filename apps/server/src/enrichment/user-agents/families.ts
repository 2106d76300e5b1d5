/*
 * Families of browsers and systems: the name that people use, one for the editions for desktop and
 * mobile. ua-parser-js finds most of them; what it does not know, or takes for the browser underneath,
 * is found by a token here first. Facts from uap-core's test cases (Apache-2.0) and from the strings.
 */

/** In this order: WeChat has QQ Browser's token in it. */
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

/** For names of ua-parser-js in lower case; one that is not here is a family already. */
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

/** Before the library: Windows Phone calls itself Android and iPhone as well. */
export const systemTokens: [RegExp, string][] = [
  [/\bWindows Phone|\bwds \d|\bXBLWP7\b/, 'Windows Phone'],
  [/\bHarmonyOS\b|\bOpenHarmony\b/, 'HarmonyOS'],
  [/\bAppleTV|\bApple TV\b|\btvOS\b/, 'tvOS'],
  [/\bwatchOS\b/, 'watchOS'],
  // With pages for desktops an iPad calls itself a Mac, but some browsers give it away; no Mac says Mobile.
  [/\biPad\b|\biPadOS\b|\bMacintosh\b.*\b(?:CriOS|FxiOS|EdgiOS|OPiOS|OPT|Mobile)\//, 'iPadOS'],
  [/\biPhone\b|\biPod\b|\biOS(?:[ /]\d|;)/, 'iOS'],
  [/\bKAIOS\//, 'KaiOS'],
  [/\bRoku\//, 'Roku OS'],
  // Built on Android, though some of their strings do not say so.
  [/\bOculusBrowser\/|\bGoogleTV\b|\bSilk\//, 'Android'],
];

/** Before the library, which takes some televisions for tablets since Android's tablets say no more than they do. */
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

/** Distributions, which are all Linux. */
export const linuxDistributions =
  /^(?:[kxln]?ubuntu|ubuntu touch|debian|(?:open)?suse|gentoo|arch|slackware|fedora|mandriva|centos|pclinuxos|red ?hat|zenwalk|linpus|raspbian|deepin|manjaro|elementary os|mint|mageia|vectorlinux|sabayon|linspire|gnu|joli|linux)$/i;
