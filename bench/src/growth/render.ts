import { table } from '../table.ts';

/** For the small and the large workspace. */
export type Compared = { title: string; p50: number[]; p95: number[]; fault: string | undefined };

export type GrowthReport = {
  head: string;
  busy: number;
  sizes: string[];
  reads: Compared[];
  /** Messages per second. */
  ingest: { name: string; rates: number[]; fault: string | undefined }[];
};

/** Most times a question may take longer on the large one, and the least share of messages it must store. */
const limits = { longer: 1.5, rate: 0.9 };

const ratio = ([small = 0, large = 0]: number[]) => large / small;

export function renderGrowth({ head, busy, sizes, reads, ingest }: GrowthReport) {
  const [small = '', large = ''] = sizes;
  const answered = reads.filter(({ fault }) => fault === undefined);
  const longer = answered.filter(({ p95 }) => ratio(p95) > limits.longer);
  const fewer = ingest.filter(({ rates }) => ratio(rates) < limits.rate);
  const broken = [
    ...longer.map(
      ({ title, p95 }) => `${title}: ${ratio(p95).toFixed(2)}x, at most ${limits.longer}x`,
    ),
    ...fewer.map(
      ({ name, rates }) => `${name}: ${ratio(rates).toFixed(2)}x, at least ${limits.rate}x`,
    ),
  ];
  const problems = [
    ...reads.flatMap(({ title, fault }) => (fault === undefined ? [] : [`${title}: ${fault}`])),
    ...ingest.flatMap(({ name, fault }) => (fault === undefined ? [] : [`${name}: ${fault}`])),
  ];
  const ms = (value = 0) => value.toFixed(1);
  const times = (of: number[]) => `${ratio(of).toFixed(2)}x`;
  const text = [
    head,
    `Processors in use by others before the run: ${(busy * 100).toFixed(0)} %`,
    `Small: ${small}. Large: ${large}.`,
    '',
    table([
      [
        'milliseconds, one client',
        'small p50',
        'large p50',
        'ratio',
        'small p95',
        'large p95',
        'ratio',
        'limit',
      ],
      ...answered.map(({ title, p50, p95 }) => [
        title,
        ...[ms(p50[0]), ms(p50[1]), times(p50)],
        ...[ms(p95[0]), ms(p95[1]), times(p95), `${limits.longer}x`],
      ]),
    ]),
    '',
    table([
      ['messages a second', 'small', 'large', 'ratio', 'least'],
      ...ingest.map(({ name, rates }) => [
        name,
        ...rates.map((rate) => Math.round(rate).toLocaleString('en')),
        ...[times(rates), `${limits.rate}x`],
      ]),
    ]),
    ...(broken.length > 0 ? ['', ...broken.map((each) => `NOT KEPT ${each}`)] : []),
    ...(problems.length > 0 ? ['', 'NOT VALID', ...problems] : []),
  ].join('\n');
  return { text, problems: [...problems, ...broken] };
}
