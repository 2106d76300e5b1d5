'use client';

/** Footfall in React: one script for the page, whichever components use it. */
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
  /** Write key: svc_pk_… or svc_dev_…. (`key` is React's own.) */
  writeKey: string;
  children?: ReactNode;
}

/**
 * Starts the script in the browser, once; on a server it does nothing. Calls of components below it are kept until then. Changed
 * options hold from the next load of the page.
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

/** The calls of the script: `track`, `identify`, `conversion`, … The same object each time. */
export function useFootfall(): FootfallApi {
  return footfall;
}

/**
 * Says who is signed in, again only when something of it changed. Undefined: not known yet. Null: nobody; after
 * somebody was, the visitor is forgotten, so that the next one at this browser is another person.
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
