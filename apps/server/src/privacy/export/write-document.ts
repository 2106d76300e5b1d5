/** Writes a document piece by piece, as JSON or an HTML page. */
import type { DocumentFormat, DocumentLanguage } from '@footfall/contract/document-formats';
import type { DocumentPiece } from '@footfall/contract/operation';
import {
  fieldSources,
  type PersonExportHead,
  type PersonExportPart,
  personExportParts,
} from '@footfall/contract/person-export';
import { htmlWriter } from './write-html.ts';

export interface DocumentWriter {
  /** Response headers. */
  headers: Record<string, string>;
  piece: (piece: DocumentPiece) => string;
  end: () => string;
}

export function documentWriter(format: DocumentFormat, language: DocumentLanguage): DocumentWriter {
  return format === 'json' ? jsonWriter() : htmlWriter(language);
}

function jsonWriter(): DocumentWriter {
  let current: string | undefined;
  let hasRecords = false;
  return {
    headers: {},
    piece({ head, part, records }) {
      const start = head
        ? `${JSON.stringify(head as PersonExportHead).slice(0, -1)},"parts":{`
        : '';
      const begin =
        part === current ? '' : `${current === undefined ? '' : '\n]},'}${openPart(part)}`;
      if (part !== current) hasRecords = false;
      current = part;
      const lines = records.map((record, place) => {
        const comma = hasRecords || place > 0 ? ',' : '';
        return `${comma}\n${JSON.stringify(record)}`;
      });
      hasRecords ||= records.length > 0;
      return start + begin + lines.join('');
    },
    end: () => '\n]}}}\n',
  };
}

function openPart(part: string): string {
  const { about, sources } = personExportParts[part as PersonExportPart];
  const described = { about, sources, field_sources: fieldSources(part as PersonExportPart) };
  return `\n${JSON.stringify(part)}:${JSON.stringify(described).slice(0, -1)},"data":[`;
}
