export interface Options {
  /** Write key: svc_pk_… or svc_dev_…; it can only send. */
  key: string;
  /** URL of the service, such as https://footfall.example.com. */
  host: string;
  /** false: no automatic page views; call page(). 'frames': also when the page is in another page's frame. */
  auto?: boolean | 'frames' | 'false';
  /** 'required': nothing is stored or sent before consent('granted'). */
  consent?: string;
  /** 'ignore': Global Privacy Control does not count as a refusal. */
  gpc?: string;
  /** Further query parameters to keep in URLs, such as 'product size'. */
  params?: string;
  /** A visitor and a session (as text) handed over by another site. */
  id?: string;
  session?: string;
  /** Log sent messages and errors to the console. */
  debug?: boolean;
}

export type Properties = Record<string, unknown>;

export interface Person {
  /** email or user_id is required. */
  email?: string;
  user_id?: string;
  name?: string;
  /** Proves one name: hex HMAC-SHA256 of user_id, or of email, made by your backend with a signing secret. */
  signature?: string;
  /** The same for email, if signature covers user_id. */
  email_signature?: string;
  traits?: Properties;
}

export interface Conversion {
  value?: number;
  /** ISO 4217, such as EUR. */
  currency?: string;
  /** Your own id, such as an order number: counted once, however often it is sent. */
  external_id?: string;
  code?: string;
  properties?: Properties;
  /** false: count the conversion, open no lead. */
  lead?: boolean;
}

export type Choice = 'granted' | 'denied';
export type ConsentState = Choice | 'pending';

export interface Ids {
  visitor_id: string | null;
  session_id: string | null;
}

export interface Status {
  consent: ConsentState;
  /** Messages waiting to be sent. */
  queued: number;
  /** Messages given up since the page loaded. */
  dropped: number;
}

export interface Footfall {
  page(properties?: Properties): void;
  track(name: string, properties?: Properties): void;
  identify(person: Person): void;
  conversion(name: string, details?: Conversion): void;
  consent(choice: Choice): void;
  reset(): void;
  ids(): Ids;
  status(): Status;
}
