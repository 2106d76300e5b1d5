/** Capturing, so that pages that stop events hide none; errors stay here. */
export function listen<Kind extends Event>(types: string, work: (event: Kind) => void): void {
  for (const type of types.split(' ')) {
    addEventListener(
      type,
      (event) => {
        try {
          work(event as Kind);
        } catch {
          // A page with an unreadable form or link.
        }
      },
      { capture: true, passive: true },
    );
  }
}
