/** Records by URI, `footfall://lead/{id}`: with the result of the tool `get`. */

import type { AgentKind } from '@footfall/contract/agent';
import { isUuid } from '@footfall/contract/schema';
import type { ReadResourceResult, ResourceTemplateType } from '@modelcontextprotocol/server';
import type { Reply } from './answers.ts';
import { getRecord } from './record-tools.ts';
import type { AgentSession } from './session.ts';
import { offeredKinds } from './uses.ts';

const mimeType = 'application/json';

const addressed: Partial<Record<AgentKind, string>> = {
  lead: 'A lead',
  person: 'A person',
  company: 'A company',
};

export function resourceTemplates({ permissions }: AgentSession): ResourceTemplateType[] {
  return offeredKinds('get', permissions).flatMap((kind) => {
    const title = addressed[kind];
    if (title === undefined) return [];
    return [{ uriTemplate: `footfall://${kind}/{id}`, name: kind, title, mimeType }];
  });
}

/** Undefined if the key may not read it, or it does not exist. */
export function addressOf(session: AgentSession, uri: string) {
  const [, name = '', id = ''] = /^footfall:\/\/([a-z]+)\/([\w-]+)$/.exec(uri) ?? [];
  const kind = offeredKinds('get', session.permissions).find((each) => each === name);
  return kind && addressed[kind] && isUuid(id) ? { kind, id } : undefined;
}

export function readAddress(
  session: AgentSession,
  record: { kind: AgentKind; id: string },
): Promise<Reply> {
  return getRecord(session, record);
}

export function toContents(uri: string, { structured }: Reply): ReadResourceResult {
  return { contents: [{ uri, mimeType, text: JSON.stringify(structured) }] };
}
