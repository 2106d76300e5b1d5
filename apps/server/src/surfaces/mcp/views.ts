/**
 * Views that clients show beside a model's text: pages that render tool results (MCP Apps). They contain no data,
 * and may load and send nothing. Built by packages/mcp-apps.
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

/** By tool. */
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

/** Without sessions, clients of earlier revisions can only say it in the URL. */
export function showsViews(context: ServerContext, { views: hasViews }: AgentOptions): boolean {
  const { extensions } = capabilitiesOf(context);
  const ui = extensions?.[extension] as { mimeTypes?: unknown } | undefined;
  return hasViews || (Array.isArray(ui?.mimeTypes) && ui.mimeTypes.includes(mimeType));
}

/** Its part of tools/list. */
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

/** Nothing may be loaded, requested or framed; a border separates it from the client's page. */
const _meta = {
  ui: {
    csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
    prefersBorder: true,
  },
};

/** Undefined: no such view. */
export async function readView(
  uri: string,
  tools: readonly AgentToolName[],
): Promise<ReadResourceResult | undefined> {
  const view = tools.map((tool) => views[tool]).find((each) => each?.uri === uri);
  if (!view) return undefined;
  const text = (await readServed(view.file)).toString('utf8');
  return { contents: [{ uri, mimeType, text, _meta }] };
}
