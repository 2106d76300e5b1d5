/*
 * Checks that run inside a page. The types of the DOM are not part of this project, so what is used of
 * them is named here.
 */

interface PageElement {
  id: string;
  tagName: string;
  href: string;
  textContent: string;
  parentElement: PageElement | null;
  childNodes: Iterable<{ nodeType: number; textContent: string }>;
  getClientRects(): { length: number };
}

interface PageGlobals {
  document: { querySelectorAll(selector: string): Iterable<PageElement> };
  getComputedStyle(element: PageElement): {
    color: string;
    backgroundColor: string;
    visibility: string;
  };
}

/** Texts whose contrast with what is behind them is below 4.5 (WCAG 2, level AA). */
export function faintTexts(): string[] {
  const { document, getComputedStyle } = globalThis as unknown as PageGlobals;
  const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);

  const luminance = (color: string) => {
    const [r = 0, g = 0, b = 0] = channels(color).map((channel) => {
      const part = channel / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };

  const behind = (element: PageElement | null): string => {
    if (!element) return 'rgb(255, 255, 255)';
    const { backgroundColor } = getComputedStyle(element);
    return channels(backgroundColor)[3] === 0 ? behind(element.parentElement) : backgroundColor;
  };

  const faint: string[] = [];
  for (const element of document.querySelectorAll('body *')) {
    const isText = [...element.childNodes].some(
      ({ nodeType, textContent }) => nodeType === 3 && textContent.trim() !== '',
    );
    if (!isText || element.getClientRects().length === 0) continue;
    const { color } = getComputedStyle(element);
    const [low = 0, high = 0] = [luminance(color), luminance(behind(element))].sort(
      (a, b) => a - b,
    );
    const contrast = (high + 0.05) / (low + 0.05);
    if (contrast < 4.5) faint.push(`${contrast.toFixed(2)}: ${element.textContent.slice(0, 40)}`);
  }
  return faint;
}

/** What the structure of a page is judged by. */
export function outline() {
  const { document } = globalThis as unknown as PageGlobals;
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
  const headings = [...document.querySelectorAll('main :is(h1, h2, h3, h4)')];
  return {
    doubled: ids.filter((id, index) => ids.indexOf(id) !== index),
    levels: headings.map(({ tagName }) => Number(tagName[1])),
    links: [...document.querySelectorAll('a')].map(({ href }) => href),
  };
}
