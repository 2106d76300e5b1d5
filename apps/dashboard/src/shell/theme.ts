import { createTheme, type MantineColorsTuple, mergeThemeOverrides } from '@mantine/core';
import type { Messages } from '../messages/en.ts';

/** The icon's blue. */
const accent: MantineColorsTuple = [
  '#eef3ff',
  '#dce6fd',
  '#b7cbf8',
  '#8fadf4',
  '#6d93ef',
  '#4a78e8',
  '#2457d6',
  '#1d4ac0',
  '#173da1',
  '#123183',
];

const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#eff1f5',
  '#e4e7ed',
  '#d3d8e1',
  '#b6bdca',
  '#8d96a7',
  '#5d6779',
  '#454e5f',
  '#2c3442',
  '#171c26',
];

/** From text to page: 7 is the page, 6 surfaces on it. */
const dark: MantineColorsTuple = [
  '#dfe4ee',
  '#b8c0cf',
  '#98a2b5',
  '#5b667a',
  '#39424f',
  '#2a323e',
  '#1b212b',
  '#12161d',
  '#0d1016',
  '#090b0f',
];

/** For errors and destructive actions: readable on its own light shade, and under white. */
const red: MantineColorsTuple = [
  '#fdecec',
  '#fbdcdc',
  '#f7c3c3',
  '#f5a9a9',
  '#f58c8c',
  '#df5454',
  '#c02b2b',
  '#a82424',
  '#8f1e1e',
  '#8a1f1f',
];

/** For warnings, with the same contrast. */
const orange: MantineColorsTuple = [
  '#fff4dc',
  '#ffe9bf',
  '#fbd894',
  '#f5c877',
  '#f0b95a',
  '#c98216',
  '#8a5300',
  '#7a4900',
  '#6b4000',
  '#6b4000',
];

/** Includes a language's texts for library components. */
export function themeFor({ common }: Messages) {
  return mergeThemeOverrides(look, {
    components: { CloseButton: { defaultProps: { 'aria-label': common.close } } },
  });
}

const look = createTheme({
  primaryColor: 'accent',
  primaryShade: 6,
  colors: { accent, gray, dark, red, orange },
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", Menlo, Consolas, monospace',
  headings: { fontWeight: '600' },
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '16px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false } },
    // Mantine's focus placeholder is not allowed inside a menu.
    Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
    Popover: { defaultProps: { shadow: 'md' } },
    Modal: { defaultProps: { centered: true } },
  },
});
