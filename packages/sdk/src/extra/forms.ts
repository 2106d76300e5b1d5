import { markedEvent } from './clicks.ts';
import { listen } from './listen.ts';
import { bareAddress, type Client } from './options.ts';

/**
 * Reports that a form was submitted, never its content, except one field: the one in `data-footfall-lead`, or
 * `email`, identifies the person.
 */
export function watchForms({ track, identify }: Client): void {
  listen('submit', ({ target }) => {
    if (!(target instanceof HTMLFormElement)) return;
    const field = target.dataset.footfallLead;
    if (field !== undefined) {
      const email = String(new FormData(target).get(field || 'email') ?? '').trim();
      // An invalid address would be rejected.
      if (/^\S+@\S+$/.test(email)) identify({ email });
    }
    const [name, properties] = markedEvent(target);
    // Not `target.id`: a field of that name would replace it.
    const attribute = (of: string) => target.getAttribute(of);
    track(name || 'form_submit', {
      ...properties,
      form: attribute('id') ?? attribute('name') ?? undefined,
      url: bareAddress(new URL(attribute('action') ?? '', location.href)),
    });
  });
}
