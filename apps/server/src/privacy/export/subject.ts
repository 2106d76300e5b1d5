/** The subject of a document. */
import { ApiError } from '@footfall/contract/errors';
import { selectIdentityEnvironment } from '../../people/identities/store.ts';
import { listDevices, selectVisitorEnvironment } from '../../people/visitors/devices.ts';
import { existing } from '../../platform/resource-kit/not-found.ts';
import type { OperationContext } from '../../platform/resource-kit/operation-context.ts';
import { orderedPageOf } from '../../platform/resource-kit/paging.ts';
import type { Whose } from '../../records/person/ownership.ts';
import { ofPerson } from '../../records/person/survivors.ts';

export interface Subject {
  type: 'identity' | 'visitor';
  id: string;
  isTest: boolean;
  whose: Whose;
}

type Place = Pick<OperationContext, 'tx' | 'workspaceId'>;

/** Accepts current and earlier ids. @throws ApiError not_found */
export async function personSubject({ tx, workspaceId }: Place, asked: string): Promise<Subject> {
  const person = await ofPerson(tx, workspaceId, asked, (current) =>
    selectIdentityEnvironment(tx, workspaceId, current),
  );
  const { id, isTest } = existing(person, 'identity');
  return { type: 'identity', id, isTest, whose: { identityId: id } };
}

/** @throws ApiError not_found, or conflict if several people used the device */
export async function visitorSubject({ tx, workspaceId }: Place, id: string): Promise<Subject> {
  const { visitorId, isTest } = existing(
    await selectVisitorEnvironment(tx, workspaceId, id),
    'visitor',
  );
  const whose = { visitorId, isTest };
  const page = orderedPageOf({ limit: 1 }, 'visitor_id');
  const { data } = await listDevices(tx, workspaceId, whose, page);
  if (data.some(({ isShared }) => isShared)) {
    throw new ApiError(
      'conflict',
      'Several people used this visitor. Export each person instead: GET /identities?visitor_id=… lists them.',
    );
  }
  return { type: 'visitor', id: visitorId, isTest, whose };
}
