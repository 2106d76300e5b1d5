import { markedEvent } from './clicks.ts';
import { listen } from './listen.ts';
import { bareAddress, type Client } from './options.ts';

/**
 * That a form was submitted, never what stands in it. But of the one field that `data-footfall-lead` names, or of
 * `email`: whose address it is.
 */
export function watchForms({ track, identify }: Client): void {
  listen('submit', ({ target }) => {
    if (!(target instanceof HTMLFormElement)) return;
    const field = target.dataset.footfallLead;
    if (field !== undefined) {
      const email = String(new FormData(target).get(field || 'email') ?? '').trim();
      // What is no address would be refused.
      if (/^\S+@\S+$/.test(email)) identify({ email });
    }
    const [name, properties] = markedEvent(target);
    // Not by `target.id`: a field of that name takes its place.
    const attribute = (of: string) => target.getAttribute(of);
    track(name || 'form_submit', {
      ...properties,
      form: attribute('id') ?? attribute('name') ?? undefined,
      url: bareAddress(new URL(attribute('action') ?? '', location.href)),
    });
  });
}
