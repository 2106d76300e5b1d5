/**
 * Communication with the client that shows the view, following @modelcontextprotocol/ext-apps (MCP Apps, 2026-01-26).
 * Its library for views takes 240 kB with dependencies; this has only the messages needed here.
 */
import type {
  McpUiHostContext,
  McpUiInitializeRequest,
  McpUiInitializeResult,
  McpUiToolResultNotification,
} from '@modelcontextprotocol/ext-apps';

type ToolResult = McpUiToolResultNotification['params'];

export interface Host {
  /** Undefined if the client cannot open links. */
  openLink: ((url: string) => void) | undefined;
  /** Calls a server tool through the client; undefined if the client does not allow it. */
  callTool: ((name: string, input: Record<string, unknown>) => Promise<ToolResult>) | undefined;
}

interface Message {
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { message?: string };
}

const waiting = new Map<number, (message: Message) => void>();
let lastId = 0;

function send(message: Message): void {
  // Contains nothing unknown to the client, so any origin may read it.
  parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
}

function ask<T>(method: string, params: object): Promise<T> {
  lastId += 1;
  const id = lastId;
  send({ id, method, params: { ...params } });
  return new Promise((resolve, reject) => {
    waiting.set(id, ({ result, error }) => {
      if (error) reject(new Error(error.message));
      else resolve(result as T);
    });
  });
}

/** `onResult`: gets the tool's result; `onEnd`: gets the reason for its absence. */
export async function connect(
  onResult: (result: ToolResult, host: Host) => void,
  onEnd: (why: string) => void,
): Promise<void> {
  let host: Host = { openLink: undefined, callTool: undefined };
  addEventListener('message', ({ source, data }: MessageEvent<Message>) => {
    if (source !== parent || typeof data !== 'object' || data === null) return;
    const { id, method, params = {} } = data;
    if (method === undefined) settle(data);
    else if (id !== undefined) answer(id, method);
    else if (method === 'ui/notifications/host-context-changed') applyTheme(params);
    else if (method === 'ui/notifications/tool-cancelled') onEnd('The call was stopped.');
    else if (method === 'ui/notifications/tool-result') onResult(params as ToolResult, host);
  });
  const initialize: McpUiInitializeRequest['params'] = {
    appInfo: { name: 'footfall', version: '1' },
    appCapabilities: {},
    protocolVersion: '2026-01-26',
  };
  const { hostCapabilities, hostContext } = await ask<McpUiInitializeResult>(
    'ui/initialize',
    initialize,
  );
  host = {
    openLink: hostCapabilities.openLinks && ((url) => void ask('ui/open-link', { url }).catch(no)),
    callTool:
      hostCapabilities.serverTools &&
      ((name, input) => ask<ToolResult>('tools/call', { name, arguments: input })),
  };
  applyTheme(hostContext);
  send({ method: 'ui/notifications/initialized' });
  new ResizeObserver(tellSize).observe(document.documentElement);
}

/** The client reports refusals itself. */
const no = () => undefined;

function settle(message: Message): void {
  const resolve = waiting.get(Number(message.id));
  waiting.delete(Number(message.id));
  resolve?.(message);
}

function answer(id: number | string, method: string): void {
  if (method === 'ping' || method === 'ui/resource-teardown') send({ id, result: {} });
  else send({ id, error: { code: -32601, message: 'Method not found' } } as Message);
}

function applyTheme({ theme, styles }: McpUiHostContext): void {
  const { style } = document.documentElement;
  if (theme === 'light' || theme === 'dark') style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith('--') && value) style.setProperty(name, value);
  }
}

function tellSize(): void {
  const { width, height } = document.documentElement.getBoundingClientRect();
  const params = { width: Math.ceil(width), height: Math.ceil(height) };
  send({ method: 'ui/notifications/size-changed', params });
}
