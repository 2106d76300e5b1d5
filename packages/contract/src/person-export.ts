/** Everything the service stores about a person or a visitor, as one document. */
import Type, { type TObject, type TSchema } from 'typebox';
import { AuditEntry } from './audit.ts';
import { Consent } from './consents.ts';
import { Conversion } from './conversions.ts';
import {
  type DocumentFormat,
  type DocumentLanguage,
  documentFormatNames,
  documentLanguages,
} from './document-formats.ts';
import { Event } from './events.ts';
import { Claim } from './evidence.ts';
import { Identity } from './identities.ts';
import { chosen, IdentityLink, IdentityOverride } from './identity-overrides.ts';
import { Lead } from './leads.ts';
import { type OperationSpec, operation } from './operation.ts';
import { fromOperator, fromService, originOf } from './origins.ts';
import { Override } from './overrides.ts';
import { Personality } from './personalities.ts';
import { RejectedEvent } from './rejected-events.ts';
import { type RetentionKind, retentionKindNames } from './retention-limits.ts';
import { Closed, idParams, JsonObject, Nullable, Timestamp, Uuid } from './schema.ts';
import { Session } from './session-record.ts';
import { Suggestion } from './suggestions.ts';
import { Visitor } from './visitors.ts';

export const personExportVersion = 1;

/** Where data comes from. */
export const dataSources = {
  message: 'Sent by the website, an app or a backend.',
  import: 'Imported from another service or a file.',
  api: 'Written over the API.',
  member_edit: 'Entered by a member of the workspace.',
  network_data: 'Looked up from the IP address.',
  derived: 'Computed by the service.',
} as const;
export type DataSource = keyof typeof dataSources;

const evidence = Type.Array(Claim, { description: 'What the service derived, with its evidence.' });

const Device = Closed({
  visitor_id: Uuid('The visitor.'),
  since: Nullable(
    Timestamp('Start of the period in which the person used the device.'),
    'Null: from the first visit.',
  ),
  until: Nullable(
    Timestamp('End of the period, when somebody else was identified.'),
    'Null: until now.',
  ),
  is_shared: Type.Boolean({
    description:
      'true: other people used the device too. Then `visitor` is absent, because it describes them too.',
  }),
  visitor: Type.Optional(Visitor),
});

const Visit = Closed({ ...Session.properties, evidence });

const CreditedConversion = Closed({ ...Conversion.properties, evidence });

const ExplainedLead = Closed({ ...Lead.properties, evidence });

const CompanyClaim = Closed({ visitor_id: Uuid('The visitor.'), ...Claim.properties });

export const ListMembership = Closed({
  list_id: Uuid('The list.'),
  list_name: fromOperator(Type.String({ description: 'Name of the list.' }), 'none'),
  type: chosen(['visitor', 'identity'], 'Listed as a visitor or as a person.'),
  member_id: Uuid('The visitor or person.'),
  added_at: Timestamp('When it was added.'),
});

export const EarlierEdit = Closed({
  identity_id: Uuid('Earlier id of the person.'),
  is_favorite: Type.Boolean({ description: 'true: marked as a favorite.' }),
  traits: fromOperator(JsonObject('Traits set under this id.'), 'hidden'),
});

const { created_at, action, resource_type, fields } = AuditEntry.properties;
const RecordedChange = Closed({
  created_at,
  by: chosen(['key', 'member', 'command'], 'Secret key, member or command line.'),
  action,
  resource_type,
  fields,
});

const recipientKinds = ['workspace', 'operator', 'clickhouse', 'export'] as const;
const Recipient = Closed({
  kind: chosen(recipientKinds, 'Kind of recipient.'),
  recipient: fromService(Type.String({ description: 'Who receives or received the data.' })),
  at: Nullable(Timestamp('When the data was exported.'), 'Null: at any time.'),
});

const RetentionPeriod = Closed({
  kind: Type.Unsafe<RetentionKind>({
    type: 'string',
    enum: [...retentionKindNames],
    description: 'Kind of data.',
  }),
  days: Nullable(Type.Integer({ description: 'Days to keep the data.' }), 'Null: until deleted.'),
});

/** The parts of an export, in their order: what each record is, and where it comes from. */
export const personExportParts = {
  person: {
    record: Identity,
    about: 'The person, with all email addresses and the likely company.',
    sources: ['message', 'import', 'api', 'member_edit', 'network_data'],
  },
  score: {
    record: Personality,
    about: 'Intent score, stage and persona, with the reasons.',
    sources: ['derived'],
  },
  links: {
    record: IdentityLink,
    about: 'Messages that identified the person, as evidence that a visitor is this person.',
    sources: ['message', 'import'],
  },
  devices: {
    record: Device,
    about: 'Browsers and devices of the person, with the period of use.',
    sources: ['message', 'import', 'derived'],
  },
  consents: {
    record: Consent,
    about: 'Consent given or refused, by purpose.',
    sources: ['message'],
  },
  visits: {
    record: Visit,
    about: 'Visits with their pages, location and source.',
    sources: ['message', 'import', 'network_data', 'derived'],
  },
  events: {
    record: Event,
    about: 'Page views, clicks and other events. `session_id` names the visit.',
    sources: ['message', 'import'],
  },
  conversions: {
    record: CreditedConversion,
    about: 'Goals that the person reached, with the visits that get credit.',
    sources: ['message', 'import', 'derived'],
  },
  leads: {
    record: ExplainedLead,
    about: 'Leads of the person.',
    sources: ['message', 'api', 'member_edit', 'derived'],
  },
  companies: {
    record: CompanyClaim,
    about: 'Companies that visitors of the person may belong to, with the evidence.',
    sources: ['derived', 'network_data', 'member_edit'],
  },
  lists: {
    record: ListMembership,
    about: 'Lists that contain the person or a visitor of the person.',
    sources: ['member_edit', 'api', 'derived'],
  },
  suggestions: {
    record: Suggestion,
    about: 'Unverified claims about the person that the service did not apply.',
    sources: ['message'],
  },
  identity_overrides: {
    record: IdentityOverride,
    about: 'Decisions of members about who is who.',
    sources: ['member_edit', 'api'],
  },
  overrides: {
    record: Override,
    about: 'Decisions of members about bots and companies.',
    sources: ['member_edit', 'api'],
  },
  rejected_events: {
    record: RejectedEvent,
    about: 'Messages that failed validation, as received.',
    sources: ['message'],
  },
  earlier_edits: {
    record: EarlierEdit,
    about: 'Traits and favorite marks set under earlier ids of the person.',
    sources: ['member_edit', 'api'],
  },
  changes: {
    record: RecordedChange,
    about: 'Entries of the audit log about the person: names of changed fields, not values.',
    sources: ['derived'],
  },
  recipients: {
    record: Recipient,
    about: 'Who can read the data, and exports of it. The service does not record single reads.',
    sources: ['derived'],
  },
  retention: {
    record: RetentionPeriod,
    about: 'How long the workspace keeps data. It keeps all other data until it is deleted.',
    sources: ['member_edit'],
  },
} as const satisfies Record<
  string,
  { record: TObject; about: string; sources: readonly DataSource[] }
