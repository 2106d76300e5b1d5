/** Early, so that a page that stops events hides none; what goes wrong here stays here. */
export function listen<Kind extends Event>(types: string, work: (event: Kind) => void): void {
  for (const type of types.split(' ')) {
    addEventListener(
      type,
      (event) => {
        try {
          work(event as Kind);
        } catch {
          // A page with a form or link that cannot be read.
        }
      },
      { capture: true, passive: true },
    );
  }
}
