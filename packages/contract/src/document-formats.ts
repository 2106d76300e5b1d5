/** Formats and languages of documents. No schemas: the dashboard imports this file too. */

export const documentFormats = {
  json: { mediaType: 'application/json; charset=utf-8' },
  html: { mediaType: 'text/html; charset=utf-8' },
} as const;
export type DocumentFormat = keyof typeof documentFormats;
export const documentFormatNames = Object.keys(documentFormats) as DocumentFormat[];

export const documentLanguages = ['en', 'de'] as const;
export type DocumentLanguage = (typeof documentLanguages)[number];
