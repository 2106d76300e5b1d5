/**
 * The JSON text of an answer, written out: it says of almost every message the same with other ids, and JSON.stringify takes two to
 * three times as long for it.
 */
import type { IngestAnswer, IngestResult } from '@footfall/contract/ingest';

export function answerText({ data }: IngestAnswer): string {
  const { accepted, duplicates, rejected, ignored, results } = data;
  const counts = `"accepted":${accepted},"duplicates":${duplicates},"rejected":${rejected}`;
  const more = ignored === undefined ? '' : `,"ignored":${ignored}`;
  return `{"data":{${counts}${more},"results":[${results.map(resultText).join()}]}}`;
}

function resultText(result: IngestResult): string {
  const { index, message_id, status, visitor_id, session_id } = result;
  if (status !== 'accepted' && status !== 'duplicate') return JSON.stringify(result);
  const ids = `"visitor_id":${idText(visitor_id)},"session_id":${idText(session_id)}`;
  return `{"index":${index},"message_id":${quoted(message_id)},"status":"${status}",${ids}}`;
}

function idText(id: string | null): string {
  return id === null ? 'null' : `"${id}"`;
}

const plain = /^[\w-]*$/;

/** The sender's own id may hold anything. */
function quoted(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text);
}
