/** The code that every page of a website has before </head>. */

interface WebsiteSnippet {
  /** Address of the script. */
  src: string;
  /** Write key. */
  key: string;
  /** Integrity hash of a pinned script. */
  integrity?: string;
}

/**
 * Replaces the script until it has loaded, or if it is blocked: it queues calls and answers `ids()`. Written in ES5, so it
 * runs in old browsers and tag managers.
 */
export const standIn = `window.footfall = window.footfall || [];
if (!footfall.ids) {
  footfall.ids = function () { return { visitor_id: null, session_id: null }; };
  footfall.status = function () { return { consent: 'pending', queued: footfall.length, dropped: 0 }; };
  ['page', 'track', 'identify', 'conversion', 'consent', 'reset'].forEach(function (name) {
    footfall[name] = function () {
      footfall.length > 4999 || footfall.push([name].concat([].slice.call(arguments)));
    };
  });
}`;

export function websiteSnippet({ src, key, integrity }: WebsiteSnippet): string {
  const pinned = integrity ? ` integrity="${integrity}" crossorigin="anonymous"` : '';
  return `<script>
${indented(standIn, 2)}
</script>
<script async src="${src}"${pinned} data-key="${key}"></script>`;
}

/** Indents each line. */
export function indented(text: string, spaces: number): string {
  return text.replace(/^/gm, ' '.repeat(spaces));
}
