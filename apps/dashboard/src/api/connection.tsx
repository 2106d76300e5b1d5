import { createContext, type ReactNode, useContext } from 'react';
import type { Connection } from './call.ts';

const ConnectionContext = createContext<Connection | undefined>(undefined);

export function ConnectionProvider(props: { connection: Connection; children: ReactNode }) {
  return <ConnectionContext value={props.connection}>{props.children}</ConnectionContext>;
}

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (!connection) throw new Error('there is no connection around this part of the page');
  return connection;
}
