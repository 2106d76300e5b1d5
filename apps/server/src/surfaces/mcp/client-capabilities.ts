/** A client's capabilities, in revisions where requests contain them. */
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';

type Capabilities = ClientCapabilities & { extensions?: Record<string, unknown> };

export function capabilitiesOf({ mcpReq }: ServerContext): Capabilities {
  const envelope: Record<string, unknown> = { ...mcpReq.envelope };
  return (envelope[CLIENT_CAPABILITIES_META_KEY] ?? {}) as Capabilities;
}
