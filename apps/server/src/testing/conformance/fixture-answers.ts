/** Fixtures of the conformance suite that always answer the same, as it describes them. */
import type {
  CallToolResult,
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
} from '@modelcontextprotocol/server';

export type FixtureAnswer = CallToolResult;

/** One red point. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** No sound at all. */
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQAAAAA=';

const image = { type: 'image' as const, data: png, mimeType: 'image/png' };
const text = (words: string) => ({ type: 'text' as const, text: words });
const embedded = (uri: string, words: string, mimeType = 'text/plain') => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: words },
});

export const answersOfTools: Record<string, FixtureAnswer> = {
  test_simple_text: { content: [text('This is a simple text response for testing.')] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] },
  test_embedded_resource: {
    content: [embedded('test://embedded-resource', 'This is an embedded resource content.')],
  },
  test_multiple_content_types: {
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', '{"test":"data","value":123}', 'application/json'),
    ],
  },
  test_error_handling: {
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  },
};

export const fixtureResources: Resource[] = ['test://static-text', 'test://static-binary'].map(
  (uri) => ({ uri, name: uri, description: 'Fixture' }),
);

export function contentsOf(uri: string): ReadResourceResult['contents'][number] | undefined {
  if (uri === 'test://static-text') {
    const words = 'This is the content of the static text resource.';
    return { uri, mimeType: 'text/plain', text: words };
  }
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: png };
  const [, id] = /^test:\/\/template\/(\w+)\/data$/.exec(uri) ?? [];
  if (id === undefined) return undefined;
  const content = { id, templateTest: true, data: `Data for ID: ${id}` };
  return { uri, mimeType: 'application/json', text: JSON.stringify(content) };
}

const argument = (name: string) => ({ name, description: 'Fixture', required: true });

export const fixturePrompts: Prompt[] = [
  { name: 'test_simple_prompt', description: 'Fixture' },
  {
    name: 'test_prompt_with_arguments',
    description: 'Fixture',
    arguments: [argument('arg1'), argument('arg2')],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'Fixture',
    arguments: [argument('resourceUri')],
  },
  { name: 'test_prompt_with_image', description: 'Fixture' },
  { name: 'test_input_required_result_prompt', description: 'Fixture' },
];

type Messages = GetPromptResult['messages'];

const says = (content: Messages[number]['content']) => ({ role: 'user' as const, content });

export function messagesOf(name: string, values: Record<string, string>): Messages | undefined {
  switch (name) {
    case 'test_simple_prompt':
      return [says(text('This is a simple prompt for testing.'))];
    case 'test_prompt_with_arguments':
      return [says(text(`Prompt with arguments: arg1='${values.arg1}', arg2='${values.arg2}'`))];
    case 'test_prompt_with_embedded_resource': {
      const resource = embedded(values.resourceUri ?? '', 'Embedded resource content for testing.');
      return [says(resource), says(text('Please process the embedded resource above.'))];
    }
    case 'test_prompt_with_image':
      return [says(image), says(text('Please analyze the image above.'))];
    default:
      return undefined;
  }
}
