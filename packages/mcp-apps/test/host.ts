/** A page that shows a view as clients do: with the official host's half, in a frame that may run scripts and no more. */
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

declare global {
  interface Window {
    showView(html: string, result: string, theme: 'light' | 'dark'): Promise<void>;
    /** Of the test: an answer to a call of the view, as JSON. */
    callTool(call: string): Promise<string>;
    openedLinks: string[];
  }
}

window.openedLinks = [];

window.showView = async (html, result, theme) => {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.title = 'view';
  document.body.replaceChildren(frame);
  const view = frame.contentWindow;
  if (!view) throw new Error('the frame has no window');
  const bridge = new AppBridge(
    null,
    { name: 'host of the tests', version: '1' },
    { openLinks: {}, serverTools: {} },
    { hostContext: { theme } },
  );
  const ready = new Promise<void>((resolve) => {
    bridge.addEventListener('initialized', () => resolve());
  });
  bridge.addEventListener('sizechange', ({ height }) => {
    if (height !== undefined) frame.style.height = `${height}px`;
  });
  bridge.onopenlink = async ({ url }) => {
    window.openedLinks.push(url);
    return {};
  };
  bridge.oncalltool = async (params) => JSON.parse(await window.callTool(JSON.stringify(params)));
  await bridge.connect(new PostMessageTransport(view, view));
  frame.srcdoc = html;
  await ready;
  await bridge.sendToolInput({ arguments: {} });
  await bridge.sendToolResult(JSON.parse(result));
};
