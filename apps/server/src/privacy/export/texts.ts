/** The texts of an exported page. */
import type { DocumentLanguage } from '@footfall/contract/document-formats';
import {
  type DataSource,
  type PersonExportPart,
  personExportPartNames,
  personExportParts,
} from '@footfall/contract/person-export';
import { germanFields, germanParts } from './german-texts.ts';

export interface ExportTexts {
  title: Record<'identity' | 'visitor', string>;
  about: (workspace: string, time: string, timeZone: string) => string;
  contents: string;
  from: string;
  none: string;
  /** Formats a retention period. */
  unlimited: string;
  yes: string;
  no: string;
  sources: Record<DataSource, string>;
  parts: Record<PersonExportPart, { title: string; about: string }>;
  /** Labels of fields. */
  fields: Record<string, string>;
}

const titles: Record<PersonExportPart, string> = {
  person: 'Person',
  score: 'Intent score',
  links: 'Identification',
  devices: 'Devices',
  consents: 'Consent',
  visits: 'Visits',
  events: 'Events',
  conversions: 'Conversions',
  leads: 'Leads',
  companies: 'Companies',
  lists: 'Lists',
  suggestions: 'Unverified claims',
  identity_overrides: 'Identity overrides',
  overrides: 'Overrides',
  rejected_events: 'Rejected events',
  earlier_edits: 'Earlier edits',
  changes: 'Changes by members',
  recipients: 'Recipients',
  retention: 'Retention periods',
};

const englishParts = Object.fromEntries(
  personExportPartNames.map((name) => [
    name,
    { title: titles[name], about: personExportParts[name].about.replaceAll('`', '') },
  ]),
) as ExportTexts['parts'];

const words: Record<string, string> = {
  id: 'ID',
  ids: 'IDs',
  ip: 'IP address',
  url: 'URL',
  os: 'Operating system',
};

/** `visitor_id` -> `Visitor ID` */
function english(name: string): string {
  const [first = '', ...rest] = name.split('_').map((word) => words[word] ?? word);
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ');
}

/** The German labels name every field. */
const englishFields = Object.fromEntries(
  Object.keys(germanFields).map((name) => [name, english(name)]),
);

export const exportTexts: Record<DocumentLanguage, ExportTexts> = {
  en: {
    title: { identity: 'Data about a person', visitor: 'Data about a visitor' },
    about: (workspace, time, timeZone) =>
      `Everything that the workspace ${workspace} stores, as of ${time}. Times are in the time zone ${timeZone}.`,
    contents: 'Contents',
    from: 'Sources',
    none: 'No data',
    unlimited: 'Until deleted',
    yes: 'Yes',
    no: 'No',
    sources: {
      message: 'sent by website, app or backend',
      import: 'imported',
      api: 'written over the API',
      member_edit: 'entered by members',
      network_data: 'looked up from the IP address',
      derived: 'computed by the service',
    },
    parts: englishParts,
    fields: englishFields,
  },
  de: {
    title: { identity: 'Daten über eine Person', visitor: 'Daten über einen Besucher' },
    about: (workspace, time, timeZone) =>
      `Alles, was der Workspace ${workspace} speichert, Stand ${time}. Zeiten gelten in der Zeitzone ${timeZone}.`,
    contents: 'Inhalt',
    from: 'Quellen',
    none: 'Keine Daten',
    unlimited: 'Bis zur Löschung',
    yes: 'Ja',
    no: 'Nein',
    sources: {
      message: 'gesendet von Website, App oder Server',
      import: 'importiert',
      api: 'über die API geschrieben',
      member_edit: 'von Mitgliedern eingegeben',
      network_data: 'aus der IP-Adresse ermittelt',
      derived: 'vom Dienst berechnet',
    },
    parts: germanParts,
    fields: germanFields,
  },
};
