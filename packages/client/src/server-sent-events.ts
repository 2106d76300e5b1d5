export interface ServerSentEvent {
  /** `change`, `reset` or `end`: docs/guides/live.md. */
  event: string;
  /** Where to continue: `stream({ after: id })`. */
  id: string | undefined;
  /** JSON in events called `change`. */
  data: string;
}

/** The events of a text/event-stream. */
export async function* serverSentEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let id: string | undefined;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (text + value).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = fieldsOf(block);
        id = fields.id ?? id;
        const { event = 'message', data } = fields;
        if (data !== undefined) yield { event, id, data };
      }
    }
  } finally {
    await reader.cancel();
  }
}

/** `name: value` on each line; a line without a name is a comment. */
function fieldsOf(block: string): Partial<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    if (name === '') continue;
    fields[name] = name === 'data' && 'data' in fields ? `${fields.data}\n${value}` : value;
  }
  return fields;
}
