/*
 * A minimal keep-alive HTTP/1.1 connection: reads status, length and the number of accepted messages. A full
 * HTTP client costs the generator several times the CPU time.
 */
import { connect, type Socket } from 'node:net';

export type Answer = { status: number; accepted: number; summary: () => string };

export type Connection = {
  /** Sends one request; the next only after `onAnswer`. */
  send(bytes: Buffer): void;
  close(): void;
};

const headEnd = Buffer.from('\r\n\r\n');
const acceptedName = Buffer.from('"accepted":');
const lengthName = /\r\ncontent-length: (\d+)/i;
const firstReadBytes = 64 * 1024;

function numberAt(bytes: Buffer, from: number): number {
  let value = 0;
  for (let i = from; i < bytes.length; i++) {
    const digit = (bytes[i] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  return value;
}

/** The status, and the body's first error. */
function summary(head: string, body: string): string {
  const from = Math.max(0, body.indexOf('"error":'));
  return `${head.slice(0, head.indexOf('\r\n'))} ${body.slice(from, from + 300)}`;
}

/** The response in `bytes`, or undefined while incomplete. */
function parse(bytes: Buffer): Answer | undefined {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return undefined;
  const length = lengthName.exec(bytes.toString('latin1', 0, end))?.[1];
  if (length === undefined) throw new Error('an answer without Content-Length');
  const body = end + headEnd.length;
  if (bytes.length < body + Number(length)) return undefined;
  const accepted = bytes.indexOf(acceptedName, body);
  return {
    status: numberAt(bytes, 'HTTP/1.1 '.length),
    accepted: accepted < 0 ? 0 : numberAt(bytes, accepted + acceptedName.length),
    summary: () => summary(bytes.toString('utf8', 0, body), bytes.toString('utf8', body)),
  };
}

export function openConnection(
  port: number,
  onAnswer: (answer: Answer) => void,
  onLost: (cause: Error) => void,
): Promise<Connection> {
  return new Promise((resolve, reject) => {
    let earlier: Buffer | undefined;
    let closing = false;
    const read = (count: number, buffer: Uint8Array): boolean => {
      const chunk = Buffer.from(buffer.buffer, buffer.byteOffset, count);
      const bytes = earlier ? Buffer.concat([earlier, chunk]) : chunk;
      const answer = parse(bytes);
      // The next read reuses the chunk's memory, so incomplete data is copied.
      earlier = answer ? undefined : Buffer.from(bytes);
      if (answer) onAnswer(answer);
      return true;
    };
    const socket: Socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: Buffer.alloc(firstReadBytes), callback: read },
    });
    socket.once('connect', () => {
      resolve({
        send: (bytes) => socket.write(bytes),
        close: () => {
          closing = true;
          socket.destroy();
        },
      });
    });
    socket.on('error', (cause) => {
      reject(cause);
      if (!closing) onLost(cause);
    });
    socket.on('close', () => {
      if (!closing) onLost(new Error('the server closed a connection'));
    });
  });
}
