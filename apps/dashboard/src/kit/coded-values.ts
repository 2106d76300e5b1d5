/** Display names of values stored as codes. */
import { type Channel, channelGroups, channels } from '@footfall/contract/channels';
import type { RecordKind } from '@footfall/contract/filter-fields';
import { type VerificationLevel, verificationLevels } from '@footfall/contract/verification-levels';
import type { Messages } from '../messages/en.ts';
import { useMessages } from '../messages/language.tsx';
import { fieldPath, ownerOf } from './filter-path.ts';
import { type Format, useFormat } from './format.ts';

const stages = ['new', 'engaged', 'evaluating', 'customer', 'dormant'];
const personas = ['buyer', 'evaluator', 'researcher', 'reader', 'newcomer'];
const devices = ['desktop', 'mobile', 'tablet'];
const connections = ['business', 'access_provider', 'mobile', 'hosting', 'education', 'government'];

export interface CodedValues {
  /** Available values; undefined for free text. */
  choices: (() => readonly string[]) | undefined;
  word: (code: string) => string;
}

/** Undefined if a value is its own display name. */
export function useCodedValues(about: RecordKind): (field: string) => CodedValues | undefined {
  const words = useMessages();
  const format = useFormat();
  return (field) => {
    const path = fieldPath(about, field);
    if (path.name === undefined || path.kind === undefined) return undefined;
    return codedValues(ownerOf(about, path), path.name, words, format);
  };
}

function codedValues(
  kind: RecordKind,
  name: string,
  { timeline, people, sessions, conversions }: Messages,
  format: Format,
): CodedValues | undefined {
  switch (name) {
    case 'channel':
      return {
        choices: () => channels,
        word: (code) => timeline.channels[code as Channel] ?? code,
      };
    case 'channel_group':
      return { choices: () => channelGroups, word: (code) => code };
    case 'stage':
      return { choices: () => stages, word: people.stage };
    case 'persona':
      return { choices: () => personas, word: people.persona };
    case 'device':
      return { choices: () => devices, word: timeline.devices };
    case 'connection':
      return { choices: () => connections, word: sessions.connection };
    case 'country':
      return { choices: format.countries, word: format.country };
    case 'verification_level':
      return {
        choices: () => verificationLevels,
        word: (code) => conversions.verificationLevels[code as VerificationLevel] ?? code,
      };
    case 'source': {
      const sourceWords: Record<string, string> = conversions.sources;
      // In figures, a source is a sender; in campaigns, a tag.
      const isCoded = kind !== 'visit' && kind !== 'campaign';
      return isCoded
        ? { choices: undefined, word: (code) => sourceWords[code] ?? code }
        : undefined;
    }
    default:
      return undefined;
  }
}
