/** Target and content of a request. */
type Target = { path: string; port: number; key: string; bodyBytes: number };

const start = ({ path, port, key, bodyBytes }: Target) => [
  `POST ${path} HTTP/1.1`,
  `Host: 127.0.0.1:${port}`,
  'Connection: keep-alive',
  `Content-Length: ${bodyBytes}`,
  `X-Svc-Key: ${key}`,
  'Content-Type: application/json',
  'Accept: */*',
];

/** Chromium's headers for a cross-origin fetch. */
export function browserHead(target: Target): string {
  return [
    ...start(target),
    'sec-ch-ua-platform: "Windows"',
    'User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36',
    'sec-ch-ua: "Google Chrome";v="147", "Not.A/Brand";v="8", "Chromium";v="147"',
    'sec-ch-ua-mobile: ?0',
    'Origin: https://www.shop.example',
    'Sec-Fetch-Site: cross-site',
    'Sec-Fetch-Mode: cors',
    'Sec-Fetch-Dest: empty',
    'Referer: https://www.shop.example/',
    'Accept-Encoding: gzip, deflate, br, zstd',
    'Accept-Language: en-GB,en;q=0.9',
    '\r\n',
  ].join('\r\n');
}
