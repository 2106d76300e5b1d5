/** Whether what goes on is told in the console. */
export const debugOptions: { debug?: boolean | undefined } = {};

export const log = (...details: unknown[]): undefined => {
  // biome-ignore lint/suspicious/noConsole: only where the site asks for it.
  if (debugOptions.debug) console.debug('footfall', ...details);
};

/** The function, unable to throw into the page. */
export const guard =
  <Details extends unknown[]>(work: (...details: Details) => unknown) =>
  (...details: Details): void => {
    try {
      work(...details);
    } catch (error) {
      log(error);
    }
  };
