// The client's types for an OpenAPI document, as TypeScript text.
import openapiTypescript, { astToString } from 'openapi-typescript';

export async function typesOf(document) {
  const nodes = await openapiTypescript(structuredClone(document));
  return `// Made from docs/openapi.json by npm run generate; not written by hand.\n${astToString(nodes)}`;
}
