/**
 * What clients show beside a model's words: pages that draw what a tool told (MCP Apps). They hold no data, and may
 * load and send nothing. Built by packages/mcp-apps.
 */
import type { AgentToolName } from '@footfall/contract/agent';
import type { ReadResourceResult, Resource, ServerContext } from '@modelcontextprotocol/server';
import { readServed } from '../../platform/served-file.ts';
import { capabilitiesOf } from './client-capabilities.ts';
import type { AgentOptions } from './session.ts';

interface View {
  uri: string;
  file: string;
  title: string;
  description: string;
}

const mimeType = 'text/html;profile=mcp-app';
const extension = 'io.modelcontextprotocol/ui';

/** Of the tools whose answers they draw. */
const views: Partial<Record<AgentToolName, View>> = {
  list: {
    uri: 'ui://footfall/table',
    file: 'views/table.html',
    title: 'Table of campaigns or other records',
    description: 'Shows the result of list.',
  },
  get: {
    uri: 'ui://footfall/record',
    file: 'views/record.html',
    title: 'Lead card and company timeline',
    description: 'Shows the result of get.',
  },
};

/** Without a session, clients of the earlier revisions can say it in the address alone. */
export function showsViews(context: ServerContext, { views: hasViews }: AgentOptions): boolean {
  const { extensions } = capabilitiesOf(context);
  const ui = extensions?.[extension] as { mimeTypes?: unknown } | undefined;
  return hasViews || (Array.isArray(ui?.mimeTypes) && ui.mimeTypes.includes(mimeType));
}

/** What tools/list says of it. */
export function viewOf(tool: AgentToolName) {
  const view = views[tool];
  return view && { _meta: { ui: { resourceUri: view.uri } } };
}

export function offeredViews(tools: readonly AgentToolName[]): Resource[] {
  return tools.flatMap((tool) => {
    const view = views[tool];
    if (!view) return [];
    const { uri, title, description } = view;
    return [{ uri, name: uri.slice('ui://footfall/'.length), title, description, mimeType }];
  });
}

/** Nothing may be loaded, asked or framed; a border makes out where the page of the client ends. */
const _meta = {
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    prefersBorder: true,
  },
};

/** Undefined: there is no such view of these tools. */
export async function readView(
  uri: string,
  tools: readonly AgentToolName[],
): Promise<ReadResourceResult | undefined> {
  const view = tools.map((tool) => views[tool]).find((each) => each?.uri === uri);
  if (!view) return undefined;
  const text = (await readServed(view.file)).toString('utf8');
  return { contents: [{ uri, mimeType, text, _meta }] };
}
