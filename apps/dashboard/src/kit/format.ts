/** Formats numbers, money and times in the page's language and time zone. */
import { useSpeech } from '../messages/language.tsx';
import { useTimeZone } from '../shell/frame-context.tsx';

const relativeUnits = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

function separatorIn(number: Intl.NumberFormat, type: 'group' | 'decimal'): string {
  return number.formatToParts(12345.6).find((part) => part.type === type)?.value ?? '';
}

function createFormat(language: string, timeZone: string) {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const compact = new Intl.NumberFormat(language, {
    notation: 'compact',
    maximumFractionDigits: 1,
  });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const exact = new Intl.DateTimeFormat(language, {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'medium',
  });
  const day = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'medium' });
  const shortDay = new Intl.DateTimeFormat(language, { timeZone, day: 'numeric', month: 'short' });
  const hour = new Intl.DateTimeFormat(language, { timeZone, timeStyle: 'short' });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const regions = new Intl.DisplayNames(language, { type: 'region' });
  return {
    number: (value: number) => number.format(value),
    /** Separators for number fields. */
    separators: {
      thousandSeparator: separatorIn(number, 'group'),
      decimalSeparator: separatorIn(number, 'decimal'),
    },
    /** 12.3K, for narrow places. */
    compact: (value: number) => compact.format(value),
    /** 20 GB, in decimal units. */
    bytes(value: number): string {
      const place = byteUnits.findLastIndex((_unit, power) => value >= 1000 ** power);
      const power = Math.max(place, 0);
      return new Intl.NumberFormat(language, {
        style: 'unit',
        unit: byteUnits[power] ?? 'byte',
        maximumFractionDigits: 1,
      }).format(value / 1000 ** power);
    },
    /** From a share between 0 and 1. */
    percent: (share: number) => percent.format(share),
    /** Without a currency, only the number. */
    money: (value: number, currency: string) =>
      /^[A-Z]{3}$/.test(currency)
        ? new Intl.NumberFormat(language, { style: 'currency', currency }).format(value)
        : number.format(value),
    /** 1:05:09 */
    duration(seconds: number): string {
      const whole = Math.round(seconds);
      const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
      const shown = parts[0] === 0 ? parts.slice(1) : parts;
      return shown
        .map((part, place) => (place === 0 ? part : String(part).padStart(2, '0')))
        .join(':');
    },
    exact: (at: string | number) => exact.format(new Date(at)),
    day: (at: string | number) => day.format(new Date(at)),
    shortDay: (at: string | number) => shortDay.format(new Date(at)),
    hour: (at: string | number) => hour.format(new Date(at)),
    /** In words within a week, else the day. */
    relative(at: string | number, now = Date.now()): string {
      const seconds = (new Date(at).getTime() - now) / 1000;
      if (Math.abs(seconds) >= 7 * 86_400) return day.format(new Date(at));
      const [unit, size] =
        relativeUnits.find(([, length]) => Math.abs(seconds) >= length) ?? (['second', 1] as const);
      return relative.format(Math.round(seconds / size), unit);
    },
    /** As in records, sorted by display name. */
    countries: (): string[] =>
      [...countryCodes()]
        .map(([name, code]) => ({ name, here: regions.of(code) ?? name }))
        .sort((a, b) => a.here.localeCompare(b.here, language))
        .map(({ name }) => name),
    /** A country's name from its code or English name; anything else unchanged. */
    country(name: string): string {
      const code = /^[A-Z]{2}$/.test(name) ? name : countryCodes().get(name);
      return code === undefined ? name : (regions.of(code) ?? name);
    },
  };
}

let languageNames: Map<string, string> | undefined;

/** By English name, as in records. */
function countryCodes(): ReadonlyMap<string, string> {
  if (languageNames) return languageNames;
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  languageNames = new Map(codes.map((code) => [names.of(code) ?? code, code]));
  return languageNames;
}

export type Format = ReturnType<typeof createFormat>;

const made = new Map<string, Format>();

/** Cached per language and time zone: creating formatters takes a millisecond, and every table cell needs them. */
export function useFormat(): Format {
  const { language } = useSpeech();
  const timeZone = useTimeZone();
  const key = `${language} ${timeZone}`;
  const format = made.get(key) ?? createFormat(language, timeZone);
  made.set(key, format);
  return format;
}
