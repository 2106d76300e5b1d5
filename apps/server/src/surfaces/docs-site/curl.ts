/** An example request to paste into a shell. */
export interface ExampleRequest {
  method: string;
  url: string;
  /** Each as `Name: value`. */
  headers: string[];
  body?: unknown;
}

export function curl({ method, url, headers, body }: ExampleRequest): string {
  // With a body, curl sends POST by default.
  const verb = method === 'GET' || (method === 'POST' && body !== undefined) ? '' : `-X ${method} `;
  const lines = [`curl ${verb}${/[?&]/.test(url) ? quote(url) : url}`];
  const all = body === undefined ? headers : [...headers, 'Content-Type: application/json'];
  for (const header of all) lines.push(`  -H ${quote(header)}`);
  if (body !== undefined) lines.push(`  -d ${quote(indented(body))}`);
  return lines.join(' \\\n');
}

function indented(body: unknown): string {
  return JSON.stringify(body, null, 2).replaceAll('\n', '\n  ');
}

/** Single quotes protect everything except the single quote. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
