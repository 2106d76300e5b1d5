/** How each service's senders put items on the wire: one by one, in batches, as beacons, and from backends. */
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type Fields, fieldsOf } from '../../collect/senders/mapping.ts';
import type { Sender } from './table.ts';
import { ownUserAgent } from './try.ts';

interface Request {
  path: string;
  body: unknown;
  headers: Record<string, string>;
}

/** `key`: with the signing secret behind it where it is a backend's. */
export type Wire = (key: string, items: Fields[], sentAt: string) => Request[];

export interface Wires {
  /** From pages: the right is `public`. */
  pages: Record<string, Wire>;
  /** From backends, which give `WRITEKEY:SIGNINGSECRET` as the key. */
  backends: Record<string, Wire>;
}

const common = { 'user-agent': ownUserAgent };
const page = { ...common, origin: 'https://shop.example' };
const text = { ...page, 'content-type': 'text/plain' };
const json = { ...page, 'content-type': 'application/json' };
const backend = { ...common, 'content-type': 'application/json' };
const basic = (key: string) => ({
  authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
});

const typeOf = ({ type }: Fields) => String(type);

/** A form, as old scripts and beacons send them. */
const formOf = (value: unknown) =>
  `data=${encodeURIComponent(Buffer.from(JSON.stringify(value)).toString('base64'))}`;

const form = { ...page, 'content-type': 'application/x-www-form-urlencoded' };
const withToken = (key: string) => (item: Fields) => ({
  ...item,
  properties: { ...fieldsOf(item.properties), token: key },
});
const withWebsite = (key: string) => (item: Fields) => ({
  ...item,
  payload: { website: key, ...fieldsOf(item.payload) },
});

export const wires: Record<Sender, Wires> = {
  segment: {
    pages: {
      'each call to its letter': (writeKey, items, sentAt) =>
        items.map((item) => ({
          path: `/v1/${typeOf(item).charAt(0)}`,
          body: { ...item, writeKey, sentAt },
          headers: text,
        })),
      'a batch': (writeKey, batch, sentAt) => [
        { path: '/v1/b', body: { batch, writeKey, sentAt }, headers: text },
      ],
    },
    backends: {
      'a batch': (key, batch, sentAt) => [
        { path: '/v1/batch', body: { batch, sentAt }, headers: { ...backend, ...basic(key) } },
      ],
      'each call to its path': (key, items, sentAt) =>
        items.map((item) => ({
          path: `/v1/${typeOf(item)}`,
          body: { ...item, sentAt },
          headers: { ...backend, ...basic(key) },
        })),
    },
  },
  rudderstack: {
    pages: {
      'each call to its path': (key, items, sentAt) =>
        items.map((item) => ({
          path: `/v1/${typeOf(item)}`,
          body: { ...item, channel: 'web', integrations: { All: true }, sentAt },
          headers: { ...json, ...basic(key), anonymousid: 'eA==' },
        })),
      'a beacon': (key, batch, sentAt) => [
        { path: `/beacon/v1/batch?writeKey=${key}`, body: { batch, sentAt }, headers: text },
      ],
    },
    backends: {
      'a batch': (key, batch, sentAt) => [
        { path: '/v1/batch', body: { batch, sentAt }, headers: { ...backend, ...basic(key) } },
      ],
    },
  },
  posthog: {
    pages: {
      'each as base64 in a form': (key, items, sent_at) =>
        items.map((item) => ({
          path: '/e/?ip=0&ver=1.200.0',
          body: formOf({ ...withToken(key)(item), sent_at }),
          headers: form,
        })),
      'a batch in gzip': (token, batch, sent_at) => [
        {
          path: '/i/v0/e/?compression=gzip-js',
          body: gzipSync(JSON.stringify({ token, batch, sent_at })),
          headers: text,
        },
      ],
      'a beacon': (key, items, sent_at) => [
        {
          path: '/e/?beacon=1',
          body: formOf(items.map((item) => ({ ...withToken(key)(item), sent_at }))),
          headers: form,
        },
      ],
    },
    backends: {
      'a batch': (api_key, batch, sent_at) => [
        { path: '/batch/', body: { api_key, batch, sent_at }, headers: backend },
      ],
      'a batch to the newer address': (key, batch, created_at) => [
        {
          path: '/i/v1/analytics/events',
          // By its uuid each is answered.
          body: { batch: batch.map((item) => ({ uuid: randomUUID(), ...item })), created_at },
          headers: { ...backend, authorization: `Bearer ${key}` },
        },
      ],
    },
  },
  umami: {
    pages: {
      'each by itself': (key, items) =>
        items.map((item) => ({
          path: '/api/send',
          body: withWebsite(key)(item),
          headers: { ...json, 'x-umami-cache': 'x' },
        })),
      'a batch': (key, items) => [
        { path: '/api/batch', body: items.map(withWebsite(key)), headers: json },
      ],
    },
    backends: {
      'each by itself': (key, items) =>
        items.map((item) => ({
          path: '/api/send',
          body: withWebsite(key)(item),
          headers: backend,
        })),
    },
  },
  plausible: {
    pages: {
      'each by itself': (d, items) =>
        items.map((item) => ({ path: '/api/event', body: { d, v: 36, ...item }, headers: text })),
      'with the key in the address': (key, items) =>
        items.map((item) => ({
          path: `/api/event?key=${key}`,
          body: { d: 'shop.example', ...item },
          headers: text,
        })),
    },
    backends: {
      'each by itself': (domain, items) =>
        items.map((item) => ({ path: '/api/event', body: { domain, ...item }, headers: backend })),
    },
  },
};
