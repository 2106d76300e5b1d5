/** Exports everything about a person or visitor, piece by piece. */
import type { DocumentPiece, HandlersOf } from '@footfall/contract/operation';
import {
  type PersonExportHead,
  type PersonExportPart,
  type personExportOperations,
  personExportPartNames,
  personExportVersion,
} from '@footfall/contract/person-export';
import { selectSettings } from '../../accounts/workspaces/settings.ts';
import { selectWorkspace } from '../../accounts/workspaces/store.ts';
import { timestamp } from '../../platform/common/timestamp.ts';
import { existing } from '../../platform/resource-kit/not-found.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { readPart } from './parts.ts';
import { personSubject, type Subject, visitorSubject } from './subject.ts';

export const personExportHandlers: HandlersOf<typeof personExportOperations, OperationContext> = {
  exportIdentity: async (context, { params }) =>
    readPiece(context, await personSubject(context, params.id)),
  exportVisitor: async (context, { params }) =>
    readPiece(context, await visitorSubject(context, params.id)),
};

interface Position {
  part: PersonExportPart;
  cursor?: string | undefined;
}

async function readPiece(context: OperationContext, subject: Subject): Promise<DocumentPiece> {
  const { position } = context;
  const [firstPart] = personExportPartNames;
  const { part, cursor }: Position =
    position === undefined ? { part: firstPart ?? 'person' } : JSON.parse(position);
  const asker = { ...context, needsTotal: false };
  const { records, next } = await readPart[part](asker, subject, cursor);
  return {
    head: position === undefined ? await headOf(context, subject) : undefined,
    part,
    records,
    next: positionAfter(part, next),
  };
}

function positionAfter(part: PersonExportPart, cursor: string | undefined): string | undefined {
  if (cursor !== undefined) return JSON.stringify({ part, cursor });
  const following = personExportPartNames[personExportPartNames.indexOf(part) + 1];
  return following && JSON.stringify({ part: following });
}

async function headOf(
  { tx, workspaceId }: OperationContext,
  { type, id }: Subject,
): Promise<PersonExportHead> {
  const [workspace, settings] = await Promise.all([
    selectWorkspace(tx, workspaceId),
    selectSettings(tx, workspaceId),
  ]);
  const { name } = existing(workspace, 'workspace');
  return {
    version: personExportVersion,
    exported_at: timestamp(new Date()),
    workspace: { id: workspaceId, name, time_zone: settings.time_zone },
    subject: { type, id },
  };
}
