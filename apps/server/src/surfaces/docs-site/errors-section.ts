/** The error catalogue. */
import { type ErrorCode, errorCatalogue, errorCodes } from '@footfall/contract/errors';
import { type Html, html } from '../../platform/common/html.ts';
import { codeBlock } from './code-block.ts';
import { inline } from './markdown.ts';

export function errorLink(code: ErrorCode): Html {
  return html`<a href="#error-${code}"><code>${code}</code></a>`;
}

const example = {
  error: 'invalid_request',
  message: 'limit must be at most 100',
  details: { issues: [{ path: 'query.limit', message: 'must be at most 100' }] },
};

export function errorsSection(): Html {
  return html`<section aria-labelledby="errors-title" id="errors">
<h2 id="errors-title"><a class="anchor" href="#errors">Errors</a></h2>
<div class="entry">
<div class="text">
<p>Every error response has this body. Branch on <code>error</code> or the status, show <code>message</code> to people, and
retry a request only where the table says so.</p>
</div>
<div class="examples">${codeBlock('Error body', JSON.stringify(example, null, 2))}</div>
</div>
<table class="errors">
<caption class="visually-hidden">Error codes</caption>
<thead><tr><th scope="col">Code</th><th scope="col">What happened, and what to do</th></tr></thead>
<tbody>${errorCodes.map(row)}</tbody>
</table>
</section>
`;
}

function row(code: ErrorCode): Html {
  const { status, meaning, remedy, retry } = errorCatalogue[code];
  return html`<tr id="error-${code}">
<th scope="row">${status} <code>${code}</code></th>
<td>${inline(meaning)} ${inline(remedy)}${retry && html` <span class="rules">The same request may succeed later.</span>`}</td>
</tr>
`;
}
