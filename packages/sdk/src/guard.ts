/** Whether to log activity to the console. */
export const debugOptions: { debug?: boolean | undefined } = {};

export const log = (...details: unknown[]): undefined => {
  // biome-ignore lint/suspicious/noConsole: only on the site's request.
  if (debugOptions.debug) console.debug('footfall', ...details);
};

/** Wraps the function so that it never throws into the page. */
export const guard =
  <Details extends unknown[]>(work: (...details: Details) => unknown) =>
  (...details: Details): void => {
    try {
      work(...details);
    } catch (error) {
      log(error);
    }
  };
