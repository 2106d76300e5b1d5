'use client';

/** Footfall in React: one script per page for all components. */
import { type FootfallApi, footfall, type Options, type Person } from '@footfall/browser';
import { createElement, Fragment, type ReactNode, useEffect, useRef } from 'react';

export type {
  Choice,
  Conversion,
  Footfall,
  FootfallApi,
  Ids,
  Options,
  Person,
  Properties,
} from '@footfall/browser';

export interface FootfallProviderProps extends Omit<Options, 'key'> {
  /** Write key: svc_pk_… or svc_dev_…. (`key` is reserved by React.) */
  writeKey: string;
  children?: ReactNode;
}

/**
 * Starts the script in the browser, once; does nothing on a server. Earlier calls of components inside it are kept. Changed
 * options apply from the next page load.
 */
export function FootfallProvider({
  children,
  writeKey,
  ...options
}: FootfallProviderProps): ReactNode {
  const first = useRef({ key: writeKey, ...options });
  useEffect(() => footfall.init(first.current), []);
  return createElement(Fragment, null, children);
}

/** The script's calls: `track`, `identify`, `conversion`, … Always the same object. */
export function useFootfall(): FootfallApi {
  return footfall;
}

/**
 * Identifies the signed-in person, again only after changes. Undefined: not known yet. Null: nobody; after
 * somebody was, the visitor is reset, so that the next user of this browser is another person.
 */
export function useIdentify(person: Person | null | undefined): void {
  const personText = person && JSON.stringify(person);
  const wasNamed = useRef(false);
  useEffect(() => {
    if (personText) {
      wasNamed.current = true;
      footfall.identify(JSON.parse(personText) as Person);
    } else if (personText === null && wasNamed.current) {
      wasNamed.current = false;
      footfall.reset();
    }
  }, [personText]);
}
