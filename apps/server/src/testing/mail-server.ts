/** A mail server of this machine, by the protocol: it takes every mail from who signs in to it, and keeps them. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect } from 'vitest';

export interface TakenMail {
  to: string;
  from: string;
  subject: string;
  text: string;
}

export interface MailServer {
  url: string;
  mails: TakenMail[];
  /** The latest to an address, once it has come. */
  mailTo(email: string): Promise<TakenMail>;
  /** It is not there from now on. */
  stop(): Promise<void>;
  /** In its place somebody who takes connections and never says a word. */
  saysNothing(): Promise<{ stop(): Promise<void> }>;
  /** It is there again, at the same address. */
  restart(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const mails: TakenMail[] = [];
  let server = serve();
  const port = await listen(0);

  function serve(): SMTPServer {
    return new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth({ username, password }, _session, answer) {
        if (username === 'footfall' && password === 'a password') answer(null, { user: username });
        else answer(new Error('who are you?'));
      },
      async onData(stream, { envelope }, answer) {
        const parts: Buffer[] = [];
        for await (const part of stream) parts.push(part as Buffer);
        const { subject = '', text = '', from } = await PostalMime.parse(Buffer.concat(parts));
        const [to] = envelope.rcptTo;
        mails.push({ to: to?.address ?? '', from: from?.address ?? '', subject, text });
        answer();
      },
    });
  }

  function listen(wanted: number): Promise<number> {
    return new Promise((resolve) => {
      const listening = server.listen(wanted, '127.0.0.1', () =>
        resolve((listening.address() as AddressInfo).port),
      );
    });
  }

  afterAll(() => server.close());

  return {
    url: `smtp://footfall:a%20password@127.0.0.1:${port}`,
    mails,
    async mailTo(email) {
      const find = () => mails.findLast(({ to }) => to === email);
      await expect.poll(find, { message: `a mail to ${email}` }).toBeDefined();
      return find() as TakenMail;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
    async saysNothing() {
      const sockets = new Set<Socket>();
      const silent = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
      await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
      return {
        stop: () =>
          new Promise((resolve) => {
            silent.close(() => resolve());
            for (const socket of sockets) socket.destroy();
          }),
      };
    },
    async restart() {
      server = serve();
      await listen(port);
    },
  };
}

/** The address in a mail. */
export function linkIn({ text }: TakenMail): string {
  const [link] = /https?:\/\/\S+/.exec(text) ?? [];
  if (!link) throw new Error(`there is no link in: ${text}`);
  return link;
}
