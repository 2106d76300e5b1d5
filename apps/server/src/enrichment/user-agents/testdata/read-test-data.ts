/** The strings of this folder; README.md says where they are from. */
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';

/** 5,000 user agents of real visits, each with what the same browser said in navigator.platform. */
export async function realBrowsers(): Promise<{ platform: string; userAgent: string }[]> {
  const file = await readFile(new URL('real-browsers.tsv.gz', import.meta.url));
  return rows(gunzipSync(file).toString()).map(([platform = '', userAgent = '']) => {
    return { platform, userAgent };
  });
}

/** 1,777 user agents of browsers as they were in use in 2025 and 2026. */
export async function currentBrowsers(): Promise<string[]> {
  const file = await readFile(new URL('current-browsers.txt.gz', import.meta.url));
  return rows(gunzipSync(file).toString()).map(([userAgent = '']) => userAgent);
}

/** User agents with the name that ua-parser-js's test cases expect of the browser or system. */
export async function labelledAgents(kind: 'browser' | 'os') {
  const text = await readFile(new URL('labelled-agents.tsv', import.meta.url), 'utf8');
  return rows(text)
    .filter(([of]) => of === kind)
    .map(([, label = '', userAgent = '']) => ({ label, userAgent }));
}

function rows(text: string): string[][] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
}
