/** One request in curl, TypeScript and Python; docs.js shows one language at a time. */

import { type Html, html } from '../../platform/common/html.ts';
import { pythonSample, typescriptSample } from './client-samples.ts';
import { codeBlock } from './code-block.ts';
import { curl } from './curl.ts';
import type { ExampleCall } from './example-call.ts';

export function requestSamples(samples: Record<'curl' | 'TypeScript' | 'Python', string>): Html {
  const blocks = Object.entries(samples).map(
    ([language, code]) => html`${codeBlock(`Request in ${language}`, code, language)}
`,
  );
  return html`<div class="samples">
${blocks}</div>`;
}

/** `url`: the service's URL; `apiUrl`: its REST API's. */
export function callSamples(call: ExampleCall, url: string, apiUrl: string): Html {
  const { method, path, query, body } = call;
  const search = Object.entries(query)
    .map(([name, value]) => `${name}=${[value].flat().map(encodeURIComponent).join(',')}`)
    .join('&');
  return requestSamples({
    curl: curl({
      method,
      url: apiUrl + path + (search && `?${search}`),
      headers: ['Authorization: Bearer svc_sk_…'],
      body,
    }),
    TypeScript: typescriptSample(call, url),
    Python: pythonSample(call, url),
  });
}