>;

export type PersonExportPart = keyof typeof personExportParts;
export const personExportPartNames = Object.keys(personExportParts) as PersonExportPart[];

const sourceOfOrigin = {
  visitor: 'message',
  network: 'network_data',
  operator: 'member_edit',
  service: 'derived',
} as const satisfies Record<string, DataSource>;

/** The source of each field of the part, as far as the contract declares it. */
export function fieldSources(part: PersonExportPart): Record<string, DataSource> {
  const { properties } = personExportParts[part].record as TObject;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]) => {
      const origin = originOf(schema as TSchema);
      return origin === undefined ? [] : [[name, sourceOfOrigin[origin]]];
    }),
  );
}

const sourceNames = Object.keys(dataSources) as DataSource[];
const Source = chosen(
  sourceNames,
  Object.entries(dataSources)
    .map(([name, meaning]) => `${name}: ${meaning}`)
    .join(' '),
);

const subjectTypes = ['identity', 'visitor'] as const;

export const PersonExport = Closed(
  {
    version: Type.Integer({ description: `Version of this format: ${personExportVersion}.` }),
    exported_at: Timestamp('Start of the export.'),
    workspace: Closed({
      id: Uuid('The workspace.'),
      name: fromOperator(Type.String({ description: 'Name of the workspace.' })),
      time_zone: fromOperator(Type.String({ description: 'IANA time zone of the workspace.' })),
    }),
    subject: Closed({
      type: chosen(subjectTypes, 'identity: a person. visitor: a device.'),
      id: Uuid('The person or visitor.'),
    }),
    parts: Closed(
      Object.fromEntries(
        Object.entries(personExportParts).map(([name, { record, about }]) => [
          name,
          Closed(
            {
              about: fromService(Type.String({ description: 'What the part contains.' })),
              sources: Type.Array(Source, { description: 'Where the data comes from.' }),
              field_sources: Type.Unsafe<Record<string, DataSource>>({
                type: 'object',
                additionalProperties: { type: 'string', enum: sourceNames },
                description: 'Source of each field.',
              }),
              data: Type.Array(record, { description: 'The records.' }),
            },
            { description: about },
          ),
        ]),
      ),
      { description: 'All parts, also empty ones.' },
    ),
  },
  { $id: 'PersonExport', description: 'Everything the service stores about a person or visitor.' },
);

/** What the first piece of a document says about the whole. */
export interface PersonExportHead {
  version: typeof personExportVersion;
  exported_at: string;
  workspace: { id: string; name: string; time_zone: string };
  subject: { type: (typeof subjectTypes)[number]; id: string };
}

const query = Closed({
  format: Type.Optional(
    Type.Unsafe<DocumentFormat>({
      type: 'string',
      enum: documentFormatNames,
      default: 'json',
      description:
        '`json`: by the schema PersonExport, for programs. `html`: one page, for people.',
    }),
  ),
  language: Type.Optional(
    Type.Unsafe<DocumentLanguage>({
      type: 'string',
      enum: [...documentLanguages],
      default: 'en',
      description: 'Language of the HTML page.',
    }),
  ),
});

const exported = {
  method: 'GET',
  tag: 'Privacy',
  scopes: ['privacy:read'],
  feature: 'api',
  params: idParams,
  query,
  status: 200,
} as const satisfies Partial<OperationSpec>;

export const personExportOperations = {
  exportIdentity: operation({
    ...exported,
    id: 'exportIdentity',
    path: '/identities/{id}/export',
    summary: 'Export everything about a person',
    description:
      'Downloads all data about the person with its sources, derived claims with their reasons, recipients and retention periods. On shared devices, only the periods of this person. Read page by page: data that arrives during the export may be missing. Keys and members without access to personal data get 403.',
    document: { name: 'person', schema: PersonExport },
  }),
  exportVisitor: operation({
    ...exported,
    id: 'exportVisitor',
    path: '/visitors/{id}/export',
    summary: 'Export everything about a visitor',
    description:
      'The same for a device, also of an anonymous visitor. If several people used the device, returns 409: export each person instead.',
    document: { name: 'visitor', schema: PersonExport },
  }),
};
