/*
 * HTTP libraries by their user agents. A backend that sends events with one is no bot; a visitor with one is.
 */

/** At the start of the user agent, as the libraries write it. */
const atBeginning = [
  // JavaScript
  'node(?:\\.js)?\\b|undici\\b|axios/|node-fetch|got[ (/]|needle/|superagent|node-superagent|deno/|bun/',
  // Python
  'python(?:-requests|-urllib\\d?|-httpx|-aiohttp)?/|python-|aiohttp/|httpx/|urllib\\d?/|requests/',
  // Java and Kotlin, Android included
  'java/|java-http-client|apache-httpclient|apache-httpasyncclient|jakarta|okhttp|ktor|dalvik/|ahc/|jetty/|reactornetty|vert\\.x',
  // Go, Rust, C, C++
  'go-http-client|go-resty|fasthttp|grpc-|reqwest|hyper/|ureq/|curl/|libcurl|wget/|cpp-httplib',
  // Ruby, PHP, Perl
  'ruby\\b|faraday|rest-client|http\\.rb|httparty|typhoeus|guzzlehttp|symfony httpclient|symfony/|php/|php-curl|laravel|wordpress/|libwww-perl|lwp::|mojolicious',
  // .NET, Swift, Dart, Elixir
  '\\.net\\b|dotnet|restsharp|flurl|dart/|alamofire|hackney|finch|mint/|req/',
  // Senders of Segment, RudderStack, PostHog and Umami
  '(?:analytics|posthog|rudder)-(?:node|python|ruby|php|go|java|elixir|dotnet|rust)|mozilla/5\\.0 umami/',
  // By hand and from platforms
  'httpie/|postmanruntime|insomnia/|powershell|cloudflare-workers|google-http-java-client|aws-sdk|azure-|zapier|make/',
];

const library = new RegExp(`^(?:${atBeginning.join('|')})`, 'i');
/** Network code of Apple apps, after the app's name. */
const appleApp = /\bCFNetwork\/[\d.]+/;

export function namesHttpLibrary(userAgent: string): boolean {
  return library.test(userAgent) || appleApp.test(userAgent);
}
