/** Line icons of 16 by 16, drawn for this dashboard. Decorative: each has a word or label beside it. */
const shapes = {
  overview: 'M2 13.5h12M4 11V8M8 11V3.5M12 11V6',
  live: 'M8 8h.01M5.2 10.8a4 4 0 0 1 0-5.6M10.8 5.2a4 4 0 0 1 0 5.6M3 13A7 7 0 0 1 3 3M13 3a7 7 0 0 1 0 10',
  leads: 'M8 1.8l1.9 3.9 4.3.6-3.1 3 .7 4.3L8 11.6l-3.8 2 .7-4.3-3.1-3 4.3-.6z',
  people:
    'M8 7.5a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4zM2.8 14c.4-2.6 2.5-4.2 5.2-4.2s4.8 1.6 5.2 4.2',
  companies: 'M3 14V2.5h6.5V14M9.5 6H13v8M1.5 14h13M5.2 5.2h2M5.2 8h2M5.2 10.8h2',
  visitors:
    'M1.5 8S3.8 3.5 8 3.5 14.5 8 14.5 8 12.2 12.5 8 12.5 1.5 8 1.5 8zM8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z',
  lists: 'M5.5 4H14M5.5 8H14M5.5 12H14M2.2 4h.01M2.2 8h.01M2.2 12h.01',
  campaigns: 'M2 6.5v3l2 .3L11.5 13V3L4 6.2zM4.5 10l.8 3.5h1.7L6.4 10.6M13.8 7v2',
  conversions: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM5.5 8.2l1.8 1.8 3.4-3.8',
  refused: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM3.8 3.8l8.4 8.4',
  keys: 'M10.5 9.5a4 4 0 1 0-3.7-2.5L2 11.8V14h2.5v-1.5H6V11l1.5-1.5c.9.3 2 .3 3 0zM11.2 4.8h.01',
  members:
    'M6 7.5a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8zM1.5 13.5c.3-2.4 2.1-3.9 4.5-3.9s4.2 1.5 4.5 3.9M10.5 2.9a2.4 2.4 0 0 1 0 4.4M12 9.9c1.4.5 2.3 1.8 2.5 3.6',
  audit: 'M4 2h5.5L12.5 5v9H4zM9.3 2v3.2h3.2M6 8h4.5M6 11h4.5',
  settings:
    'M2 4.5h7M12 4.5h2M2 11.5h2M7 11.5h7M10.5 6.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM5.5 13.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM10.6 10.6L14 14',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  check: 'M3 8.5l3.2 3.2L13 4.5',
  chevronDown: 'M4 6l4 4 4-4',
  chevronUp: 'M4 10l4-4 4 4',
  chevronLeft: 'M10 4L6 8l4 4',
  chevronRight: 'M6 4l4 4-4 4',
  switch: 'M5 6l3-3 3 3M5 10l3 3 3-3',
  plus: 'M8 3v10M3 8h10',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.8h11M5.5 2v3M10.5 2v3',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  filter: 'M2 3.5h12L9.5 8.8V13l-3-1.5V8.8z',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  edit: 'M10.8 2.8l2.4 2.4L5.5 13H3v-2.5zM9.2 4.4l2.4 2.4',
  external: 'M9 2.5h4.5V7M13.5 2.5L7.5 8.5M11.5 9v4.5h-9v-9H7',
  help: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM6.3 6.3a1.7 1.7 0 1 1 2.6 1.5c-.6.4-.9.7-.9 1.4M8 11.3h.01',
  keyboard: 'M1.5 4h13v8h-13zM4 6.5h.01M6.6 6.5h.01M9.3 6.5h.01M12 6.5h.01M5 9.5h6',
  sun: 'M8 10.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6zM8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9',
  moon: 'M13.5 9.5A6 6 0 0 1 6.5 2.5a6 6 0 1 0 7 7z',
  device: 'M2 3h12v8H2zM6 13.5h4M8 11v2.5',
  book: 'M8 4C6.5 2.8 4.5 2.5 2 2.8v9.7c2.5-.3 4.5 0 6 1.2 1.5-1.2 3.5-1.5 6-1.2V2.8C11.5 2.5 9.5 2.8 8 4zM8 4v9.7',
  signOut: 'M6.5 2.5h-4v11h4M6.5 8H14M11 5l3 3-3 3',
  table: 'M2 3h12v10H2zM2 6.3h12M2 9.7h12M7 3v10',
  test: 'M6 2h4M6.8 2v4L3 12.5c-.4.8.1 1.5 1 1.5h8c.9 0 1.4-.7 1-1.5L9.2 6V2M5 10h6',
  warning: 'M8 2.2L14.5 13.5h-13zM8 6.5v3.2M8 11.6h.01',
  download: 'M8 2v8M4.8 7L8 10.2 11.2 7M2.5 13.5h11',
  trash: 'M2.5 4.5h11M6 4.5V2.5h4v2M4 4.5l.6 9h6.8l.6-9M6.7 7v4M9.3 7v4',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  star: 'M8 1.8l1.9 3.9 4.3.6-3.1 3 .7 4.3L8 11.6l-3.8 2 .7-4.3-3.1-3 4.3-.6z',
  share:
    'M11.5 5.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM4.5 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM11.5 14.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM6.3 7l3.5-2.3M6.3 9l3.5 2.3',
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 2 : 1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
